/**
 * One request to the provider, and its answer as it comes. Ends with the `finish` event, or throws.
 */

import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";

import { AnswerFault } from "../failure/answer-fault.ts";
import type { ModelEvent } from "../model.ts";
import { createAnswerCollector } from "./collect-answer.ts";

export interface AnswerRequest {
  readonly languageModel: LanguageModelV4;
  readonly model: string;
  readonly call: LanguageModelV4CallOptions;
  readonly signal: AbortSignal;
}

export async function* readAnswer({
  languageModel,
  model,
  call,
  signal,
}: AnswerRequest): AsyncGenerator<ModelEvent, void> {
  const collector = createAnswerCollector(model);
  // A consumer that stops reading also ends the request.
  const over = new AbortController();
  try {
    const { stream } = await languageModel.doStream({ ...call, abortSignal: AbortSignal.any([signal, over.signal]) });
    for await (const part of stream) {
      const event = collector.take(part);
      if (event) yield event;
      if (event?.type === "finish") return;
    }
    throw new AnswerFault("interrupted", "the stream ended before the answer did");
  } finally {
    over.abort();
  }
}
