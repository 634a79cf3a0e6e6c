/**
 * One turn: from a prompt to its stop reason.
 *
 * Every update is given to the wire before the turn returns, every tool call that was begun is ended, and the history
 * stays valid for any model whatever happened.
 */

import type { StopReason } from "@agentclientprotocol/sdk";

import { isTooLong } from "../model/model-error.ts";
import { answerOnce } from "./answer-once.ts";
import { runToolCalls } from "./run-tool-calls.ts";
import type { Turn } from "./turn.ts";

export async function runTurn(turn: Turn): Promise<StopReason> {
  const { signal, history, context } = turn;
  try {
    for (let step = 0; step < turn.mostSteps; step += 1) {
      signal.throwIfAborted();
      await context.beforeStep();
      const { calls, reason } = await answerWithRoom(turn);
      if (calls.length === 0) return reason;
      await history.add({ role: "tool", results: await runToolCalls(calls, turn) });
    }
    signal.throwIfAborted();
    return "max_turn_requests";
  } catch (error) {
    if (signal.aborted) return "cancelled";
    throw error;
  }
}

/** An answer; if the provider says that the history is too long for it, after making room once. */
async function answerWithRoom(turn: Turn): ReturnType<typeof answerOnce> {
  try {
    return await answerOnce(turn);
  } catch (error) {
    if (!isTooLong(error) || !(await turn.context.overflowed())) throw error;
    return await answerOnce(turn);
  }
}
