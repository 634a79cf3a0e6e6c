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
import { createProgressSender, type ProgressSender } from "./progress.ts";
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
const MAX_HANDLES = 64;
const HANDLE_LENGTH = 8;
// For the agent's own word about a call that the user has cancelled. To an answer after it qwen drops all our tools.
const CANCEL_MS = 2_000;

export function createOutlivingCalls(options: { readonly taker: Taker; readonly clock: Clock }): OutlivingCalls {
  const { clock } = options;
  const { callMs, isKeptByProgress } = options.taker;
  const running = createRunningCalls(clock);
  const handles = createHandles();
  const held = createHeldCalls({ clock });

  return {
    answer,
    resume(caller) {
      const call = caller.repeated && held.resume(caller.repeated.state, caller.repeated.responses);
      return call && answer(call, caller);
    },
    async waitFor(handle, caller) {
      const call = handles.find(handle);
      if (call) return await answer(call, caller);
      return textResult(`No call with the handle "${handle}": it has ended, and its result was read.`, true);
    },
    cancel: running.cancel,
    async close() {
      const ended = running.abort(new Error("The session has ended"));
      held.close();
      await ended;
      handles.clear();
    },
  };

  async function answer(call: RunningCall, { signal, sendProgress }: Caller): Promise<CallAnswer> {
    running.add(call);
    const waiting = new AbortController();
    const progress = sendProgress && createProgressSender(sendProgress);
    using _aborted = addAbortListener(signal, () => call.abort(signal.reason));
    using _followed = progress && call.follow(progress.report);
    using _stopped = progress && addAbortListener(call.call.signal, () => progress.stop());
    const isKept = callMs !== undefined && isKeptByProgress && progress !== undefined;
    if (isKept) void keepAlive(progress, { callMs, clock, signal: waiting.signal }).catch(() => {});
    try {
      const limitMs = callMs === undefined || isKept ? undefined : Math.max(callMs - MARGIN_MS, callMs * MIN_SHARE);
      const next = nextOf(call);
      const result = limitMs === undefined ? await next : await within(limitMs, next, { clock });
      if (running.isCancelled(call) && !signal.aborted) {
        await within(CANCEL_MS, once(signal, "abort", { signal: waiting.signal }), { clock });
      }
      if (result === "asked") return call.questions ? held.hold(call, call.questions) : await call.result;
      if (!result) return textResult(stillRunning(call, handles.keep(call), running.elapsed(call)));
      handles.release(call);
      return result;
    } finally {
      waiting.abort();
      progress?.stop();
    }
  }
}

/** The calls that run, whether or not a request waits for them. */
function createRunningCalls(clock: Clock) {
  const running = new Map<RunningCall, { readonly since: number }>();
  const cancelled = new WeakSet<RunningCall>();
  return {
    add(call: RunningCall): void {
      if (running.has(call)) return;
      running.set(call, { since: clock.now() });
      void call.result.finally(() => running.delete(call));
    },
    isCancelled: (call: RunningCall) => cancelled.has(call),
    elapsed: (call: RunningCall) => formatDuration(clock.now() - (running.get(call)?.since ?? clock.now())),
    cancel(reason: Error): void {
      for (const call of running.keys()) cancelled.add(call);
      for (const call of running.keys()) call.abort(reason);
    },
    /** Resolves when all have ended. */
    async abort(reason: Error): Promise<void> {
      const results = Array.from(running.keys(), ({ result }) => result);
      for (const call of running.keys()) call.abort(reason);
      await Promise.all(results);
    },
  };
}

/** The calls whose results have not been read yet, by the names that `wait_for_call` takes. */
function createHandles() {
  const calls = new Map<string, RunningCall>();
  return {
    find: (handle: string) => calls.get(handle),
    keep(call: RunningCall): string {
      const handle = handleOf(call);
      calls.set(handle, call);
      for (const [oldest, { abort }] of calls) {
        if (calls.size <= MAX_HANDLES) break;
        calls.delete(oldest);
        abort(new Error("Too many calls are waiting"));
      }
      return handle;
    },
    release: (call: RunningCall) => void calls.delete(handleOf(call)),
    clear: () => calls.clear(),
  };
}

function handleOf({ call }: RunningCall): string {
  return `call-${call.id.slice(0, HANDLE_LENGTH)}`;
}

function stillRunning({ call, isWaiting }: RunningCall, handle: string, elapsed: string): string {
  const state = isWaiting ? "It waits for the user's permission" : "It is still running";
  return `${call.name} has not finished yet. ${state} after ${elapsed}. Call ${OWN.waitForCall} with the handle "${handle}" to get its result.`;
}

/** Rejects when the signal aborts. */
async function keepAlive(
  progress: ProgressSender,
  { callMs, clock, signal }: { readonly callMs: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<never> {
  const everyMs = Math.min(callMs / KEEP_ALIVES_PER_LIMIT, MAX_KEEP_ALIVE_MS);
  for (const began = clock.now(); ;) {
    await clock.after(everyMs, signal);
    progress.keepAlive(`Still running after ${formatDuration(clock.now() - began)}`);
  }
}

function nextOf({ result, questions }: RunningCall): Promise<CallToolResult | "asked"> {
  return questions ? Promise.race([result, questions.asked().then(() => "asked" as const)]) : result;
}
