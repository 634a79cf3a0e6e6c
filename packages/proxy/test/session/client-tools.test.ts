import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { allow, type ClientAnswers, type McpStep, reject, RequestFailed, type Step } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { openWrapped, type Wrapped, type WrappedOptions } from "./open-wrapped.ts";

interface Lent {
  readonly wrapped: Wrapped;
  readonly root: string;
  /** Plays the turn; what the agent said of it, which is the text of the results. */
  go(): Promise<string>;
  /** The last word about the call, all updates folded. */
  call(toolCallId: string): Record<string, unknown>;
}

/** A session in a folder of its own, whose agent calls the tools in one turn. */
async function lent(
  steps: (root: string) => readonly Step[],
  options: Omit<WrappedOptions, "script" | "answers"> & { readonly answers?: (root: string) => ClientAnswers },
  look: (lent: Lent) => Promise<void>,
): Promise<void> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tenon-lent-")));
  await writeFile(join(root, "notes.txt"), "on disk\n");
  const { answers, ...rest } = options;
  try {
    await using wrapped = await openWrapped({
      preset: "claude",
      clientTools: "tenon",
      environment: { PATH: process.env["PATH"] },
      ...rest,
      script: { turns: [{ steps: steps(root) }] },
      answers: { "session/request_permission": allow, ...answers?.(root) },
    });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession({ cwd: root });
    await look({
      wrapped,
      root,
      async go() {
        await wrapped.client.prompt(sessionId, "go");
        return wrapped.client.text(sessionId);
      },
      call: (toolCallId) =>
        Object.assign(
          {},
          ...wrapped.client.updates(sessionId).filter((each) => "toolCallId" in each && each.toolCallId === toolCallId),
        ),
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function calls(tool: string, args: Readonly<Record<string, unknown>>, more: Partial<McpStep> = {}): McpStep {
  return { type: "mcp", server: "tenon", tool, arguments: args, toolCallId: tool, ...more };
}

const NO_EDITOR = { capabilities: { session: { notices: {} } } };
const FILES = { capabilities: { fs: { readTextFile: true, writeTextFile: true } } };
const asked = ({ givenToClient }: Wrapped) => givenToClient("session/request_permission");

/** An editor with one buffer, which it has not saved. */
function buffers(root: string): ClientAnswers {
  const path = join(root, "notes.txt");
  return {
    "fs/read_text_file": (request) => {
      if (request.path === path) return { content: "not saved\n" };
      throw new RequestFailed({ code: -32_002, message: "Resource not found" });
    },
    "fs/write_text_file": () => ({}),
  };
}

const terminals: ClientAnswers = {
  "terminal/create": () => ({ terminalId: "term-1" }),
  "terminal/output": () => ({ output: "from the terminal\n", truncated: false }),
  "terminal/wait_for_exit": () => ({ exitCode: 0, signal: null }),
  "terminal/release": () => ({}),
};

describe("client tools", () => {
  it("reads an unsaved buffer of the editor, with line numbers and without a question", async () => {
    const read = (root: string) => [calls("Read", { file_path: join(root, "notes.txt") })];
    await lent(read, { ...FILES, answers: buffers }, async ({ wrapped, root, go, call }) => {
      expect(await go()).toContain("     1→not saved");
      expect(asked(wrapped)).toEqual([]);
      expect(call("Read")).toMatchObject({
        title: "Read notes.txt",
        kind: "read",
        locations: [{ path: join(root, "notes.txt") }],
        status: "completed",
      });
    });
  });

  it("writes through the editor after one question that shows the diff, which the call keeps", async () => {
    const steps = (root: string) => [
      calls("Read", { file_path: join(root, "notes.txt") }),
      calls(
        "Edit",
        { file_path: join(root, "notes.txt"), old_string: "not saved", new_string: "edited" },
        { ask: true },
      ),
    ];
    await lent(steps, { ...FILES, answers: buffers }, async ({ wrapped, root, go, call }) => {
      const diff = { type: "diff", path: join(root, "notes.txt"), oldText: "not saved\n", newText: "edited\n" };
      expect(await go()).toContain("has been updated");
      expect(asked(wrapped)).toMatchObject([
        { toolCall: { toolCallId: "Edit", name: "Edit", title: "Edit notes.txt", kind: "edit", content: [diff] } },
      ]);
      expect(wrapped.givenToClient("fs/write_text_file")).toMatchObject([{ path: diff.path, content: "edited\n" }]);
      expect(call("Edit")).toMatchObject({ title: "Edit notes.txt", status: "completed", content: [diff] });
      expect(await readFile(join(root, "notes.txt"), "utf8")).toBe("on disk\n");
    });
  });

  it("runs a command in the editor's terminal, which is embedded in the call and released", async () => {
    const options = { capabilities: { terminal: true }, answers: () => terminals };
    await lent(
      () => [calls("Bash", { command: "make" })],
      options,
      async ({ wrapped, root, go, call }) => {
        expect(await go()).toContain("from the terminal");
        expect(asked(wrapped)).toMatchObject([{ toolCall: { name: "Bash", title: "make", kind: "execute" } }]);
        expect(wrapped.givenToClient("terminal/create")).toMatchObject([{ cwd: root }]);
        expect(wrapped.givenToClient("terminal/release")).toMatchObject([{ terminalId: "term-1" }]);
        expect(call("Bash")).toMatchObject({
          title: "make",
          kind: "execute",
          content: [{ type: "terminal", terminalId: "term-1" }],
        });
      },
    );
  });

  it("works on this machine where the editor has neither, the same way", async () => {
    const steps = (root: string) => [
      calls("Write", { file_path: join(root, "new/file.txt"), content: "made\n" }),
      calls("Bash", { command: "cat new/file.txt; exit 3" }),
      calls("Bash", { command: "printf background", run_in_background: true }, { toolCallId: "background" }),
      calls("BashOutput", { bash_id: "bash_2" }),
      calls("KillShell", { shell_id: "bash_9" }),
    ];
    await lent(steps, NO_EDITOR, async ({ root, go, call }) => {
      const said = await go();
      expect(await readFile(join(root, "new/file.txt"), "utf8")).toBe("made\n");
      expect(said).toContain("File created successfully at:");
      expect(said).toContain("Exit code 3\nmade");
      expect(said).toContain("Command running in background with ID: bash_2");
      expect(said).toMatch(/<status>(running|completed)<\/status>/);
      expect(said).toContain("There is no background command");
      expect(call("Write")).toMatchObject({ content: [{ type: "diff", oldText: null, newText: "made\n" }] });
      expect(call("Bash")).toMatchObject({ status: "failed" });
    });
  });

  it("does not ask about a call that cannot work: the model reads why", async () => {
    const steps = (root: string) => [
      calls("Edit", { file_path: join(root, "notes.txt"), old_string: "a", new_string: "b" }, { ask: true }),
    ];
    await lent(steps, NO_EDITOR, async ({ wrapped, go, call }) => {
      expect(await go()).toContain("Read it with Read before you change it.");
      expect(asked(wrapped)).toEqual([]);
      expect(call("Edit")).toMatchObject({ status: "failed" });
    });
  });

  it("changes nothing without consent, and nothing outside the session's folders", async () => {
    const steps = (root: string) => [
      calls("Write", { file_path: join(root, "a.txt"), content: "no" }),
      calls("Read", { file_path: join(root, "..", "elsewhere.txt") }),
    ];
    const answers = () => ({ "session/request_permission": reject });
    await lent(steps, { ...NO_EDITOR, answers }, async ({ root, go }) => {
      const said = await go();
      expect(said).toContain("The user did not allow this call.");
      expect(said).toContain("outside the session's folders");
      await expect(readFile(join(root, "a.txt"))).rejects.toThrow("ENOENT");
    });
  });

  it("keeps the floor: a file that other programs execute is asked about each time, whatever the rules allow", async () => {
    const steps = (root: string) => [
      calls("Write", { file_path: join(root, ".git/hooks/pre-commit"), content: "#!/bin/sh\n" }),
      calls("Write", { file_path: join(root, "free.txt"), content: "free" }, { toolCallId: "free" }),
    ];
    const rules = [{ effect: "allow", when: { path: "**", access: "write" } }] as const;
    await lent(steps, { ...NO_EDITOR, rules }, async ({ wrapped, root, go }) => {
      await mkdir(join(root, ".git/hooks"), { recursive: true });
      await go();
      expect(asked(wrapped)).toMatchObject([{ toolCall: { title: "Write .git/hooks/pre-commit" } }]);
      expect(await readFile(join(root, "free.txt"), "utf8")).toBe("free");
    });
  });

  it("ends commands in the background with the session", async () => {
    const steps = () => [calls("Bash", { command: "echo $$ > pid; exec sleep 600", run_in_background: true })];
    await lent(steps, NO_EDITOR, async ({ wrapped, root, go }) => {
      await go();
      const pid = await until(async () => Number(await readFile(join(root, "pid"), "utf8")));
      await wrapped[Symbol.asyncDispose]();
      expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    });
  });

  it("are a server of their own where the agent expects it under another name", async () => {
    const steps = (root: string) => [calls("Read", { file_path: join(root, "notes.txt") }, { server: "acp" })];
    await lent(steps, { ...NO_EDITOR, clientTools: "acp" }, async ({ wrapped, go, call }) => {
      expect(wrapped.givenToAgent("session/new")[0]?.["mcpServers"]).toMatchObject([
        { name: "tenon" },
        { name: "acp" },
      ]);
      expect(await go()).toContain("on disk");
      expect(call("Read")).toMatchObject({ title: "Read notes.txt" });
    });
  });
});

/** The process writes the file after it has started: it is looked for again until it is there. */
async function until(look: () => Promise<number>): Promise<number> {
  for (;;) {
    const found = await look().catch(() => 0);
    if (found > 0) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
