import { chmod, mkdir, writeFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { sh, withTerminals } from "./test-terminals.ts";

describe("a command", () => {
  it("[H5] get no keys of providers and no secrets, but for those that the user passes on", () =>
    withTerminals(
      async ({ run }) => {
        const { output } = await run(sh("env"));
        expect(output).not.toContain("provider-key");
        expect(output).not.toContain("npm-token");
        expect(output).toContain("hub-token");
      },
      {
        env: { OPENAI_API_KEY: "provider-key", NPM_TOKEN: "npm-token", GITHUB_TOKEN: "hub-token" },
        passedVariables: () => ["GITHUB_TOKEN", "OPENAI_API_KEY"],
      },
    ));

  it("[R100, R104] has an id at once, then output, and its exit status when it has ended", () =>
    withTerminals(async ({ create, output, wait, untilHeard, folder }) => {
      const id = await create(sh("mkfifo go; echo out; echo err >&2; read word <go; exit 3"));
      await untilHeard("err\n");
      expect(await output(id)).toEqual({ output: "out\nerr\n", truncated: false });
      await writeFile(`${folder}/go`, "on\n");
      const status = { exitCode: 3, signal: null };
      expect(await wait(id)).toEqual(status);
      expect(await wait(id)).toEqual(status);
      expect(await output(id)).toEqual({ output: "out\nerr\n", truncated: false, exitStatus: status });
    }));

  it("[R104] that a signal ended has no exit code", () =>
    withTerminals(async ({ run }) => {
      const { exitStatus } = await run(sh("kill -9 $$"));
      expect(exitStatus).toEqual({ exitCode: null, signal: "SIGKILL" });
    }));

  it("writes stdout and stderr in the order in which it wrote them", () =>
    withTerminals(async ({ run }) => {
      const { output } = await run(sh("for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done"));
      expect(output).toBe([1, 2, 3, 4, 5].map((i) => `out ${i}\nerr ${i}\n`).join(""));
    }));

  it("gets its arguments as they are", () =>
    withTerminals(async ({ run }) => {
      const args = ["a b", "$PATH", "*", "'", '"', "", "; exit 7"];
      const { output } = await run({ command: "printf", args: ["<%s>", ...args] });
      expect(output).toBe(args.map((arg) => `<${arg}>`).join(""));
    }));

  it("[R107] runs in the folder and with the variables it was given", () =>
    withTerminals(
      async ({ run, folder }) => {
        const script = 'echo "$PWD $MINE $YOURS $TERM"';
        const env = [{ name: "YOURS", value: "b" }];
        expect((await run({ ...sh(script), env })).output).toBe(`${folder} a b dumb\n`);
        await mkdir(`${folder}/below`);
        const given = [...env, { name: "MINE", value: "c" }, { name: "TERM", value: "xterm" }];
        const { output } = await run({ ...sh(script), cwd: `${folder}/below`, env: given });
        expect(output).toBe(`${folder}/below c b xterm\n`);
      },
      { env: { MINE: "a" } },
    ));

  it("[F-02] that would prompt, page or open an editor does not wait for input", () =>
    withTerminals(async ({ run }) => {
      const git = (line: string) => run(sh(`git -c user.name=a -c user.email=a@b ${line}`));
      await git("init -q .");
      await git("commit -q --allow-empty -m first");
      // With a pager of its own in the configuration, which would never end.
      const log = await git("-c core.pager='sleep 1000' log --format=%s");
      expect(log).toMatchObject({ output: "first\n", exitStatus: { exitCode: 0 } });
      const commit = await git("commit --allow-empty");
      expect(commit).toMatchObject({ exitStatus: { exitCode: 1 } });
      expect(await run(sh("read answer; echo $?"))).toMatchObject({ output: "1\n" });
      // Searching tools search the folder, and not their input, only if that is no pipe.
      expect(await run(sh("[ -c /dev/stdin ] && echo device"))).toMatchObject({ output: "device\n" });
      const { exitStatus } = await run(sh(": </dev/tty"));
      expect(exitStatus?.exitCode).toBeGreaterThan(0);
    }));

  it("[F-05] in bytes that are no UTF-8, or split in the middle, is still text", () =>
    withTerminals(async ({ run }) => {
      const { output } = await run(sh("printf 'a\\377b\\303'; printf '\\251c\\342\\202'"));
      expect(output).toBe("a\u{fffd}béc\u{fffd}");
    }));
});

describe("[R105] the output", () => {
  it("is kept up to the limit of the agent, from the end, in whole characters", () =>
    withTerminals(async ({ run }) => {
      const print = sh("printf 'one 🦉 two'");
      expect(await run({ ...print, outputByteLimit: 12 })).toMatchObject({ output: "one 🦉 two", truncated: false });
      expect(await run({ ...print, outputByteLimit: 7 })).toMatchObject({ output: " two", truncated: true });
      expect(await run({ ...print, outputByteLimit: 0 })).toMatchObject({ output: "", truncated: true });
    }));

  it("[F-06] of any length has a limit of ours, and its end", () =>
    withTerminals(
      async ({ run }) => {
        const flood = sh("yes 0123456789 | head -c 5000000; echo the end");
        for (const limit of [{}, { outputByteLimit: 1e15 }]) {
          const { output, truncated } = await run({ ...flood, ...limit });
          expect(truncated).toBe(true);
          expect(output).toHaveLength("outputByteLimit" in limit ? 2_000 : 1_000);
          expect(output).toMatch(/the end\n$/);
        }
      },
      { limits: { outputBytes: 1_000, mostOutputBytes: 2_000 } },
    ));

  it("is heard as it comes: all of it, in order, in few parts", () =>
    withTerminals(async ({ run, heard }) => {
      const lines = Array.from({ length: 35_000 }, (_, index) => `${index + 1}\n`).join("");
      await run({ command: "seq", args: ["35000"], outputByteLimit: 10 });
      expect(heard.join("")).toBe(lines);
      expect(heard.length).toBeLessThan(1_000);
    }));

  it("is heard while the command runs", async () => {
    const first = Promise.withResolvers<string>();
    await withTerminals(
      async ({ create }) => {
        const id = await create(sh("echo 'ready €'; sleep 1000"));
        expect(await first.promise).toBe(`${id} ready €\n`);
      },
      { onOutput: (id, text) => first.resolve(`${id} ${text}`) },
    );
  });
});

describe("[F-01] a line for a shell", () => {
  it.each([
    ["with a space", "echo one two", "one two\n"],
    ["with a pipe", "printf 'b\\na\\n'|sort", "a\nb\n"],
    ["with several commands", "cd / && pwd; echo $((1 + 1))", "/\n2\n"],
    ["with a variable", "X=5; echo $X", "5\n"],
  ])("%s is given to one, if there are no arguments", (_, command, expected) =>
    withTerminals(async ({ run }) => {
      expect(await run({ command })).toMatchObject({ output: expected, exitStatus: { exitCode: 0 } });
      expect(await run({ command, args: [] })).toMatchObject({ output: expected });
    }),
  );

  it("is not what a program with spaces in its path is, nor a command with arguments", () =>
    withTerminals(async ({ run, create, folder }) => {
      await mkdir(`${folder}/my tools`);
      await writeFile(`${folder}/my tools/run me`, "#!/bin/sh\necho ran $1\n");
      await chmod(`${folder}/my tools/run me`, 0o755);
      expect(await run({ command: `${folder}/my tools/run me` })).toMatchObject({ output: "ran\n" });
      expect(await run({ command: "./my tools/run me", args: ["it"] })).toMatchObject({ output: "ran it\n" });
      await expect(create({ command: "echo one", args: ["two"] })).rejects.toMatchObject({ code: -32_002 });
    }));

  it("goes to the shell that was chosen", () =>
    withTerminals(
      async ({ run }) => {
        expect(await run({ command: "a b" })).toMatchObject({ output: "<a b>" });
      },
      { shell: ["/usr/bin/printf", "<%s>"] },
    ));
});
