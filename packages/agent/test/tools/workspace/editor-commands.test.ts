import { calls, type ClientAnswers, failWith, scriptedTerminals } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";
import type { CommandStart } from "@tenon/workspace";

import { testWorkspace } from "../support/test-workspace.ts";

async function open(more: ClientAnswers = {}) {
  const terminals = scriptedTerminals((_command, args) =>
    args.at(-1)?.includes("server") ? { output: "ready\n" } : { output: "done\n", exitCode: 3 },
  );
  const project = await testWorkspace({
    editor: { capabilities: { terminal: true }, answers: { ...terminals.answers, ...more } },
  });
  const { workspace, editor } = project;
  const embedded: unknown[] = [];
  const sent = () => editor.transcript.entries.map(({ text }) => JSON.parse(text).method).filter(Boolean);
  return {
    ...project,
    terminals,
    embedded,
    sent,
    start: (run: CommandStart["run"], options: Partial<CommandStart> = {}) =>
      workspace.startCommand({
        run,
        outputBytes: 1_000,
        signal: new AbortController().signal,
        embed: async (content) => void embedded.push(content, sent()),
        ...options,
      }),
  };
}

describe.skipIf(process.platform === "win32")("a command in the editor's terminal", () => {
  it("[R107] [F-01] [F-02] is a program with arguments, in an absolute folder, without input", async () => {
    await using project = await open();
    await project.start({ shell: "echo $X | cat" }, { env: { X: "1" } });
    const created = await project.editor.transcript.when(calls("terminal/create"));
    const { params } = JSON.parse(created.text);
    expect(params).toMatchObject({
      sessionId: "session-1",
      command: "/bin/sh",
      args: ["-c", "exec </dev/null; echo $X | cat"],
      cwd: project.root,
      outputByteLimit: 1_000,
    });
    expect(params.env).toContainEqual({ name: "GIT_TERMINAL_PROMPT", value: "0" });
    expect(params.env).toContainEqual({ name: "X", value: "1" });
    await project.start({ command: "node", args: ["-e", "a b"] });
    const [, program] = project.editor.transcript.entries.filter(calls("terminal/create"));
    expect(JSON.parse(program?.text ?? "{}").params).toMatchObject({
      command: "/bin/sh",
      args: ["-c", 'exec "$0" "$@" </dev/null', "node", "-e", "a b"],
    });
  });

  it("[R106] [R101] [F-08] is embedded before anything else happens to it, and released once", async () => {
    await using project = await open();
    const command = await project.start({ shell: "make" });
    expect(project.embedded).toEqual(["terminal-1", ["terminal/create"]]);
    expect(command.isInEditor).toBe(true);
    expect(await command.ended).toEqual({ exitCode: 3, signal: null });
    expect(await command.output()).toEqual({
      output: "done\n",
      truncated: false,
      exitStatus: { exitCode: 3, signal: null },
    });
    await command.release();
    await command.release();
    await project.editor.transcript.when(calls("terminal/release"));
    await project.workspace.close();
    expect(project.sent().filter((method) => method === "terminal/release")).toHaveLength(1);
    expect(project.terminals.open.size).toBe(0);
  });

  it("[R102] can be ended and read, and ends with the session", async () => {
    await using project = await open();
    const server = await project.start({ shell: "server" });
    await project.start({ shell: "other server" });
    expect(await server.output()).toEqual({ output: "ready\n", truncated: false });
    await server.end();
    expect(await server.ended).toEqual({ exitCode: null, signal: "SIGKILL" });
    expect((await server.output()).output).toBe("ready\n");
    expect(project.workspace.commands).toHaveLength(2);
    await project.workspace.close();
    expect(project.workspace.commands).toHaveLength(0);
    for (const terminalId of ["terminal-1", "terminal-2"]) {
      await project.editor.transcript.when(
        (entry) => calls("terminal/release")(entry) && entry.text.includes(terminalId),
      );
    }
  });

  it("[R101] is released also when it comes after the call was cancelled", async () => {
    const created = Promise.withResolvers<{ terminalId: string }>();
    await using project = await open({
      "terminal/create": () => created.promise,
      "terminal/release": () => ({}),
    });
    const turn = new AbortController();
    const starting = project.start({ shell: "make" }, { signal: turn.signal });
    await project.editor.transcript.when(calls("terminal/create"));
    turn.abort(new Error("cancelled"));
    await expect(starting).rejects.toThrow("cancelled");
    created.resolve({ terminalId: "late" });
    const { text } = await project.editor.transcript.when(calls("terminal/release"));
    expect(JSON.parse(text).params).toEqual({ sessionId: "session-1", terminalId: "late" });
    expect(project.embedded).toEqual([]);
  });

  it("[R101] is released if it cannot be embedded", async () => {
    await using project = await open();
    const embed = () => Promise.reject(new Error("no tool call"));
    await expect(project.start({ shell: "make" }, { embed })).rejects.toThrow("no tool call");
    await project.editor.transcript.when(calls("terminal/release"));
  });

  it("an editor that refuses is quoted", async () => {
    await using project = await open({ "terminal/create": failWith({ code: -32_603, message: "no shell here" }) });
    await expect(project.start({ shell: "make" })).rejects.toMatchObject({
      name: "ToolError",
      message: "The editor's terminal: no shell here",
    });
  });

  it("[R99] is not one if the editor does not offer terminals", async () => {
    await using project = await testWorkspace({ editor: { capabilities: { terminal: false }, answers: {} } });
    const signal = new AbortController().signal;
    const command = await project.workspace.startCommand({
      run: { shell: "echo own" },
      outputBytes: 100,
      signal,
      embed: async () => {},
    });
    await command.ended;
    expect((await command.output()).output).toBe("own\n");
    expect(project.editor.transcript.entries).toEqual([]);
  });
});
