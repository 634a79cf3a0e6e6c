/**
 * A model that needs no key and no network.
 *
 * It is no language model and says so: it knows plain requests, else finds the tool whose words are nearest, fills its arguments
 * from what the request says, calls it, and answers with the result. Equal requests get equal answers.
 */

import type { AssistantPart, Model, ModelEvent, ModelRequest } from "../model.ts";
import { REHEARSAL } from "../model-choice.ts";
import { TEXTS } from "./texts.ts";

export function rehearsalModel(): Model {
  return {
    id: REHEARSAL,
    accepts: { image: true, audio: true },
    // It forgets nothing and costs nothing; the size is that of a small model, so that a long session can be rehearsed.
    contextTokens: 200_000,
    thoughtLevels: [],
    suggestions: { en: TEXTS.en.suggestions, zh: TEXTS.zh.suggestions },
    cost: () => 0,
    answer,
  };
}

/** As a model would: the text word by word, then the call. */
async function* answer(request: ModelRequest): AsyncIterable<ModelEvent> {
  const { system, messages, tools, signal } = request;
  // The search is large, and an agent must be able to start without it.
  const { decideAnswer } = await import("./decide-answer.ts");
  signal.throwIfAborted();
  const { text, call } = decideAnswer(request);
  const parts: AssistantPart[] = text === "" ? [] : [{ type: "text", text }];
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    yield { type: "text-delta", text: word };
    signal.throwIfAborted();
  }
  if (call) {
    yield { type: "tool-call", ...call };
    parts.push({ type: "tool-call", ...call });
  }
  const usage = { input: tokens([system, messages, tools]), output: tokens(parts) };
  yield { type: "finish", reason: call ? "tool-calls" : "stop", message: { role: "assistant", parts }, usage };
}

// What a token is to other models, roughly, so that a rehearsal also shows how full a context gets.
const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
