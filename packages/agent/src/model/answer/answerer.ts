/**
 * What one model of a provider has learnt from its answers: tools that were refused, and what is better not asked for.
 */

import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createRedactor } from "@tenon/policy";

import type { Concession } from "../failure/concessions.ts";
import type { ModelFamily } from "../model-families.ts";
import type { ModelEvent, ModelRequest } from "../model.ts";
import type { ProviderModelOptions } from "../provider-model.ts";
import { createToolAdapter } from "../schema/adapt-tools.ts";
import { answer } from "./answer.ts";
import type { RefusedTools } from "./prepare-call.ts";

export type Answerer = (request: ModelRequest) => AsyncGenerator<ModelEvent, void>;

export interface AnswererOptions extends ProviderModelOptions {
  readonly family: ModelFamily;
  readonly languageModel: LanguageModelV4;
}

export function createAnswerer(options: AnswererOptions): Answerer {
  const { key } = options.access;
  const { redact } = createRedactor({ secrets: key === undefined ? [] : [key] });
  const adaptTools = createToolAdapter(options.api.dialect);
  const refused: RefusedTools = new Map();
  const conceded = new Set<Concession>();
  // Each session is told once.
  const told = new WeakMap<object, Set<string>>();

  function isNews(session: object, name: string): boolean {
    const names = told.get(session) ?? new Set();
    told.set(session, names);
    const isKnown = names.has(name);
    names.add(name);
    return !isKnown;
  }

  return (request) =>
    answer(request, {
      ...options,
      redact,
      adaptTools,
      refused,
      conceded,
      isNews: ({ name }) => isNews(request.session ?? request.messages, name),
    });
}
