import { setImmediate } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { bothWays, withCommands } from "../support/test-commands.ts";
import { tellingClock } from "../support/telling-clock.ts";
import { textOf } from "../support/test-workspace.ts";

describe.each(bothWays)("a command in the background %s", (way) => {
  it("gives its id at once, then what it wrote since it was last asked, and how it ended", () =>
    withCommands(way, async ({ start, run, call, makePipe, heard }) => {
      for (const pipe of ["one", "go"]) await makePipe(pipe);
      const line = "echo first; echo on >one; read word <go; echo second; exit 4";
      const id = await start(line);
      await heard("one");
      expect(await untilWritten(call, id)).toBe("It is running.\nfirst\n");
      expect(await call("command_output", { id })).toBe("It is running.\n(No output.)");
      expect(await call("command_output", {})).toBe(`In the background:\n${id}: ${line} (running)`);

      await call("run_command", { line: "echo on >go" });
      const ended = await run("command_output", { id, wait_seconds: 600 });
      expect(ended).toMatchObject({ isError: true, rawOutput: { exitCode: 4 } });
      expect(textOf(ended)).toBe("It has ended. Exit code 4.\nsecond\n");
      expect(await call("command_output", {})).toBe("No commands are in the background.");
    }));

  it("[F-04] can be stopped, with all that it started", () =>
    withCommands(way, async ({ start, run, call, prepare, makePipe, heard, events }) => {
      await makePipe("ready");
      const line = "echo up; sleep 1000 & echo on >ready; wait";
      const id = await start(line);
      await heard("ready");
      const question = await prepare("stop_command", { id });
      expect(question).toMatchObject({ title: `Stop ${line}`, kind: "execute", subjects: [] });
      const stopped = await run("stop_command", { id });
      expect(stopped).toMatchObject({ isError: false, rawOutput: { exitCode: null } });
      expect(textOf(stopped)).toMatch(/^It was stopped\. Ended by SIG(TERM|KILL)\.\nup\n$/);
      await expect(call("stop_command", { id })).rejects.toThrow("No commands are in the background.");
      expect(events.filter((event) => event.startsWith("release")).length).toBe(way === "by ourselves" ? 0 : 1);
    }));

  it("is waited for no longer than asked", async () => {
    const clock = tellingClock();
    await withCommands(
      way,
      async ({ start, call, closeSession }) => {
        const id = await start("sleep 1000");
        const output = call("command_output", { id, wait_seconds: 9 });
        await clock.untilAsked(9_000);
        await clock.advance(9_000);
        expect(await output).toBe("It is running.\n(No output.)");
        await closeSession();
      },
      { clock },
    );
  });

  it("is waited for no longer than the turn lasts, and nothing that it wrote is lost by that", () =>
    withCommands(way, async ({ start, run, call, makePipe, heard }) => {
      await makePipe("ready");
      const id = await start("echo up; echo on >ready; sleep 1000");
      await heard("ready");
      const turn = new AbortController();
      const waiting = run("command_output", { id, wait_seconds: 60 }, { signal: turn.signal });
      turn.abort(new Error("cancelled"));
      await expect(waiting).rejects.toThrow("cancelled");
      expect(await untilWritten(call, id)).toBe("It is running.\nup\n");
    }));

  it("outlives the turn that started it, and ends with the session", () =>
    withCommands(way, async ({ start, call, closeSession }) => {
      const turn = new AbortController();
      const id = await start("sleep 1000 & wait", { signal: turn.signal });
      turn.abort();
      expect(await call("command_output", { id })).toMatch(/^It is running/);
      await closeSession();
    }));

  it("of another name than any there is, is answered with those that there are", () =>
    withCommands(way, async ({ start, prepare }) => {
      const id = await start("sleep 1000");
      const problem = `There is no background command "7". In the background:\n${id}: sleep 1000 (running)`;
      await expect(prepare("command_output", { id: "7" })).rejects.toThrow(problem);
    }));
});

/** What was heard from the command has yet to be heard from its output. */
async function untilWritten(
  call: (tool: string, args: { readonly id: string }) => Promise<string>,
  id: string,
): Promise<string> {
  for (;;) {
    const text = await call("command_output", { id });
    if (!text.endsWith("(No output.)")) return text;
    await setImmediate();
  }
}
