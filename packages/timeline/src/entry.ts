import type {
  ContentBlock,
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
} from "@agentclientprotocol/sdk";

/** One thing that a person reads. It keeps its key and its place; each change of it has a higher revision. */
export type Entry = { readonly key: string; readonly revision: number } & (
  | { readonly type: "user-message" | "agent-message" | "thought"; readonly content: readonly ContentBlock[] }
  | ({ readonly type: "tool-call" } & ToolCallEntry)
  | { readonly type: "other"; readonly update: SessionUpdate }
);

export interface ToolCallEntry {
  readonly toolCallId: string;
  readonly title: string;
  readonly name?: string;
  readonly kind: ToolKind;
  readonly status: ToolCallStatus;
  readonly content: readonly ToolCallContent[];
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
}
