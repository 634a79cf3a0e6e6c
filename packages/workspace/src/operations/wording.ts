/**
 * What differs between two sets of tools on one workspace: the names that a model knows, and the sentences it gets.
 */

import type { WorkspacePath } from "../session/workspace.ts";
import type { ToolError } from "../tool-error.ts";
import type { Ending } from "./running/ending.ts";

/** How tools and their arguments are called, for errors that a model reads. */
export interface EditWords {
  readonly readTool: string;
  readonly writeTool: string;
  readonly oldText: string;
  readonly newText: string;
}

export interface FileWords extends EditWords {
  wrote(place: WorkspacePath, isNew: boolean): string;
  edited(place: WorkspacePath): string;
  /** For a file to be read or edited that is not there. */
  missing(place: WorkspacePath, options: { readonly signal: AbortSignal }): Promise<ToolError>;
}

export interface CommandWords {
  /** `output` is undefined where it was not waited for. */
  ended(ending: Ending, output: string | undefined): string;
  inBackground(id: string): string;
  tookTooLong(ms: number): string;
}
