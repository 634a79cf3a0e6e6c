/**
 * One answer, whatever it takes: tries again what may work the next time, goes on without what the provider refuses, and
 * reports both. As soon as the model has written something, a failure is final: half an answer must not be shown twice.
 * Thoughts and calls do not count: nothing acts on them before the answer is complete.
 */

import type { LanguageModelV4 } from "@ai-sdk/provider";

import type { Clock } from "@tenon/basis";

import { askedDelay } from "../failure/asked-delay.ts";
import { classify } from "../failure/classify.ts";
import { type Feature, refusedFeature } from "../failure/refused-features.ts";
import { readFailure, type FailureFacts } from "../failure/failure-facts.ts";
import { refusedTool } from "../failure/refused-tool.ts";
import { createRetryPlan } from "../failure/retry-plan.ts";
import { beginning, toModelError, type FailedModel } from "../failure/to-model-error.ts";
import type { ModelError, ModelErrorCode } from "../model-error.ts";
import type { MediaKind, ModelEvent, ModelRequest } from "../model.ts";
import type { GivenMedia } from "../prompt/media.ts";
import { createMediaTrials } from "./media-trials.ts";
import { prepareCall, type PreparedCall, shapeOf, type CallContext } from "./prepare-call.ts";
import { readAnswer } from "./read-answer.ts";

export interface AnswerContext extends CallContext, FailedModel {
  readonly languageModel: LanguageModelV4;
  readonly clock: Clock;
  readonly random: () => number;
  readonly drop: (feature: Feature) => void;
  /** The media that the provider has answered to. */
  readonly proven: WeakSet<object>;
  /** Whether this session has not reported it before. */
  readonly isNews: (text: string) => boolean;
}

export async function* answer(request: ModelRequest, context: AnswerContext): AsyncGenerator<ModelEvent, void> {
  const { id, languageModel, clock, random, refused, proven, isNews } = context;
  const { signal } = request;
  const plan = createRetryPlan(random);
  const trials = createMediaTrials((part) => proven.has(part));
  let firstRefusal: ModelError | undefined;
  for (let attempt = 1; ;) {
    signal.throwIfAborted();
    const { call, toolNames, setAside, media } = prepareCall(request, context, trials.leftOut);
    yield* omissions(setAside, media.leftOut, isNews);
    let hasBegun = false;
    let hasSpoken = false;
    let failure: unknown;
    try {
      for await (const event of readAnswer({ languageModel, model: id, call, signal })) {
        if (!hasBegun) {
          for (const { part } of media.given) proven.add(part);
          if (firstRefusal) yield refusedMedia(trials.leftOut, firstRefusal.message);
          firstRefusal = undefined;
        }
        hasBegun = true;
        hasSpoken ||= event.type === "text-delta";
        yield event;
      }
      return;
    } catch (error) {
      failure = error;
    }
    signal.throwIfAborted();
    const facts = readFailure(failure);
    const code = hasSpoken ? "broken_answer" : classify(facts);
    const delayAsked = askedDelay(facts, clock.now());
    const fail = () => toModelError({ code, facts, model: context, askedDelay: delayAsked });
    if (hasSpoken) throw fail();

    // A request that was being answered has not been refused.
    const culprit = code === "bad_request" && !hasBegun ? refusedTool(facts, toolNames) : undefined;
    const tool = request.tools.find(({ name }) => name === culprit);
    if (tool) {
      // Told with the next request, among those that are set aside.
      refused.set(tool.name, { shape: shapeOf(tool), reason: fail().message });
      continue;
    }
    const feature = hasBegun ? undefined : featureToDrop({ code, facts, request, context, given: media.given });
    if (feature) {
      context.drop(feature);
      continue;
    }
    if (!hasBegun && trials.next({ code, facts, given: media.given })) {
      firstRefusal ??= fail();
      continue;
    }
    const delayMs = plan.next(code, delayAsked);
    if (delayMs === undefined) throw firstRefusal ?? fail();
    yield { type: "retry", attempt, delayMs, reason: beginning(code, facts, context) };
    attempt += 1;
    await clock.after(delayMs, signal);
  }
}

/** What is left out of the request, each reported once in a session. */
function* omissions(
  setAside: PreparedCall["setAside"],
  leftOut: PreparedCall["media"]["leftOut"],
  isNews: AnswerContext["isNews"],
): Generator<ModelEvent> {
  for (const { name, reason } of setAside) if (isNews(name)) yield { type: "tool-set-aside", name, reason };
  for (const left of leftOut) if (isNews(`${left.kind}: ${left.reason}`)) yield { type: "media-left-out", ...left };
}

function refusedMedia(leftOut: ReadonlyMap<string, MediaKind>, reason: string): ModelEvent {
  return { type: "media-refused", data: [...leftOut.keys()], kinds: [...new Set(leftOut.values())], reason };
}

/** What to leave out the next time, if it was in this request. */
function featureToDrop({ code, facts, request, context, given }: Refusal): Feature | undefined {
  const { dropped, family } = context;
  if (code === "unauthorized" || code === "quota_exceeded" || code === "context_too_long") return undefined;
  const wanted = refusedFeature(facts);
  if (wanted === undefined || dropped.has(wanted)) return undefined;
  const isAsked: Readonly<Record<Feature, boolean>> = {
    "thoughts shown": family.thoughtLevels.length > 0,
    "thought level": request.thoughtLevel !== undefined,
    image: holds("image"),
    audio: holds("audio"),
    document: holds("document"),
  };
  return isAsked[wanted] ? wanted : undefined;

  /** A model that has taken one of the kind does take the kind: then it is about one of them. */
  function holds(kind: MediaKind): boolean {
    const those = given.filter(({ part }) => part.type === kind);
    return those.length > 0 && !those.some(({ part }) => context.proven.has(part));
  }
}

interface Refusal {
  readonly code: ModelErrorCode;
  readonly facts: FailureFacts;
  readonly request: ModelRequest;
  readonly context: AnswerContext;
  readonly given: readonly GivenMedia[];
}
