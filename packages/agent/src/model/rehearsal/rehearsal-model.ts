/**
 * A model that needs no key and no network.
 *
 * It is no language model and says so: it knows plain requests, else finds the tool whose words are nearest, fills its arguments
 * from what the request says, calls it, and answers with the result. Equal requests get equal answers.
 */

import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import type { DecideAnswer } from "./decide-answer.ts";
import { SUGGESTIONS } from "./suggestions.ts";

export function rehearsalModel(): Model {
  let opening: Promise<DecideAnswer> | undefined;
  // The search is large, and an agent must be able to start without it.
  const open = () => (opening ??= import("./decide-answer.ts").then(({ openRehearsal }) => openRehearsal()));

  async function* answer(request: ModelRequest): AsyncIterable<ModelEvent> {
    const { streamAnswer } = await import("./stream-answer.ts");
    const decide = await open();
    request.signal.throwIfAborted();
    yield* streamAnswer(decide(request), request);
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
