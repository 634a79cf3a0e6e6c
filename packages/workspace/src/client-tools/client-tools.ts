/**
 * The tools that other agents are lent. What the model has read and what runs in the background is kept for as long as
 * they live: a session.
 */

import { type Clock, systemClock } from "@tenon/basis";

import type { Workspace } from "../session/workspace.ts";
import type { ClientTool } from "./client-tool.ts";
import { commandTools } from "./command-tools.ts";
import { fileTools } from "./file-tools.ts";

export interface ClientToolsOptions {
  readonly workspace: Workspace;
  /** Where outputs that are too large for the model are kept, whole. Made when needed; its owner deletes it. */
  readonly outputFolder: string;
  readonly clock?: Clock;
}

export function clientTools({
  workspace,
  outputFolder,
  clock = systemClock,
}: ClientToolsOptions): readonly ClientTool[] {
  return [...fileTools(workspace), ...commandTools({ workspace, outputFolder, clock })];
}
