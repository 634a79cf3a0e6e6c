/**
 * What each message of a session's wires is, and what it answers: for lists of messages.
 */

import { defined, isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";

import { messageOf, type RecordSource, type TimelineRecord } from "../record.ts";

export interface WireMessage {
  /** `event` is one of our own, or something that is not a message. */
  readonly kind: "request" | "notification" | "answer" | "error" | "event";
  /** From whom it came; of a message of MCP, whether we sent or received it. */
  readonly way: RecordSource | McpMessage["direction"];
  /** Of a message of MCP. */
  readonly server?: string;
  readonly toolCallId?: string;
  /** As it was on the wire. */
  readonly message: unknown;
  /** Of an answer, that of its request if that was read; of an event, its type. */
  readonly method?: string;
  /** Of a request or an answer. */
  readonly id?: string;
  /** Of an answer: milliseconds since its request. */
  readonly afterMs?: number;
}

/** A message between a session and one of its MCP servers. */
export interface McpMessage {
  readonly server: string;
  readonly direction: "sent" | "received";
  /** The tool call that it belongs to. */
  readonly toolCallId?: string;
  readonly message: unknown;
}

/** Takes all records of a session in order: an answer is matched to its request only if that was read before. */
export function createWireMessageReader(): (record: TimelineRecord) => WireMessage {
  const asked = new Map<string, { readonly method: string; readonly at: number }>();

  return (record) => {
    const mcp = readMcpMessage(record);
    if (mcp && isObject(mcp.message)) {
      const { direction, message, ...of } = mcp;
      return { ...of, ...read(message, { way: direction, server: mcp.server, at: record.at ?? 0 }) };
    }
    const { from } = record;
    const message = messageOf(record);
    if (from !== "tenon" && isObject(message)) return read(message, { way: from, server: "", at: record.at ?? 0 });
    return { kind: "event", way: from, message, ...defined({ method: stringOf(objectOf(message)["type"]) }) };
  };

  function read(message: JsonObject, { way, server, at }: Passage): WireMessage {
    const method = stringOf(message["method"]);
    const id = idOf(message["id"]);
    if (method !== undefined) {
      if (id !== undefined) asked.set(`${way} ${server} ${id}`, { method, at });
      return { kind: id === undefined ? "notification" : "request", way, message, method, ...defined({ id }) };
    }
    const key = `${BACK[way]} ${server} ${id}`;
    const request = asked.get(key);
    asked.delete(key);
    const matched = request && { method: request.method, afterMs: Math.max(0, at - request.at) };
    return { kind: message["error"] === undefined ? "answer" : "error", way, message, ...defined({ id }), ...matched };
  }
}

interface Passage {
  readonly way: keyof typeof BACK;
  readonly server: string;
  readonly at: number;
}

/** The way on which came what a message answers. */
const BACK = { client: "agent", agent: "client", sent: "received", received: "sent" } as const;

/** Undefined if the record is something else. */
export function readMcpMessage(record: TimelineRecord): McpMessage | undefined {
  if (record.from !== "tenon") return undefined;
  const { type, server, direction, toolCallId, message } = objectOf(messageOf(record));
  if (type !== "mcp-message") return undefined;
  return {
    server: stringOf(server) ?? "?",
    direction: direction === "sent" ? "sent" : "received",
    ...defined({ toolCallId: stringOf(toolCallId) }),
    message,
  };
}

function idOf(id: unknown): string | undefined {
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}
