/**
 * One answer, whatever it takes: tries again what may work the next time, goes on without what the provider refuses, and
 * tells of both. As soon as the model has said something, a failure is final: nobody wants to read half an answer twice.
 * Thoughts and calls are no words: nobody has acted on them before the answer was whole.
 */

import type { LanguageModelV4 } from "@ai-sdk/provider";

import type { Clock } from "../clock.ts";
import { askedDelay } from "../failure/asked-delay.ts";
import { classify } from "../failure/classify.ts";
import { concessionFor, type Concession } from "../failure/concessions.ts";
import { readFailure, type FailureFacts } from "../failure/failure-facts.ts";
import { refusedTool } from "../failure/refused-tool.ts";
import { createRetryPlan } from "../failure/retry-plan.ts";
import { beginning, toModelError, type FailedModel } from "../failure/to-model-error.ts";
import type { ModelErrorCode } from "../model-error.ts";
import type { ModelEvent, ModelRequest } from "../model.ts";
import { holdsMedia } from "../prompt/to-prompt.ts";
import type { SetAsideTool } from "../schema/adapt-tools.ts";
import { prepareCall, shapeOf, type CallContext } from "./prepare-call.ts";
import { readAnswer } from "./read-answer.ts";

export interface AnswerContext extends CallContext, FailedModel {
  readonly languageModel: LanguageModelV4;
  readonly clock: Clock;
  readonly random: () => number;
  readonly conceded: Set<Concession>;
  /** Whether nobody has been told yet that this tool is not offered. */
  readonly isNews: (tool: SetAsideTool) => boolean;
}

export async function* answer(request: ModelRequest, context: AnswerContext): AsyncGenerator<ModelEvent, void> {
  const { id, languageModel, clock, random, refused, isNews } = context;
  const { signal } = request;
  const plan = createRetryPlan(random);
  for (let attempt = 1; ;) {
    signal.throwIfAborted();
    const { call, toolNames, setAside } = prepareCall(request, context);
    for (const { name, reason } of setAside.filter(isNews)) yield { type: "tool-set-aside", name, reason };
    let hasBegun = false;
    let hasSpoken = false;
    let failure: unknown;
    try {
      for await (const event of readAnswer({ languageModel, model: id, call, signal })) {
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
    const code = hasSpoken ? "BROKEN_ANSWER" : classify(facts);
    const delayAsked = askedDelay(facts, clock.now());
    const fail = () => toModelError({ code, facts, model: context, askedDelay: delayAsked });
    if (hasSpoken) throw fail();

    // A request that was being answered has not been refused.
    const culprit = code === "BAD_REQUEST" && !hasBegun ? refusedTool(facts, toolNames) : undefined;
    const tool = request.tools.find(({ name }) => name === culprit);
    if (tool) {
      // Told with the next request, among those that are set aside.
      refused.set(tool.name, { shape: shapeOf(tool), reason: fail().message });
      continue;
    }
    const concession = hasBegun ? undefined : concede(code, facts, request, context);
    if (concession) {
      context.conceded.add(concession);
      continue;
    }
    const delayMs = plan.next(code, delayAsked);
    if (delayMs === undefined) throw fail();
    yield { type: "retry", attempt, delayMs, reason: beginning(code, facts, context) };
    attempt += 1;
    await waited(clock.after(delayMs, signal), signal);
  }
}

/** What to leave out the next time, if it was in this request. */
function concede(
  code: ModelErrorCode,
  facts: FailureFacts,
  { messages, thoughtLevel }: ModelRequest,
  { conceded, family }: AnswerContext,
): Concession | undefined {
  if (code === "UNAUTHORIZED" || code === "QUOTA_EXCEEDED" || code === "CONTEXT_TOO_LONG") return undefined;
  const wanted = concessionFor(facts);
  if (wanted === undefined || conceded.has(wanted)) return undefined;
  const isAsked: Readonly<Record<Concession, boolean>> = {
    "thoughts shown": family.thoughtLevels.length > 0,
    "thought level": thoughtLevel !== undefined,
    images: family.image && holdsMedia(messages, "image"),
    audio: family.audio && holdsMedia(messages, "audio"),
    documents: family.document && holdsMedia(messages, "document"),
  };
  return isAsked[wanted] ? wanted : undefined;
}

async function waited(waiting: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
