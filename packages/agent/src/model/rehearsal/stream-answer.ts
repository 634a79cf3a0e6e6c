/**
 * Sends an answer as a model would stream it: the text word by word, then the call.
 */

import type { AssistantPart, ModelEvent, ModelRequest } from "../model.ts";
import type { Answer } from "./decide-answer.ts";

export function* streamAnswer(
  { text, call, question }: Answer,
  { system, messages, tools, signal }: ModelRequest,
): Generator<ModelEvent> {
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    signal.throwIfAborted();
    yield { type: "text-delta", text: word };
  }
  signal.throwIfAborted();
  if (call) yield { type: "tool-call", ...call };
  const provider = question && { provider: { rehearsal: question } };
  const parts: AssistantPart[] = text === "" ? [] : [{ type: "text", text, ...provider }];
  if (call) parts.push({ type: "tool-call", ...call });
  yield {
    type: "finish",
    reason: call ? "tool-calls" : "stop",
    message: { role: "assistant", parts },
    usage: { input: tokens([system, messages, tools]), output: tokens(parts) },
  };
}

// What a token is to other models, roughly, so that a rehearsal also shows how full a context gets.
const CHARACTERS_PER_TOKEN = 4;

function tokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
}
