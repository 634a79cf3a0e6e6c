import { getEventListeners, once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ChildError, startChild, type ChildCommand } from "../src/index.ts";
import { liveProcesses } from "./support/live-processes.ts";
import { newPlace, polite } from "./support/programs.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "process-test-"));
  await Promise.all(["bin", "early"].map((name) => mkdir(join(folder, name))));
  await writeFile(join(folder, "bin", "greet"), '#!/bin/sh\necho "hello from $PWD"\n', { mode: 0o755 });
  await writeFile(join(folder, "early", "greet"), "not a program\n");
  await writeFile(join(folder, "bin", "orphan"), "#!/no/such/interpreter\n", { mode: 0o755 });
});

afterAll(() => rm(folder, { recursive: true }));

describe("the command", () => {
  it.each([
    ["by its absolute path", () => ({ command: join(folder, "bin", "greet"), env: {} })],
    ["by a path that is seen from the working directory", () => ({ command: "bin/greet", env: {} })],
    ["on the PATH of the given environment", () => ({ command: "greet", env: { PATH: join(folder, "bin") } })],
    ["on a PATH that is seen from the working directory", () => ({ command: "greet", env: { PATH: "nowhere:bin" } })],
    [
      "behind a file of that name that is not executable",
      () => ({ command: "greet", env: { PATH: `${join(folder, "early")}:${join(folder, "bin")}` } }),
    ],
  ])("is found %s", async (_, where) => {
    expect(await outputOf({ ...where(), cwd: folder })).toBe(`hello from ${folder}\n`);
  });

  it("[U-01, P21] is reported with the PATH that was searched when it is not found", async () => {
    const error = await failureOf({ command: "no-such-tool", cwd: folder, env: { PATH: "/usr/bin:/bin" } });
    expect(error).toMatchObject({
      code: "not_found",
      details: { command: "no-such-tool", cwd: folder, path: "/usr/bin:/bin" },
    });
    expect(error.message).toContain("no-such-tool");
    expect(error.message).toContain(folder);
    expect(error.message).toMatch(/\nPATH: \/usr\/bin:\/bin$/u);
  });

  it("[U-05] is not looked up on our own PATH when it was given none", async () => {
    const error = await failureOf({ command: "sh", cwd: folder, env: {} });
    expect(error.code).toBe("not_found");
    expect(error.message).toContain("has no PATH");
  });

  it.each([
    ["a path to nothing", "not_found", "bin/nothing", "no such file"],
    ["a file without the right to run", "not_executable", "early/greet", "not an executable file"],
    ["a folder", "not_executable", "./bin", "not an executable file"],
    ["a file whose interpreter is missing", "start_failed", "bin/orphan", "the interpreter named in its first line"],
  ])("is distinguished: %s", async (_, code, command, words) => {
    const error = await failureOf({ command, cwd: folder, env: {} });
    expect(error).toMatchObject({ code, details: { command, cwd: folder } });
    expect(error.message).toContain(words);
  });

  it.each(["nowhere", "bin/greet"])("is not blamed for a working directory that is none: %s", async (name) => {
    const error = await failureOf({ command: "sh", cwd: join(folder, name), env: { PATH: "/usr/bin:/bin" } });
    expect(error.code).toBe("cwd_not_found");
    expect(error.message).toContain(join(folder, name));
  });

  it.each([
    ["throws", ["secret\0"], "null bytes"],
    ["refuses", ["x".repeat(4_000_000)], "E2BIG"],
  ])("[U-06] fails like any other when the system %s, and shows no argument", async (_, args, words) => {
    const error = await failureOf({ command: "/bin/sh", args, cwd: folder, env: {} });
    expect(error.code).toBe("start_failed");
    expect(String(error.cause)).toContain(words);
    expect(error.message + JSON.stringify(error.details)).not.toMatch(/secret|xxx/);
  });
});

describe("the environment", () => {
  it("[P28] is exactly what was given, and the one variable that marks the tree", async () => {
    const env = { GREETING: "hello", LEFT_OUT: undefined };
    const lines = (await outputOf({ command: "/usr/bin/env", cwd: folder, env })).trim().split("\n");
    expect(new Set(lines.map((line) => line.split("=")[0]))).toEqual(new Set(["GREETING", "TENON_TREE"]));
  });

  it("cannot bring a marker of its own", async () => {
    const env = { TENON_TREE: "forged" };
    expect(await outputOf({ command: "/usr/bin/env", cwd: folder, env })).not.toContain("forged");
  });
});

describe("a signal", () => {
  it("that is aborted already starts nothing", async () => {
    const { mark, place } = newPlace();
    const signal = AbortSignal.abort(new Error("changed my mind"));
    await expect(startChild({ ...polite, ...place }, { signal })).rejects.toThrow("changed my mind");
    expect(liveProcesses(mark)).toEqual([]);
  });

  it("that is aborted during the start leaves nothing", async () => {
    const { mark, place } = newPlace();
    const controller = new AbortController();
    const starting = startChild({ ...polite, ...place }, { signal: controller.signal });
    controller.abort(new Error("changed my mind"));
    await expect(starting).rejects.toThrow("changed my mind");
    expect(liveProcesses(mark)).toEqual([]);
  });

  it("that is aborted as soon as the child is there ends it", async () => {
    const { mark, place } = newPlace();
    const controller = new AbortController();
    const starting = startChild({ ...polite, ...place }, { signal: controller.signal });
    void starting.then(() => controller.abort());
    await using child = await starting;
    expect(await child.closed).toMatchObject({ survivors: [] });
    expect(liveProcesses(mark)).toEqual([]);
  });

  it("is let go when the child has closed", async () => {
    const { place } = newPlace();
    const { signal } = new AbortController();
    await using child = await startChild({ ...polite, ...place }, { signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await child.close();
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});

async function outputOf(command: ChildCommand): Promise<string> {
  await using child = await startChild(command);
  await once(child.stdout, "readable");
  await child.closed;
  return (await child.stdout.toArray()).join("");
}

async function failureOf(command: ChildCommand): Promise<ChildError> {
  const error = await startChild(command).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ChildError) return error;
  throw new Error("It should have failed with a ChildError", { cause: error });
}
