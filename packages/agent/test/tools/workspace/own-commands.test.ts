import { EventEmitter, once } from "node:events";

import { leaveNothing } from "@tenon/testkit";
import { describe, expect, it } from "vitest";
import type { CommandStart, Workspace } from "@tenon/workspace";

import { testWorkspace, type TestWorkspace } from "../support/test-workspace.ts";

/** Closes the workspace after the block, and insists that nothing is left. */
function withWorkspace(block: (project: TestWorkspace) => Promise<void>): Promise<void> {
  return leaveNothing(async ({ environment }) => {
    await using project = await testWorkspace({ env: { PATH: process.env["PATH"], ...environment } });
    await block(project);
  });
}

function start(workspace: Workspace, run: CommandStart["run"], more: Partial<CommandStart> = {}) {
  const signal = new AbortController().signal;
  const embed = () => Promise.reject(new Error("There is no terminal to embed"));
  return workspace.startCommand({ run, outputBytes: 10_000, signal, embed, ...more });
}

describe("a command of our own", () => {
  it("runs a program with its arguments as they are, or a line by a shell", () =>
    withWorkspace(async ({ workspace, root }) => {
      const program = await start(workspace, { command: "printf", args: ["%s|", "a b", "$HOME", "'"] });
      expect(await program.ended).toEqual({ exitCode: 0, signal: null });
      expect(await program.output()).toMatchObject({ output: "a b|$HOME|'|", truncated: false });
      expect(program.line).toBe(String.raw`printf '%s|' 'a b' '$HOME' ''\'''`);
      const line = await start(workspace, { shell: "pwd; echo $X >&2; exit 3" }, { env: { X: "given" } });
      expect(await line.ended).toEqual({ exitCode: 3, signal: null });
      expect((await line.output()).output).toBe(`${root}\ngiven\n`);
      expect(line.isInEditor).toBe(false);
    }));

  it("[F-02] cannot ask for input", () =>
    withWorkspace(async ({ workspace }) => {
      const command = await start(workspace, { shell: "read x; echo $? $PAGER $GIT_TERMINAL_PROMPT" });
      await command.ended;
      expect((await command.output()).output).toBe("1 cat 0\n");
    }));

  it("[F-04] [F-11] outlives its call, can be watched and ended, and ends with the session", () =>
    withWorkspace(async ({ workspace }) => {
      const heard = new EventEmitter();
      const ready = once(heard, "text");
      const turn = new AbortController();
      const server = await start(
        workspace,
        { shell: "sleep 300 & echo ready; wait" },
        { signal: turn.signal, onText: (text) => heard.emit("text", text) },
      );
      const other = await start(workspace, { shell: "sleep 300" });
      expect(await ready).toEqual(["ready\n"]);
      turn.abort();
      expect(workspace.commands.map(({ id }) => id)).toEqual([server.id, other.id]);
      expect(await server.output()).toEqual({ output: "ready\n", truncated: false });
      await server.end();
      expect(await server.ended).toMatchObject({ exitCode: null, signal: "SIGTERM" });
      expect((await server.output()).output).toBe("ready\n");
      await server.release();
      await server.release();
      expect(workspace.commands).toEqual([other]);
    }));

  it("says why it cannot be started", () =>
    withWorkspace(async ({ workspace, root }) => {
      await expect(start(workspace, { command: "no-such-program", args: [] })).rejects.toMatchObject({
        name: "ToolError",
        message: /no-such-program/,
      });
      const cwd = `${root}/nowhere`;
      await expect(start(workspace, { shell: "true" }, { cwd })).rejects.toMatchObject({ name: "ToolError" });
      const signal = AbortSignal.abort(new Error("cancelled"));
      await expect(start(workspace, { shell: "true" }, { signal })).rejects.toThrow("cancelled");
      expect(workspace.commands).toEqual([]);
    }));

  it("is refused when too many run, and when the session has ended", () =>
    withWorkspace(async ({ workspace }) => {
      await Promise.all(Array.from({ length: 32 }, () => start(workspace, { shell: "sleep 300" })));
      await expect(start(workspace, { shell: "true" })).rejects.toThrow("32 commands are already running");
      await Promise.all([workspace.close(), workspace.close()]);
      await expect(start(workspace, { shell: "true" })).rejects.toThrow("The session has ended.");
    }));
});
