/**
 * A project in a folder of its own, its workspace with or without an editor, and the file tools on it.
 */

import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { agent, type AnyMessage, type ClientCapabilities } from "@agentclientprotocol/sdk";
import type { Clock } from "@tenon/basis";
import { countingIds, linkedPair } from "@tenon/testkit";
import { type ClientAnswers, messageWire, type ScriptedClient, scriptedClient } from "@tenon/testkit/acp";
import type { OpenWorkspace } from "@tenon/workspace";

import { createSessionClient } from "../../../src/acp-client/session-client.ts";
import { fileTools } from "../../../src/tools/files/index.ts";
import type { PreparedCall, ToolOutcome, ToolRun } from "../../../src/tools/tool.ts";
import { openClientWorkspace } from "../../../src/tools/workspace.ts";

export interface TestEditor {
  readonly capabilities: ClientCapabilities;
  readonly answers: ClientAnswers;
}

export interface TestWorkspace extends AsyncDisposable {
  /** Absolute and real. */
  readonly root: string;
  /** Beside the root, and none of the session's business; `secret.txt` is in it. */
  readonly outside: string;
  readonly workspace: OpenWorkspace;
  /** What the editor has heard and said. */
  readonly editor: ScriptedClient;
  put(path: string, content: string | Buffer): Promise<string>;
  bytes(path: string): Promise<Buffer>;
  prepare(tool: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<PreparedCall>;
  /** Prepares and runs, as if it were allowed; the text of the result. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<string>;
}

interface Options {
  readonly editor?: TestEditor;
  /** What the client calls the root; defaults to the root itself. */
  readonly cwd?: (root: string) => Promise<string>;
  readonly roots?: (root: string) => readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly passedVariables?: () => readonly string[];
  readonly clock?: Clock;
}

export async function testWorkspace(options: Options = {}): Promise<TestWorkspace> {
  const { capabilities = {}, answers = {} } = options.editor ?? {};
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-tools-")));
  const root = join(folder, "project");
  const put = async (path: string, content: string | Buffer) => {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  };
  await mkdir(root);
  await put("../outside/secret.txt", "secret");

  const pair = linkedPair<AnyMessage>();
  const connection = agent({ name: "test" }).connect(pair.left);
  const editor = scriptedClient(messageWire(pair.right), { answers });
  const newId = countingIds();
  const client = createSessionClient(connection.client, { sessionId: "session-1", capabilities, newId });
  const cwd = (await options.cwd?.(root)) ?? root;
  const { env = { PATH: process.env["PATH"] } } = options;
  const { passedVariables, clock } = options;
  const workspace = openClientWorkspace({
    client,
    cwd,
    roots: options.roots?.(root) ?? [],
    newId,
    env,
    ...(passedVariables && { passedVariables }),
    ...(clock && { clock }),
  });
  const tools = fileTools(workspace);

  async function prepare(name: string, args: Readonly<Record<string, unknown>>, signal = new AbortController().signal) {
    const tool = tools.find(({ definition }) => definition.name === name);
    if (!tool) throw new Error(`There is no tool ${name}`);
    return await tool.prepare(args, { signal });
  }

  return {
    root,
    outside: join(folder, "outside"),
    workspace,
    editor,
    put,
    bytes: (path) => readFile(join(root, path)),
    prepare,
    call: async (tool, args) => textOf(await run(await prepare(tool, args))),
    async [Symbol.asyncDispose]() {
      await workspace.close();
      await editor.drop();
      connection.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function run(prepared: PreparedCall, options: Partial<ToolRun> = {}): Promise<ToolOutcome> {
  const signal = new AbortController().signal;
  return prepared.run({ toolCallId: "call-1", signal, show: async () => {}, ...options });
}

export function textOf({ parts }: ToolOutcome): string {
  return parts.map((part) => ("text" in part ? part.text : `(${part.type})`)).join("\n");
}
