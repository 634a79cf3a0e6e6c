import { isAbsolute } from "node:path";
import { setImmediate } from "node:timers/promises";

import { failWith, neverAnswer, RequestFailed } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { type TestCommands, withCommands } from "../support/test-commands.ts";
import { tellingClock } from "../support/telling-clock.ts";
import { textOf } from "../support/test-workspace.ts";

const way = "in the editor's terminals";

describe("a command in the editor's terminal", () => {
  it("[R101] [R106] [F-08] is in the tool call before anything else, stays there, and is released once", () =>
    withCommands(way, async ({ run, events, shown }) => {
      const outcome = await run("run_command", { line: "echo hello" });
      expect(events).toEqual([
        "create terminal-1",
        "show terminal",
        "wait terminal-1",
        "wait ended terminal-1",
        "output terminal-1",
        "release terminal-1",
      ]);
      expect(shown).toEqual([{ content: [{ type: "terminal", terminalId: "terminal-1" }] }]);
      expect(outcome).not.toHaveProperty("content");
    }));

  it.each([
    ["fails", { line: "exit 1" }],
    ["writes nothing", { line: "true" }],
    ["kills itself", { line: "kill -9 $$" }],
  ])("[R101] that %s is released once", (_, args) =>
    withCommands(way, async ({ run, events }) => {
      await run("run_command", args);
      expect(releases(events)).toEqual(["release terminal-1"]);
    }),
  );

  it("[R101] [R102] that is cancelled, times out, or is stopped is released once", async () => {
    const clock = tellingClock();
    await withCommands(
      way,
      async ({ start, run, events }) => {
        const turn = new AbortController();
        const cancelled = run("run_command", { line: "sleep 1000", timeout_seconds: 50 }, { signal: turn.signal });
        await clock.untilAsked(50_000);
        turn.abort();
        expect(textOf(await cancelled)).toBe("It was cancelled.");
        const late = run("run_command", { line: "sleep 1000", timeout_seconds: 60 });
        await clock.untilAsked(60_000);
        await clock.advance(60_000);
        expect(textOf(await late)).toMatch(/^Timed out after/);
        await run("stop_command", { id: await start("sleep 1000") });
        expect(releases(events)).toEqual(["release terminal-1", "release terminal-2", "release terminal-3"]);
        expect(events).toContain("kill terminal-2");
      },
      { clock },
    );
  });

  it("[R101] in the background is released when it ends, without being asked for, and its output is not lost", () =>
    withCommands(way, async ({ start, call, until, events }) => {
      const id = await start("echo done");
      await until("release terminal-1");
      expect(await call("command_output", { id, wait_seconds: 60 })).toBe("It has ended. Exit code 0.\ndone\n");
      expect(releases(events)).toEqual(["release terminal-1"]);
    }));

  it("[R101] [R103] in the background is released when the session ends, and not asked for anything afterwards", () =>
    withCommands(way, async ({ start, closeSession, until, events }) => {
      await start("sleep 1000");
      await closeSession();
      await until("wait ended terminal-1");
      for (let turns = 0; turns < 10; turns += 1) await setImmediate();
      expect(events.findLast((event) => !event.startsWith("wait"))).toBe("release terminal-1");
    }));

  it("[R107] [F-01] is a program with arguments, in an absolute folder, with variables as a list", () =>
    withCommands(way, async ({ run, created }) => {
      await run("run_command", { line: "echo $A | cat" });
      expect(created).toHaveLength(1);
      const [{ command, args, cwd, env } = { command: "" }] = created;
      expect(command).toBe("/bin/sh");
      expect(args).toEqual(["-c", expect.stringContaining("echo $A | cat")]);
      expect(isAbsolute(cwd ?? "")).toBe(true);
      expect(env).toContainEqual({ name: "PAGER", value: "cat" });
    }));

  it.skipIf(process.platform === "win32")(
    "[F-01] [F-02] a program with arguments cannot ask for input either, and its arguments stay as they are",
    () =>
      withCommands(way, async ({ call, created }) => {
        const args = ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "a b", "$HOME", "'", "</dev/tty"];
        const output = await call("run_command", { command: process.execPath, args });
        expect(output).toContain(JSON.stringify(args.slice(2)));
        expect(created[0]?.args?.slice(0, 2)).toEqual(["-c", expect.stringContaining("</dev/null")]);
      }),
  );

  it("[R99] is none if the editor has no terminals", () =>
    withCommands("by ourselves", async ({ run, events }) => {
      await run("run_command", { line: "echo hello" });
      expect(events.filter((event) => /terminal/.test(event))).toEqual([]);
    }));

  it("that the editor refuses is a failure the model reads about", () =>
    withCommands(way, ({ run }) => expect(run("run_command", { line: "ls" })).rejects.toThrow("no more terminals"), {
      answers: { "terminal/create": failWith({ code: -32_603, message: "no more terminals" }) },
    }));

  it("runs by ourselves when the editor turns out to have no terminals, which is asked once", () => {
    let asked = 0;
    const refuse = () => {
      asked += 1;
      throw new RequestFailed({ code: -32_601, message: "Method not found" });
    };
    return withCommands(
      way,
      async ({ call, shown }) => {
        expect(await call("run_command", { line: "echo one" })).toMatch(/one/);
        expect(await call("run_command", { line: "echo two" })).toMatch(/two/);
        expect(asked).toBe(1);
        expect(JSON.stringify(shown)).not.toContain("terminal");
      },
      { answers: { "terminal/create": refuse } },
    );
  });

  it("that the editor never creates fails with a message, and is released should it still come", async () => {
    const clock = tellingClock();
    const created = Promise.withResolvers<{ readonly terminalId: string }>();
    const released = Promise.withResolvers<unknown>();
    await withCommands(
      way,
      async ({ run }) => {
        const failed = run("run_command", { line: "true" }).catch(String);
        await clock.untilAsked(30_000);
        await clock.advance(30_000);
        expect(await failed).toContain("did not answer terminal/create within 30 seconds");
        created.resolve({ terminalId: "late" });
        expect(await released.promise).toMatchObject({ terminalId: "late" });
      },
      {
        clock,
        answers: {
          "terminal/create": () => created.promise,
          "terminal/release": (params) => {
            released.resolve(params);
            return {};
          },
        },
      },
    );
  });

  it("of which the editor does not say how it ended is released all the same", () =>
    withCommands(
      way,
      async ({ run, events }) => {
        const outcome = await run("run_command", { line: "echo hello" });
        expect(outcome.isError).toBe(true);
        expect(textOf(outcome)).toMatch(/^Its exit status is unknown\. .*window closed/);
        expect(releases(events)).toEqual(["release terminal-1"]);
      },
      { answers: { "terminal/wait_for_exit": failWith({ code: -32_603, message: "window closed" }) } },
    ));

  it("that the editor reports nothing about holds up no turn", async () => {
    const clock = tellingClock();
    await withCommands(
      way,
      async ({ run, events }) => {
        const running = run("run_command", { line: "true", timeout_seconds: 60 });
        await clock.untilAsked(60_000);
        await clock.advance(60_000);
        // For its end, then for its output: some seconds each.
        for (let waits = 0; waits < 3; waits += 1) await clock.advance(5_000);
        expect(textOf(await running)).toMatch(
          /^Timed out after .*\n\[The editor did not report the output of the command\.\]\n$/,
        );
        expect(releases(events)).toEqual(["release terminal-1"]);
      },
      {
        clock,
        answers: {
          "terminal/wait_for_exit": neverAnswer,
          "terminal/kill": neverAnswer,
          "terminal/output": neverAnswer,
        },
      },
    );
  });
});

function releases(events: TestCommands["events"]): readonly string[] {
  return events.filter((event) => event.startsWith("release"));
}
