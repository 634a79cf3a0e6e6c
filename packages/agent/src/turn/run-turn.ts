/**
 * One turn: from a prompt to its stop reason.
 *
 * Every update is given to the wire before the turn returns, every tool call that was begun is ended, and the history
 * stays valid for any model whatever happened.
 */

import type { StopReason } from "@agentclientprotocol/sdk";

import { isTooLong } from "../model/model-error.ts";
import type { ToolResult } from "../model/model.ts";
import { type Answered, answerOnce } from "./answer-once.ts";
import { runToolCalls } from "./run-tool-calls.ts";
import type { Turn } from "./turn.ts";

export async function runTurn(turn: Turn): Promise<StopReason> {
  const { signal, history, context } = turn;
  // The next request does not wait for the disk; what the model answers to it does.
  let resultsKept: Promise<unknown> = Promise.resolve();
  try {
    for (let step = 0; step < turn.maxSteps; step += 1) {
      signal.throwIfAborted();
      await context.beforeStep();
      const { calls, reason, kept } = await answerWithRoom(turn);
      await resultsKept;
      const results = await runToolCalls(calls, turn, kept);
      await kept;
      if (calls.length === 0) return reason;
      await turn.saveFiles();
      resultsKept = history.add({ role: "tool", results: withNews(results, turn.news()) });
      resultsKept.catch(() => {}); // waited for above and below
    }
    signal.throwIfAborted();
    return "max_turn_requests";
  } catch (error) {
    if (signal.aborted) return "cancelled";
    throw error;
  } finally {
    await resultsKept;
  }
}

/** With the last result, and not in a message of its own: providers want the results right behind their calls. */
function withNews(results: readonly ToolResult[], news: string | undefined): readonly ToolResult[] {
  const last = results.at(-1);
  if (news === undefined || !last) return results;
  return [...results.slice(0, -1), { ...last, parts: [...last.parts, { type: "text", text: news }] }];
}

/** An answer; if the provider says that the history is too long for it, after making room once. */
async function answerWithRoom(turn: Turn): Promise<Answered> {
  try {
    return await answerOnce(turn);
  } catch (error) {
    if (!isTooLong(error) || !(await turn.context.overflowed())) throw error;
    return await answerOnce(turn);
  }
}
