/**
 * The agent's own tools in one session: files, commands, the web, a plan. Commands that run on end with it.
 */

import { rm } from "node:fs/promises";

import { decide, type Grant, type Policy } from "@tenon/policy";

import type { SessionClient } from "../session/session-client.ts";
import type { NewId } from "../session/session-options.ts";
import { commandTools } from "./commands/index.ts";
import { fileTools } from "./files/index.ts";
import { planTool } from "./plan/plan-tool.ts";
import type { AgentTool } from "./tool.ts";
import { fetchTool } from "./web/fetch-tool.ts";
import { openWorkspace } from "./workspace.ts";

export interface OwnTools {
  readonly tools: readonly AgentTool[];
  find(name: string): AgentTool | undefined;
  close(): Promise<void>;
}

export function openOwnTools(options: {
  readonly client: SessionClient;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly newId: NewId;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: () => Policy;
  readonly grants: () => Promise<readonly Grant[]>;
  /** The real path of the session's folder, for grants that hold there. */
  readonly folder: string;
  /** Where output is kept that is too large to be shown; made when it is needed, and gone with the session. */
  readonly outputFolder: string;
}): OwnTools {
  const { client, policy, grants, folder, env, outputFolder } = options;
  const workspace = openWorkspace({
    ...options,
    mayRead: (subject) => decide(subject, policy()).effect === "allow",
  });
  const tools = [
    ...fileTools(workspace),
    ...commandTools(workspace, { outputFolder }),
    fetchTool({ policy, grants, folder, env }),
    planTool(client),
  ];
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  return {
    tools,
    find: (name) => byName.get(name),
    async close() {
      await workspace.close();
      await rm(outputFolder, { recursive: true, force: true });
    },
  };
}
