/** Updates that belong to the conversation, and so are replayed; not those of the moment, such as commands and modes. */
const CONVERSATION: ReadonlySet<unknown> = new Set([
  "user_message_chunk",
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
  "plan",
]);

/** By the name of an update. Some agents answer `session/load` first and replay afterwards: until the next prompt, these are old. */
export function isConversation(sessionUpdate: unknown): boolean {
  return CONVERSATION.has(sessionUpdate);
}
