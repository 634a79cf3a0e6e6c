import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { decide, defaultRules } from "@tenon/policy";
import { describe, expect, it } from "vitest";

import { bothWays, withCommands } from "../support/test-commands.ts";
import { tellingClock } from "../support/telling-clock.ts";
import { textOf } from "../support/test-workspace.ts";

describe.each(bothWays)("a command %s", (way) => {
  it("[F-01] as a line is for the shell, and as a program with arguments no shell touches it", () =>
    withCommands(way, async ({ call }) => {
      expect(await call("run_command", { line: "echo a b | tr a-z A-Z && echo $((1 + 1))" })).toBe(
        "Exit code 0.\nA B\n2\n",
      );
      const args = ["<%s>", "a b", "$HOME", "*", "'", "; exit 7"];
      expect(await call("run_command", { command: "printf", args })).toBe("Exit code 0.\n<a b><$HOME><*><'><; exit 7>");
    }));

  it("reports its exit code, or the signal that ended it, and that it wrote nothing", () =>
    withCommands(way, async ({ run }) => {
      const failed = await run("run_command", { line: "echo oh >&2; exit 3" });
      expect(failed).toMatchObject({ isError: true, rawOutput: { exitCode: 3, signal: null } });
      expect(textOf(failed)).toBe("Exit code 3.\noh\n");
      const killed = await run("run_command", { line: "kill -9 $$" });
      expect(killed).toMatchObject({ isError: true, rawOutput: { exitCode: null, signal: "SIGKILL" } });
      expect(textOf(killed)).toBe("Ended by SIGKILL.\n(No output.)");
      expect(await run("run_command", { line: "true" })).toMatchObject({ isError: false });
    }));

  it("runs in the folder it names", () =>
    withCommands(way, async ({ call, root }) => {
      await mkdir(join(root, "below"));
      expect(await call("run_command", { line: "pwd" })).toBe(`Exit code 0.\n${root}\n`);
      expect(await call("run_command", { line: "pwd", folder: "below" })).toBe(`Exit code 0.\n${root}/below\n`);
    }));

  it("that cannot be started fails with that reason", () =>
    withCommands(way, async ({ run }) => {
      // In a terminal it is a shell that says so.
      const said = run("run_command", { command: "no-such-program" }).then(
        (outcome) => [outcome.isError, textOf(outcome)],
        (error: unknown) => [true, String(error)],
      );
      await expect(said).resolves.toEqual([true, expect.stringContaining("no-such-program")]);
    }));

  it("[F-02] that would page, ask or open an editor returns at once", () =>
    withCommands(way, async ({ call }) => {
      const git = (line: string) => call("run_command", { line: `git -c user.name=a -c user.email=a@b ${line}` });
      await git("init -q .");
      await git("commit -q --allow-empty -m first");
      expect(await git("log --format=%s")).toBe("Exit code 0.\nfirst\n");
      expect(await git("commit --allow-empty")).toMatch(/^Exit code 1\./);
      expect(await call("run_command", { line: "read answer; echo $?" })).toBe("Exit code 0.\n1\n");
    }));

  it("[D-08] [F-11] that leaves a server in the background ends when it ends itself, and so does the server", () =>
    withCommands(way, async ({ call }) => {
      expect(await call("run_command", { line: "sleep 1000 & echo started" })).toBe("Exit code 0.\nstarted\n");
    }));

  it("[F-04] ends with all that it started when the turn is cancelled, and reports what it wrote until then", () =>
    withCommands(way, async ({ run, makePipe, heard, until }) => {
      await makePipe("ready");
      const turn = new AbortController();
      const line = "echo begun; (trap '' TERM; sleep 1000) & setsid sleep 1000 & echo on >ready; wait";
      const running = run("run_command", { line }, { signal: turn.signal });
      await heard("ready");
      await until(way === "by ourselves" ? "show content" : "show terminal");
      turn.abort(new Error("cancelled"));
      const outcome = await running;
      expect(outcome).toMatchObject({ isError: true, rawOutput: { cutShort: "aborted" } });
      expect(textOf(outcome)).toBe(`It was cancelled.${way === "by ourselves" ? "\nbegun\n" : ""}`);
    }));

  it("[F-02] [F-04] that takes too long is ended with all that it started, and says so", async () => {
    const clock = tellingClock();
    await withCommands(
      way,
      async ({ run, makePipe, heard }) => {
        await makePipe("ready");
        const running = run("run_command", {
          line: "echo begun; echo on >ready; sleep 1000 & wait",
          timeout_seconds: 7,
        });
        await Promise.all([heard("ready"), clock.untilAsked(7_000)]);
        await clock.advance(7_000);
        const outcome = await running;
        expect(outcome).toMatchObject({ isError: true, rawOutput: { cutShort: "late" } });
        expect(textOf(outcome)).toMatch(/^Timed out after 7 seconds and was stopped\..*\nbegun\n$/);
      },
      { clock },
    );
    expect(clock.waiting).toBe(0);
  });

  it("has two minutes by default, and half an hour at most", async () => {
    const clock = tellingClock();
    await withCommands(
      way,
      async ({ call }) => {
        await call("run_command", { line: "true" });
        await clock.untilAsked(120_000);
        await call("run_command", { line: "true", timeout_seconds: "999999" });
        await clock.untilAsked(1_800_000);
      },
      { clock },
    );
  });

  it("[F-06] with much output shows the beginning, the end, how much is between them, and where all of it is", () =>
    withCommands(way, async ({ call, outputFolder }) => {
      const text = await call("run_command", { line: "seq 1 20000" });
      const whole = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join("");
      const [, head, leftOut, bytes, path, tail] =
        /^Exit code 0\.\n([^]*)\n\[(\d+) of (\d+) bytes were left out here\. All of it is in (.*)\.\]\n([^]*)$/.exec(
          text,
        ) ?? [];
      expect(whole.startsWith(`${head}\n`)).toBe(true);
      expect(whole.endsWith(`\n${tail}`)).toBe(true);
      expect(Number(bytes)).toBe(whole.length);
      expect(Number(leftOut)).toBe(whole.length - (head?.length ?? 0) - (tail?.length ?? 0));
      expect(text.length).toBeLessThan(25_000);
      expect(path).toBe(join(outputFolder, "output-call-1.txt"));
      expect(await readFile(path ?? "", "utf8")).toBe(whole);
    }));

  it("[W-02] that writes 35,000 lines puts no more on the wire than three times its output", () =>
    withCommands(way, async ({ run, shown, created }) => {
      const outcome = await run("run_command", { line: "seq 100001 135000" });
      const sent = JSON.stringify([shown, outcome.content, outcome.rawOutput, created]);
      expect(sent.length).toBeLessThan(3 * 35_000 * 7);
    }));
});

describe("before it runs, a command", () => {
  it("[F-07] is shown as it is: in the title, or below it if it is long", () =>
    withCommands("by ourselves", async ({ prepare }) => {
      expect(await prepare("run_command", { line: "npm test -- --watch=false" })).toMatchObject({
        title: "npm test -- --watch=false",
        kind: "execute",
      });
      expect(await prepare("run_command", { command: "echo", args: ["a b", "it's"] })).toMatchObject({
        title: String.raw`echo 'a b' 'it'\''s'`,
      });
      const line = `cat <<E\n${"x".repeat(300)}\nE`;
      const { title, content } = await prepare("run_command", { line });
      expect(title).toHaveLength(201);
      expect(JSON.stringify(content)).toContain(JSON.stringify(line).slice(1, -1));
    }));

  it("[F-07] cannot hide what it says", () =>
    withCommands("by ourselves", async ({ prepare }) => {
      const { title } = await prepare("run_command", { line: "echo safe \u{202e}# fr- mr\rls" });
      expect(title).toBe(String.raw`echo safe \u{202e}# fr- mr\u{d}ls`);
    }));

  it("is put to the policy as what it is, and with its folder", () =>
    withCommands("by ourselves", async ({ prepare, root }) => {
      const folder = { type: "path", access: "read", path: root };
      const asLine = await prepare("run_command", { line: "rm -rf x" });
      expect(asLine.subjects).toMatchObject([{ type: "command", shell: "rm -rf x" }, folder]);
      const asProgram = await prepare("run_command", { command: "rm", args: ["-rf", "x"] });
      expect(asProgram.subjects).toMatchObject([{ type: "command", command: "rm", args: ["-rf", "x"] }, folder]);
    }));

  it("is denied in a folder outside the session's, unless a rule allows it", () =>
    withCommands("by ourselves", async ({ prepare }) => {
      const { subjects } = await prepare("run_command", { line: "true", folder: "/" });
      const effectsOf = (asked: typeof subjects) => asked.map((subject) => decide(subject, [defaultRules]).effect);
      expect(effectsOf(subjects)).toContain("deny");
      const inside = await prepare("run_command", { line: "true" });
      expect(effectsOf(inside.subjects)).toContain("ask");
      expect(effectsOf(inside.subjects)).not.toContain("deny");
    }));

  it.each([
    [{}, /Give line, or command with args/],
    [{ line: " " }, /Give line, or command with args/],
    [{ line: "ls", command: "ls" }, /either line, or command/],
    [{ line: "ls", args: ["-l"] }, /either line, or command/],
    [{ command: "git status" }, /in args, or all of it in line/],
    [{ command: "git", args: "status" }, /args should be an array of strings/],
    [{ line: "ls", folder: "nowhere" }, /No such folder: nowhere/],
    [{ line: "ls", timeout_seconds: 0 }, /timeout_seconds/],
  ])("[F-01] that is not clear, as in %j, is sent back to the model", (args, problem) =>
    withCommands("by ourselves", async ({ prepare }) => {
      await expect(prepare("run_command", args)).rejects.toThrow(problem);
    }),
  );
});
