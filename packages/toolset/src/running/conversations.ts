/**
 * Requests whose work may ask the client: each runs once, however often the client has to come back with answers.
 */

import {
  INVALID_PARAMS,
  type InputRequiredResult,
  isInputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
} from "@modelcontextprotocol/server";
import { isEqualJson, type JsonObject } from "@tenon/basis";

import { ToolError } from "../tool-error.ts";
import { type Asker, createAsker } from "./asker.ts";
import { type Cancellation, createCancellation } from "./cancellation.ts";
import { CannotAsk } from "./cannot-ask.ts";
import type { Core } from "./core.ts";
import type { Deadline } from "./deadlines.ts";
import type { Exchange } from "./exchange.ts";
import { createHeldCalls } from "./held-calls.ts";
import { whenReady } from "./when-ready.ts";

export interface Conversations<Result> {
  answer(request: Asked, exchange: Exchange, work: Work<Result>): Answer<Result> | Promise<Answer<Result>>;
}

interface Asked {
  /** What a repeated request must have in common with the first. */
  readonly name: string;
  readonly args: JsonObject;
  /** Without the time that a user needs for an answer. */
  readonly timeMs: number;
  timeUp(): ToolError;
}

type Answer<Result> = Result | InputRequiredResult;

/** A rejection is the answer, too. */
type Work<Result> = (asker: Asker<Ended<Result>>, cancellation: Cancellation) => Result | Promise<Result>;

type Ended<Result> = { readonly result: Result } | { readonly error: unknown };

interface Call<Result> {
  readonly asked: Asked;
  readonly asker: Asker<Ended<Result>>;
  /** Set when it has ended: before the first answer, if it waited for nothing. */
  ended?: Ended<Result>;
  abort(reason: unknown): void;
}

export function createConversations<Result>(core: Core): Conversations<Result> {
  const held = createHeldCalls<Call<Result>>(core.clock);

  return {
    answer(asked, exchange, work) {
      const state = exchange.era === "modern" ? exchange.context.mcpReq.requestState<string>() : undefined;
      const call = state === undefined ? begin(asked, exchange, work) : resume(asked, state);
      return whenReady(call.ended ?? call.asker.attach(exchange), (answer) => {
        if (!isEnded(answer)) return answer;
        if ("result" in answer) return answer.result;
        throw exchange.era === "modern" ? capabilityError(answer.error) : answer.error;
      });
    },
  };

  function begin(asked: Asked, exchange: Exchange, work: Work<Result>): Call<Result> {
    const cancellation = createCancellation();
    let isAsking = false;
    let deadline: Deadline | undefined;
    const asker = createAsker<Ended<Result>>(exchange, {
      hold: () => held.hold(call),
      abort: cancellation.cancel,
      asking(now) {
        isAsking = now;
        if (now) deadline?.pause();
        else deadline?.resume();
      },
    });
    const call: Call<Result> = { asked, asker, abort: cancellation.cancel };
    const result = outcomeOf(() => work(asker, cancellation));
    if (result instanceof Promise) {
      deadline = core.deadlines.start(asked.timeMs, () => cancellation.cancel(asked.timeUp()));
      if (isAsking) deadline.pause();
      void follow(call, result, { core, cancellation, deadline });
    } else {
      call.ended = result;
    }
    return call;
  }

  function resume({ name, args }: Asked, state: string): Call<Result> {
    const call = held.take(state);
    if (call?.asked.name === name && isEqualJson(call.asked.args, args)) return call;
    call?.abort(new ToolError("cancelled", "The request was repeated with other arguments"));
    throw new ProtocolError(INVALID_PARAMS, "Invalid or expired requestState", { reason: "invalid_request_state" });
  }
}

/** A call that did not end at once, until it has ended. */
async function follow<Result>(
  call: Call<Result>,
  outcome: Promise<Ended<Result>>,
  own: { readonly core: Core; readonly cancellation: Cancellation; readonly deadline: Deadline },
): Promise<void> {
  const { core, cancellation, deadline } = own;
  core.works.begin();
  core.cancellations.add(cancellation);
  if (core.signal.aborted) cancellation.cancel(core.signal.reason);
  call.ended = await outcome;
  core.cancellations.delete(cancellation);
  deadline[Symbol.dispose]();
  call.asker.finish(call.ended);
  core.works.end();
}

/** Never throws or rejects. */
function outcomeOf<Result>(work: () => Result | Promise<Result>): Ended<Result> | Promise<Ended<Result>> {
  try {
    const result = work();
    if (!(result instanceof Promise)) return { result };
    return result.then(
      (value) => ({ result: value }),
      (error: unknown) => ({ error }),
    );
  } catch (error) {
    return { error };
  }
}

function isEnded<Result>(answer: Ended<Result> | InputRequiredResult): answer is Ended<Result> {
  return !isInputRequiredResult(answer);
}

/** 2026-07-28 has an error of its own for it. */
function capabilityError(error: unknown): unknown {
  if (!(error instanceof CannotAsk)) return error;
  const { requiredCapabilities, message } = error;
  return new MissingRequiredClientCapabilityError({ requiredCapabilities }, message);
}
