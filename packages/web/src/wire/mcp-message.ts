import { objectOf, stringOf } from "@tenon/basis";

import type { FeedRecord } from "./feed.ts";

/** A message between the session and one of its MCP servers. */
export interface McpMessage {
  readonly server: string;
  readonly direction: "sent" | "received";
  /** The tool call that it belongs to. */
  readonly toolCallId?: string;
  readonly message: unknown;
}

/** Undefined if the record is something else. */
export function readMcpMessage({ from, message }: Pick<FeedRecord, "from" | "message">): McpMessage | undefined {
  const { type, server, direction, toolCallId, message: inner } = objectOf(message);
  if (from !== "tenon" || type !== "mcp-message") return undefined;
  const call = stringOf(toolCallId);
  return {
    server: stringOf(server) ?? "?",
    direction: direction === "sent" ? "sent" : "received",
    ...(call !== undefined && { toolCallId: call }),
    message: inner,
  };
}
