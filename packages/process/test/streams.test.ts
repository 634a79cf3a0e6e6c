import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { exitedError, startChild } from "../src/index.ts";
import { newPlace, sh } from "./support/programs.ts";
import { readLines } from "./support/read-lines.ts";

describe("stdout", () => {
  it("can be read after the child has closed", async () => {
    const { place } = newPlace();
    await using child = await startChild({ ...sh("echo one; echo two"), ...place });
    await child.closed;
    expect((await child.stdout.toArray()).join("")).toBe("one\ntwo\n");
  });

  it("is whole when more was written than its reader had room for", async () => {
    const { place } = newPlace();
    const count = 200_000;
    await using child = await startChild({ ...sh(`yes 0123456789 | head -n ${count}`), ...place });
    // The first part fills every buffer, and the child waits for a reader.
    await once(child.stdout, "readable");
    const chunks = await child.stdout.toArray();
    expect(Buffer.concat(chunks).length).toBe(count * 11);
    expect(await child.closed).toMatchObject({ code: 0 });
  });

  it("is let go by a reader that has seen enough", async () => {
    const { place } = newPlace();
    await using child = await startChild({ ...sh("yes"), ...place });
    await once(child.stdout, "readable");
    child.stdout.destroy();
    expect(await child.closed).toMatchObject({ survivors: [] });
  });
});

describe("stdin", () => {
  it("reaches the child", async () => {
    const { place } = newPlace();
    await using child = await startChild({ ...sh("read line; echo got $line"), ...place });
    child.stdin.write("this\n");
    expect(await readLines(child.stdout)()).toBe("got this");
  });

  it("[P17] of a child that left before we wrote fails for the writer only", async () => {
    const { place } = newPlace();
    await using child = await startChild({ ...sh("exec <&-; exit 0"), ...place });
    // In flight when the pipe breaks, and after that: neither may surface as an uncaught error, which fails the run.
    child.stdin.write("x".repeat(1_000_000));
    await child.exited;
    const write = promisify<string, void>((text, done) => void child.stdin.write(text, done));
    await expect(write("too late")).rejects.toBeInstanceOf(Error);
    await expect(pipeline(["too late"], child.stdin)).rejects.toBeInstanceOf(Error);
    child.stdin.end();
    await child.closed;
  });
});

describe("stderr", () => {
  it("[P18] never blocks the child, even when 10 MB of it are not read", async () => {
    const { place } = newPlace();
    const flood = sh("head -c 10000000 /dev/zero >&2; echo the end >&2; echo done");
    await using child = await startChild({ ...flood, ...place }, { stderrTailBytes: 100 });
    expect(await readLines(child.stdout)()).toBe("done");
    await child.exited;
    expect(child.lastWords()).toHaveLength(100);
    expect(child.lastWords()).toMatch(/the end\n$/);
  });

  it("is complete when the child has left", async () => {
    const { place } = newPlace();
    await using child = await startChild({ ...sh("echo last words >&2; kill -9 $$"), ...place });
    expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
    expect(child.lastWords()).toBe("last words\n");
  });

  it.each([
    [3, ""],
    [4, "🦉"],
    [6, "🦉"],
    [7, "€🦉"],
    [10, "aé€🦉"],
  ])("is cut between characters when %i bytes are kept", async (stderrTailBytes, tail) => {
    const { place } = newPlace();
    await using child = await startChild({ ...sh("printf 'aé€🦉' >&2"), ...place }, { stderrTailBytes });
    await child.exited;
    expect(child.lastWords()).toBe(tail);
  });

  it("is heard as it comes, in whole characters", async () => {
    const { place } = newPlace();
    const heard: string[] = [];
    // The two bytes of é, apart.
    const split = sh("printf 'caf\\303' >&2; echo half; read go; printf '\\251' >&2");
    await using child = await startChild({ ...split, ...place }, { onStderr: (text) => heard.push(text) });
    await readLines(child.stdout)();
    child.stdin.write("go\n");
    await child.exited;
    expect(heard.join("|")).toMatch(/^caf\|?é$/);
  });

  it("[U-04, P19] is in the error for a caller that still needed the child", async () => {
    const { place } = newPlace();
    const crash = sh("i=0; while [ $i -lt 30 ]; do i=$((i + 1)); echo line $i >&2; done; exit 3");
    await using child = await startChild({ ...crash, ...place });
    const error = exitedError(child, await child.exited);
    expect(error).toMatchObject({ code: "exited", details: { command: "/bin/sh", exit: { code: 3, signal: null } } });
    expect(error.message).toContain(`"/bin/sh" (in ${place.cwd}) exited with code 3`);
    expect(error.message).toMatch(/stderr:\nline 11\n/);
    expect(error.message).toMatch(/line 30$/);
  });
});

describe("one stream for both", () => {
  it("has what was written to stdout and stderr in the order of writing", async () => {
    const { place } = newPlace();
    const script = "i=0; while [ $i -lt 50 ]; do i=$((i + 1)); echo out $i; echo err $i >&2; done";
    await using child = await startChild({ ...sh(script), ...place }, { streams: "one" });
    const lines = Array.from({ length: 50 }, (_, index) => `out ${index + 1}\nerr ${index + 1}\n`);
    expect((await child.stdout.toArray()).join("")).toBe(lines.join(""));
    expect(child.lastWords()).toBe("");
  });

  it("[F-02] leaves nothing to read for the child, and nothing to wait for", async () => {
    const { place } = newPlace();
    const script = "if read line; then echo heard $line; fi; [ -c /dev/fd/0 ] && echo a device";
    await using child = await startChild({ ...sh(script), ...place }, { streams: "one" });
    expect((await child.stdout.toArray()).join("")).toBe("a device\n");
  });

  it("gives the program its arguments as they are, and its own end", async () => {
    const { place } = newPlace();
    const args = [
      "-e",
      "console.log(process.argv.slice(1)); process.kill(process.pid, 'SIGKILL')",
      "a b",
      "$x",
      '"',
      "",
    ];
    await using child = await startChild({ command: process.execPath, args, ...place }, { streams: "one" });
    expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
    expect((await child.stdout.toArray()).join("")).toBe(`[ 'a b', '$x', '"', '' ]\n`);
  });

  it("[U-04] still says why a program could not be started", async () => {
    const { place } = newPlace();
    const missing = startChild({ command: "no-such-program", ...place }, { streams: "one" });
    await expect(missing).rejects.toMatchObject({ code: "not_found" });
  });
});
