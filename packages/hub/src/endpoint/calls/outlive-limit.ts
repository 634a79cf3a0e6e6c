/**
 * Answers a request for a call before the agent gives it up: with progress as a sign of life where the agent honours that,
 * else with a handle, by which `wait_for_call` goes on waiting. And when its server asks a person, with that question.
 */

import { addAbortListener, once } from "node:events";

import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { type Clock, formatDuration, type JsonObject, within } from "@tenon/basis";

import type { CallProgress } from "../../hub-types.ts";
import type { Taker } from "../endpoint-types.ts";
import { textResult } from "../results/shape-result.ts";
import { OWN } from "../tools/own-tools.ts";
import { createHeldCalls } from "./held-calls.ts";
import type { QuestionMode } from "./held-questions.ts";
import { createProgressSender } from "./progress.ts";
import type { RunningCall } from "./running-call.ts";

/** One request of the agent that waits for a call. */
export interface Caller {
  /** Aborts when the agent cancels the request or is gone. */
  readonly signal: AbortSignal;
  /** Given if the request has a progress token. */
  readonly sendProgress?: ((progress: CallProgress) => Promise<void>) | undefined;
  /** What it can ask a person. */
  readonly modes: readonly QuestionMode[];
  /** Given if it repeats a request that was answered with a question. */
  readonly repeated?: { readonly state: string; readonly responses: JsonObject } | undefined;
}

export type CallAnswer = CallToolResult | InputRequiredResult;

export interface OutlivingCalls {
  /** Waits for the call on behalf of a request; cancelling the request cancels the call. */
  answer(running: RunningCall, caller: Caller): Promise<CallAnswer>;
  /** Goes on with a call that waits for these responses; undefined if there is none. */
  resume(caller: Caller): Promise<CallAnswer> | undefined;
  waitFor(handle: string, caller: Caller): Promise<CallAnswer>;
  /** Cancels all, and waits for none. Each is answered if its agent has not cancelled it too within a moment. */
  cancel(reason: Error): void;
  /** Cancels all. */
  close(): Promise<void>;
}

// Time for the answer to arrive.
const MARGIN_MS = 5_000;
const MIN_SHARE = 0.5;
const MAX_KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVES_PER_LIMIT = 3;
// Each may hold a result that is not asked for.
const MOST_HANDLES = 64;
const HANDLE_LENGTH = 8;
// For the agent's own word about a call that the user has cancelled. To an answer after it qwen drops all our tools.
const CANCEL_MS = 2_000;

export function createOutlivingCalls(options: { readonly taker: Taker; readonly clock: Clock }): OutlivingCalls {
  const { clock } = options;
  const { callMs, isKeptByProgress } = options.taker;
  const running = new Map<RunningCall, { readonly since: number }>();
  const handles = new Map<string, RunningCall>();
  const cancelled = new WeakSet<RunningCall>();
  const held = createHeldCalls({ clock });

  return {
    answer,
    resume(caller) {
      const call = caller.repeated && held.resume(caller.repeated.state, caller.repeated.responses);
      return call && answer(call, caller);
    },
    async waitFor(handle, caller) {
      const call = handles.get(handle);
      if (call) return await answer(call, caller);
      return textResult(`There is no call with the handle "${handle}": it has ended and its result was read.`, true);
    },
    cancel(reason) {
      for (const call of running.keys()) cancelled.add(call);
      abortAll(reason);
    },
    async close() {
      const calls = [...running.keys()];
      abortAll(new Error("The session has ended"));
      held.close();
      await Promise.all(calls.map(({ result }) => result));
      handles.clear();
    },
  };

  function abortAll(reason: Error): void {
    for (const call of running.keys()) call.abort(reason);
  }

  async function answer(call: RunningCall, { signal, sendProgress }: Caller): Promise<CallAnswer> {
    begin(call);
    const waiting = new AbortController();
    const progress = sendProgress && createProgressSender(sendProgress);
    using _aborted = addAbortListener(signal, () => call.abort(signal.reason));
    using _followed = progress && call.follow(progress.report);
    using _stopped = progress && addAbortListener(call.call.signal, () => progress.stop());
    const isKept = callMs !== undefined && isKeptByProgress && progress !== undefined;
    if (isKept) void keepAlive(callMs, (message) => progress.keepAlive(message), waiting.signal).catch(() => {});
    try {
      const limitMs = callMs === undefined || isKept ? undefined : Math.max(callMs - MARGIN_MS, callMs * MIN_SHARE);
      const next = nextOf(call);
      const result = limitMs === undefined ? await next : await within(limitMs, next, { clock });
      if (cancelled.has(call) && !signal.aborted) {
        await within(CANCEL_MS, once(signal, "abort", { signal: waiting.signal }), { clock });
      }
      if (result === "asked") return call.questions ? held.hold(call, call.questions) : await call.result;
      return result ? ended(call, result) : stillRunning(call);
    } finally {
      waiting.abort();
      progress?.stop();
    }
  }

  function begin(call: RunningCall): void {
    if (running.has(call)) return;
    running.set(call, { since: clock.now() });
    void call.result.finally(() => running.delete(call));
  }

  /** Rejects when the signal aborts. */
  async function keepAlive(limitMs: number, send: (message: string) => void, signal: AbortSignal): Promise<never> {
    const everyMs = Math.min(limitMs / KEEP_ALIVES_PER_LIMIT, MAX_KEEP_ALIVE_MS);
    for (const began = clock.now(); ;) {
      await clock.after(everyMs, signal);
      send(`Still running after ${formatDuration(clock.now() - began)}`);
    }
  }

  function ended(call: RunningCall, result: CallToolResult): CallToolResult {
    handles.delete(handleOf(call));
    return result;
  }

  function stillRunning(call: RunningCall): CallToolResult {
    const handle = handleOf(call);
    handles.set(handle, call);
    for (const [oldest, { abort }] of handles) {
      if (handles.size <= MOST_HANDLES) break;
      handles.delete(oldest);
      abort(new Error("Too many calls are waiting"));
    }
    const elapsed = formatDuration(clock.now() - (running.get(call)?.since ?? clock.now()));
    const state = call.isWaiting ? "It waits for the user's permission" : "It is still running";
    const text = `${call.call.name} has not ended yet. ${state} after ${elapsed}. Call ${OWN.waitForCall} with the handle "${handle}" to get its result.`;
    return textResult(text);
  }
}

function nextOf({ result, questions }: RunningCall): Promise<CallToolResult | "asked"> {
  return questions ? Promise.race([result, questions.asked().then(() => "asked" as const)]) : result;
}

function handleOf({ call }: RunningCall): string {
  return `call-${call.id.slice(0, HANDLE_LENGTH)}`;
}
