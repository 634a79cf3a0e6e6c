/**
 * A model that needs no key and no network.
 *
 * It is no language model and says so: it knows plain requests, else finds the tool whose words are nearest, fills its arguments
 * from what the request says, calls it, and answers with the result. Equal requests get equal answers.
 */

import type { AssistantPart, Model, ModelEvent, ModelRequest } from "../model.ts";
import type { Answer, DecideAnswer } from "./decide-answer.ts";

/** What a newcomer can try: all of it works in any folder, with the agent's own tools alone. By language. */
const SUGGESTIONS = {
  en: ["what tools do you have?", "list the files", "make a plan", "search for TODO", "what time is it?", "help"],
  zh: ["你有哪些工具?", "列出文件", "做一个计划", "搜索 TODO", "现在几点?", "帮助"],
};

export function rehearsalModel(): Model {
  let opening: Promise<DecideAnswer> | undefined;
  // The search is large, and an agent must be able to start without it.
  const open = () => (opening ??= import("./decide-answer.ts").then(({ openRehearsal }) => openRehearsal()));

  async function* answer(request: ModelRequest): AsyncIterable<ModelEvent> {
    const decide = await open();
    request.signal.throwIfAborted();
    yield* stream(decide(request), request);
  }

  return {
    id: "rehearsal",
    accepts: { image: true, audio: true },
    // It forgets nothing and costs nothing; the size is that of a small model, so that a long session can be rehearsed.
    contextTokens: 200_000,
    thoughtLevels: [],
    suggestions: SUGGESTIONS,
    cost: () => 0,
    answer,
  };
}

/** As a model would: the text word by word, then the call. */
function* stream({ text, call, question }: Answer, { system, messages, tools, signal }: ModelRequest) {
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    signal.throwIfAborted();
    yield { type: "text-delta", text: word } as const;
  }
  signal.throwIfAborted();
  const provider = question && { provider: { rehearsal: question } };
  const parts: AssistantPart[] = text === "" ? [] : [{ type: "text", text, ...provider }];
  if (call) {
    yield { type: "tool-call", ...call } as const;
    parts.push({ type: "tool-call", ...call });
  }
  const usage = { input: tokens([system, messages, tools]), output: tokens(parts) };
  const message = { role: "assistant", parts } as const;
  yield { type: "finish", reason: call ? "tool-calls" : "stop", message, usage } as const;
}

// What a token is to other models, roughly, so that a rehearsal also shows how full a context gets.
const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
