/**
 * What one model of a provider has learnt from its answers: tools that were refused, and what is better not asked for.
 * What it learns of media stays in the session: one refusal must not blind the model for the others.
 */

import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createRedactor } from "@tenon/policy";

import type { Feature } from "../failure/refused-features.ts";
import type { ModelFamily } from "../model-families.ts";
import type { MediaKind, ModelEvent, ModelRequest } from "../model.ts";
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
  const dropped = new Set<Feature>();
  const proven = new WeakSet<object>();
  const sessions = new WeakMap<object, LearntInSession>();

  function learntIn(session: object): LearntInSession {
    const learnt = sessions.get(session) ?? { reported: new Set(), kindsRefused: new Set() };
    sessions.set(session, learnt);
    return learnt;
  }

  return (request) => {
    const { reported, kindsRefused } = learntIn(request.session ?? request.messages);
    return answer(request, {
      ...options,
      redact,
      adaptTools,
      refused,
      get dropped() {
        return new Set([...dropped, ...kindsRefused]);
      },
      drop: (what) => void (isMedia(what) ? kindsRefused.add(what) : dropped.add(what)),
      proven,
      isNews(text) {
        const isKnown = reported.has(text);
        reported.add(text);
        return !isKnown;
      },
    });
  };
}

interface LearntInSession {
  /** Reported to the user already: each thing is reported once. */
  readonly reported: Set<string>;
  readonly kindsRefused: Set<MediaKind>;
}

function isMedia(feature: Feature): feature is MediaKind {
  return feature === "image" || feature === "audio" || feature === "document";
}
