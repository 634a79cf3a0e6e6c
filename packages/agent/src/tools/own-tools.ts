/**
 * The agent's own tools in one session: files, commands, the web, a plan. Commands that run on end with it.
 */

import type { IncludeWord } from "@tenon/hub";
import { decide, type Grant, type Policy } from "@tenon/policy";
import { createBackgroundCommands, type Tree } from "@tenon/workspace";

import type { SessionClient } from "../acp-client/session-client.ts";
import type { NewId } from "../acp-client/new-id.ts";
import { COMMAND_ENDED } from "../model/agent-texts.ts";
import { commandTools } from "./commands/index.ts";
import { fileTools } from "./files/index.ts";
import { type ProjectInstructions, readRootInstructions } from "./files/project-instructions.ts";
import { planTool } from "./plan/plan-tool.ts";
import type { AgentTool } from "./tool.ts";
import { fetchTool } from "./web/fetch-tool.ts";
import { openClientWorkspace } from "./workspace.ts";

/** In the record of the user's include modes, where others have the server's name; no server is called so. */
export const OWN_TOOLS = "";

export interface OwnTools {
  /** Those that are not switched off. */
  readonly tools: readonly AgentTool[];
  readonly names: readonly string[];
  /** Undefined also for one that is switched off. */
  find(name: string): AgentTool | undefined;
  /** The project's instructions for agents, where its folders are on the client's machine: as `begin` has read it. */
  readonly projectInstructions: readonly ProjectInstructions[];
  /** Before the first turn: what can be read only once the client knows the session. Never rejects. */
  begin(options: { readonly signal: AbortSignal }): Promise<void>;
  /** What happened in the background since this was last asked, for the model. */
  news(): string | undefined;
  /** Kept with the session. */
  include(name: string, mode: "always" | "off"): Promise<void>;
  close(): Promise<void>;
}

export interface OwnToolsOptions {
  readonly client: SessionClient;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly tree?: Tree;
  readonly newId: NewId;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly passedVariables: () => readonly string[];
  readonly policy: () => Policy;
  readonly grants: () => Promise<readonly Grant[]>;
  /** The real path of the session's folder, for grants that hold there. */
  readonly folder: string;
  /** Where output is kept that is too large to be shown; made when it is needed. */
  readonly outputFolder: string;
  /** What the user chose about tools in this session before it was opened again, in order; other servers' are ignored. */
  readonly included: readonly IncludeWord[];
  readonly appendEvent: (record: { readonly type: string }) => Promise<unknown>;
}

export function openOwnTools(options: OwnToolsOptions): OwnTools {
  const { client, policy, grants, folder, env, outputFolder, appendEvent } = options;
  const workspace = openClientWorkspace({
    ...options,
    kept: outputFolder,
    mayRead: (subject) => decide(subject, policy()).effect === "allow",
  });
  let isClosed = false;
  const background = createBackgroundCommands(({ line }, words) => {
    if (!isClosed)
      void client.notice({ severity: "info", title: `Background command ended: ${line}`, description: words });
  });
  const tools = [
    ...fileTools(workspace),
    ...commandTools(workspace, { outputFolder, background }),
    fetchTool({ policy, grants, folder, env }),
    planTool(client),
  ];
  let projectInstructions: readonly ProjectInstructions[] = [];
  let beginning: Promise<void> | undefined;
  const switches = createSwitches(options.included);

  return {
    get tools() {
      return tools.filter(switches.isOn);
    },
    names: tools.map(({ definition }) => definition.name),
    find: (name) => tools.find((tool) => tool.definition.name === name && switches.isOn(tool)),
    async include(tool, mode) {
      switches.set(tool, mode);
      const word: IncludeWord = { server: OWN_TOOLS, tool, mode };
      await appendEvent({ type: "include", ...word });
    },
    get projectInstructions() {
      return projectInstructions;
    },
    async begin({ signal }) {
      if (workspace.tree === "machine") return;
      beginning ??= readRootInstructions(workspace, { signal }).then((found) => void (projectInstructions = found));
      await beginning;
      // A turn that was cancelled has read nothing.
      if (signal.aborted) beginning = undefined;
    },
    news() {
      const ended = background.news();
      if (ended.length === 0) return undefined;
      return `${COMMAND_ENDED}\n${ended.join("\n")}\nRead what it wrote with command_output.)`;
    },
    close() {
      isClosed = true;
      return workspace.close();
    },
  };
}

/** Which tools the user has turned off, by name. */
function createSwitches(included: readonly IncludeWord[]) {
  const off = new Set<string>();
  function set(tool: string, mode: IncludeWord["mode"]): void {
    if (mode === "off") off.add(tool);
    else off.delete(tool);
  }
  for (const { server, tool = "", mode } of included) if (server === OWN_TOOLS) set(tool, mode);
  return { set, isOn: ({ definition }: AgentTool) => !off.has(definition.name) };
}
