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
import type { Exchange } from "./exchange.ts";
import { createHeldCalls } from "./held-calls.ts";

export interface Conversations<Result> {
  answer(request: Asked, exchange: Exchange, work: Work<Result>): Promise<Result | InputRequiredResult>;
}

interface Asked {
  /** What a repeated request must have in common with the first. */
  readonly name: string;
  readonly args: JsonObject;
  /** Without the time that a user needs for an answer. */
  readonly timeMs: number;
  timeUp(): ToolError;
}

/** A rejection is the answer, too. */
type Work<Result> = (asker: Asker<Ended<Result>>, cancellation: Cancellation) => Promise<Result>;

type Ended<Result> = { readonly result: Result } | { readonly error: unknown };

interface Call<Result> {
  readonly asked: Asked;
  readonly asker: Asker<Ended<Result>>;
  abort(reason: unknown): void;
}

export function createConversations<Result>(core: Core): Conversations<Result> {
  const held = createHeldCalls<Call<Result>>(core.clock);

  return {
    async answer(asked, exchange, work) {
      const state = exchange.era === "modern" ? exchange.context.mcpReq.requestState<string>() : undefined;
      const call = state === undefined ? begin(asked, exchange, work) : resume(asked, state);
      const answer = await call.asker.attach(exchange);
      if (!isEnded(answer)) return answer;
      if ("result" in answer) return answer.result;
      throw exchange.era === "modern" ? capabilityError(answer.error) : answer.error;
    },
  };

  function begin(asked: Asked, exchange: Exchange, work: Work<Result>): Call<Result> {
    const cancellation = createCancellation();
    const { cancel: abort } = cancellation;
    const deadline = core.deadlines.start(asked.timeMs, () => abort(asked.timeUp()));
    const call: Call<Result> = {
      asked,
      abort,
      asker: createAsker(exchange, {
        hold: () => held.hold(call),
        abort,
        asking: (isAsking) => (isAsking ? deadline.pause() : deadline.resume()),
      }),
    };
    core.cancellations.add(cancellation);
    if (core.signal.aborted) abort(core.signal.reason);
    const ended = (end: Ended<Result>) => {
      core.cancellations.delete(cancellation);
      deadline[Symbol.dispose]();
      call.asker.finish(end);
      core.works.end();
    };
    core.works.begin();
    void work(call.asker, cancellation).then(
      (result) => ended({ result }),
      (error: unknown) => ended({ error }),
    );
    return call;
  }

  function resume({ name, args }: Asked, state: string): Call<Result> {
    const call = held.take(state);
    if (call?.asked.name === name && isEqualJson(call.asked.args, args)) return call;
    call?.abort(new ToolError("cancelled", "The request was repeated with other arguments"));
    throw new ProtocolError(INVALID_PARAMS, "Invalid or expired requestState", { reason: "invalid_request_state" });
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
