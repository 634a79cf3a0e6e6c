/**
 * Messages of ACP sessions, as they stand on the wire.
 */

import type { NewRecord } from "../src/journal.ts";

export function prompt(id: number, text = "Do it.", sessionId = "s"): NewRecord {
  return client({ id, method: "session/prompt", params: { sessionId, prompt: [{ type: "text", text }] } });
}

export function turnEnd(id: number, stopReason = "end_turn"): NewRecord {
  return agent({ id, result: { stopReason } });
}

export function chunk(text: string, sessionId = "s"): NewRecord {
  return update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } }, sessionId);
}

export function toolCall(toolCallId: string, sessionId = "s"): NewRecord {
  return update({ sessionUpdate: "tool_call", toolCallId, title: "Read a file", status: "pending" }, sessionId);
}

export function toolCallEnd(toolCallId: string, sessionId = "s"): NewRecord {
  return update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" }, sessionId);
}

export function update(fields: object, sessionId = "s"): NewRecord {
  return agent({ method: "session/update", params: { sessionId, update: fields } });
}

export function client(message: object): NewRecord {
  return { from: "client", text: JSON.stringify({ jsonrpc: "2.0", ...message }) };
}

export function agent(message: object): NewRecord {
  return { from: "agent", text: JSON.stringify({ jsonrpc: "2.0", ...message }) };
}
