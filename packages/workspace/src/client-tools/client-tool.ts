/**
 * A tool that an agent which is not ours is lent. Names, arguments and results are those of Claude Code's own tools, which
 * most models know.
 */

import type { Operation } from "../operations/operation.ts";

export interface ClientTool {
  readonly name: ClientToolName;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Hints for other programs; they permit nothing. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** For people, by the arguments alone: nothing is looked up. */
  describe(args: Readonly<Record<string, unknown>>): ClientToolDescription;
  /** Rejects with a `ToolError` when the call cannot work: the model reads why, and the user is not asked. */
  prepare(args: Readonly<Record<string, unknown>>, options: { readonly signal: AbortSignal }): Promise<Operation>;
}

export type ClientToolName = "Read" | "Write" | "Edit" | "Bash" | "BashOutput" | "KillShell";

export type ClientToolDescription = Pick<Operation, "title" | "kind" | "locations">;
