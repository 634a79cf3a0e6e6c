/**
 * What a tool of the agent is, its own ones and those of MCP servers alike.
 *
 * A call is prepared, then allowed, then run: preparing changes nothing and sends nothing, so it may happen before
 * the user is asked, and what it finds out is what the user sees then.
 */

import type { ToolCallContent, ToolCallLocation, ToolCallUpdate, ToolKind } from "@agentclientprotocol/sdk";
import type { KnownTool, Subject } from "@tenon/policy";

import type { MessagePart, ModelTool } from "../model/model.ts";

export interface AgentTool {
  readonly definition: ModelTool;
  /** For people, while the arguments are not known yet; its name if absent. */
  readonly title?: string;
  /** Rejects with a `ToolError` when the call cannot work: the model reads why, and the user is not asked. */
  prepare(args: Readonly<Record<string, unknown>>, options: { readonly signal: AbortSignal }): Promise<PreparedCall>;
}

export interface PreparedCall {
  /** For people: `Edit src/main.ts`, `github: create_issue`. */
  readonly title: string;
  readonly kind: ToolKind;
  readonly locations?: readonly ToolCallLocation[];
  /** Kind and locations are a server's word: shown with the call, and no evidence for a client that decides. */
  readonly isHearsay?: true;
  /** What would happen, such as the diff of an edit. */
  readonly content?: readonly ToolCallContent[];
  /** What the policy is asked about; all of it must be allowed. Empty: nothing to ask, as for a plan. */
  readonly subjects: readonly Subject[];
  /** For a server's tool: its definition as it is now, so that an approval of another one does not count [K-05]. */
  readonly known?: KnownTool;
  /** Called at most once, when it is allowed. Rejects with the signal's reason, or a `ToolError` for the model to read. */
  run(run: ToolRun): Promise<ToolOutcome>;
}

export interface ToolRun {
  readonly toolCallId: string;
  readonly signal: AbortSignal;
  /** Shows something while it runs: progress, a terminal. In order; what is shown last stands until the outcome. */
  show(change: Omit<ToolCallUpdate, "toolCallId" | "status">): Promise<void>;
  /** Carried from the prompt: trace context and the like. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface ToolOutcome {
  /** For the model; never empty. */
  readonly parts: readonly MessagePart[];
  readonly isError: boolean;
  /** For the client; what was shown before stays if absent. */
  readonly content?: readonly ToolCallContent[];
  readonly locations?: readonly ToolCallLocation[];
  readonly rawOutput?: unknown;
}
