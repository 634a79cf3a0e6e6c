/**
 * The command tools in a project of their own, either way: in an editor's terminals, and by ourselves.
 */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Clock } from "@tenon/basis";
import { leaveNothing } from "@tenon/testkit";
import type { ClientAnswers } from "@tenon/testkit/acp";

import { commandTools } from "../../../src/tools/commands/index.ts";
import type { PreparedCall, ToolOutcome, ToolRun } from "../../../src/tools/tool.ts";
import { terminalEditor } from "./terminal-editor.ts";
import { testWorkspace, textOf } from "./test-workspace.ts";

export type Way = "in the editor's terminals" | "by ourselves";

export const bothWays: readonly Way[] = ["in the editor's terminals", "by ourselves"];

type Args = Readonly<Record<string, unknown>>;
type Shown = Omit<ToolCallUpdate, "toolCallId" | "status">;

export interface TestCommands {
  readonly root: string;
  readonly outputFolder: string;
  /** What was shown while commands ran. */
  readonly shown: readonly Shown[];
  readonly created: ReturnType<typeof terminalEditor>["created"];
  readonly events: readonly string[];
  readonly until: ReturnType<typeof terminalEditor>["until"];
  prepare(tool: string, args: Args): Promise<PreparedCall>;
  run(tool: string, args: Args, run?: Partial<ToolRun>): Promise<ToolOutcome>;
  /** The text of the outcome. */
  call(tool: string, args: Args): Promise<string>;
  /** Starts a line in the background; its id. */
  start(line: string, run?: Partial<ToolRun>): Promise<string>;
  /** A pipe in the project: `echo on > name` in a command, `heard(name)` in the test. */
  makePipe(name: string): Promise<void>;
  heard(name: string): Promise<string>;
  closeSession(): Promise<void>;
}

/** Insists afterwards that nothing is left: no process, no terminal, no timer. */
export async function withCommands(
  way: Way,
  block: (commands: TestCommands) => Promise<void>,
  options: {
    readonly clock?: Clock;
    readonly answers?: ClientAnswers;
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly passedVariables?: () => readonly string[];
  } = {},
): Promise<void> {
  await leaveNothing(async ({ environment }) => {
    const { passedVariables } = options;
    const env = { PATH: process.env["PATH"], HOME: "/nowhere", ...options.env, ...environment };
    const editor = terminalEditor({ env, ...(options.answers && { answers: options.answers }) });
    const { clock } = options;
    await using project = await testWorkspace({
      env,
      ...(passedVariables && { passedVariables }),
      ...(way !== "by ourselves" && { editor }),
      ...(clock && { clock }),
    });
    const outputFolder = join(project.root, "..", "kept");
    const tools = commandTools(project.workspace, { outputFolder, ...(clock && { clock }) });
    const shown: Shown[] = [];
    let calls = 0;

    async function prepare(name: string, args: Args) {
      const tool = tools.find(({ definition }) => definition.name === name);
      if (!tool) throw new Error(`There is no tool ${name}`);
      return await tool.prepare(args, { signal: new AbortController().signal });
    }

    async function run(name: string, args: Args, given: Partial<ToolRun> = {}) {
      calls += 1;
      const signal = new AbortController().signal;
      const show = async (change: Shown) => {
        shown.push(change);
        for (const content of change.content ?? []) editor.record(`show ${content.type}`);
      };
      return await (await prepare(name, args)).run({ toolCallId: `call-${calls}`, signal, show, ...given });
    }

    await block({
      root: project.root,
      outputFolder,
      shown,
      created: editor.created,
      events: editor.events,
      until: editor.until,
      prepare,
      run,
      call: async (name, args) => textOf(await run(name, args)),
      async start(line, given) {
        const { rawOutput } = await run("run_command", { line, background: true }, given);
        return idIn(rawOutput);
      },
      makePipe: async (name) => void (await promisify(execFile)("mkfifo", [join(project.root, name)])),
      heard: (name) => readFile(join(project.root, name), "utf8"),
      closeSession: () => project.workspace.close(),
    });
  });
}

function idIn(rawOutput: unknown): string {
  if (typeof rawOutput !== "object" || rawOutput === null || !("commandId" in rawOutput))
    throw new Error("It has no id");
  return String(rawOutput.commandId);
}
