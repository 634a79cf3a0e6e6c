/**
 * Sends an answer as a model would stream it: the thought, then the text, both word by word, then the call.
 */

import type { AssistantPart, ModelEvent, ModelRequest, ToolCall } from "../model.ts";

export interface Answer {
  /** Why it does what it does; shown, but not kept. */
  readonly thought?: string;
  readonly text: string;
  readonly call?: ToolCall;
}

export function* streamAnswer(
  answer: Answer,
  { system, messages, tools, signal }: ModelRequest,
): Generator<ModelEvent> {
  const { thought = "", text, call } = answer;
  for (const word of wordsOf(thought)) {
    signal.throwIfAborted();
    yield { type: "thought-delta", text: word };
  }
  for (const word of wordsOf(text)) {
    signal.throwIfAborted();
    yield { type: "text-delta", text: word };
  }
  signal.throwIfAborted();
  if (call) yield { type: "tool-call", ...call };
  const parts: AssistantPart[] = [{ type: "text", text }];
  if (call) parts.push({ type: "tool-call", ...call });
  yield {
    type: "finish",
    reason: call ? "tool-calls" : "stop",
    message: { role: "assistant", parts },
    usage: { input: tokens([system, messages, tools]), output: tokens([thought, parts]), thought: tokens(thought) },
  };
}

/** Each with the space after it. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

// What a token is to other models, roughly, so that a rehearsal also shows how full a context gets.
const CHARACTERS_PER_TOKEN = 4;

function tokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
}
