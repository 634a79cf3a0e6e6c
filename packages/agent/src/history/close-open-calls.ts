import type { AssistantMessage, Message, ToolCall, ToolResult } from "../model/model.ts";

/**
 * Gives every call that has no result one that says so, because a crash or a cancel came between, and takes away results
 * that belong to no call: providers refuse a history with either.
 */
export function closeOpenCalls(messages: readonly Message[]): Message[] {
  const closed: Message[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") continue;
    closed.push(message);
    const calls = message.role === "assistant" ? callsOf(message) : [];
    if (calls.length === 0) continue;
    const next = messages[index + 1];
    const results = next?.role === "tool" ? next.results : [];
    const resultOf = (call: ToolCall) => results.find(({ toolCallId }) => toolCallId === call.id) ?? cutOff(call);
    closed.push({ role: "tool", results: calls.map(resultOf) });
  }
  return closed;
}

export function callsOf(message: AssistantMessage): readonly ToolCall[] {
  return message.parts.filter((part) => part.type === "tool-call");
}

function cutOff({ id, name }: ToolCall): ToolResult {
  const text = "This call was interrupted; it may or may not have taken effect.";
  return { toolCallId: id, name, parts: [{ type: "text", text }], isError: true };
}
