/**
 * The turns of one session, one at a time: a prompt, its cancellation, and its answer.
 */

import { addAbortListener } from "node:events";

import type { ContentBlock, PromptRequest, PromptResponse, StopReason } from "@agentclientprotocol/sdk";
import { type Clock, isObject, type JsonObject } from "@tenon/basis";

import { type AgentCalls, withMeta } from "../protocol/agent-calls.ts";
import { AgentError } from "../agent-error.ts";
import { fitContent } from "./prompt-content.ts";
import type { SessionLane } from "./session-lane.ts";
import { ABANDONED, beginTurn, type Turn } from "./turn.ts";

export interface SessionTurns {
  /** The turn that is running. */
  readonly current: Turn | undefined;
  prompt(content: string | readonly ContentBlock[], options: PromptOptions): Promise<PromptResponse>;
  /** Without a running turn, nothing is sent. */
  cancel(): Promise<void>;
}

export interface PromptOptions {
  readonly signal?: AbortSignal | undefined;
  /** `_meta` of the prompt: agents pass a trace context on to their model and their servers. */
  readonly meta?: JsonObject | undefined;
}

export interface SessionTurnsOptions {
  readonly sessionId: string;
  readonly calls: AgentCalls;
  readonly lane: SessionLane;
  readonly clock: Clock;
  readonly graceMs: number;
}

export function createSessionTurns(options: SessionTurnsOptions): SessionTurns {
  const { sessionId, calls, lane } = options;
  let turn: Turn | undefined;
  return {
    get current() {
      return turn;
    },
    async prompt(content, { signal, meta }) {
      if (turn) throw new AgentError("turn_running", "A turn is already running in this session.", { sessionId });
      const request: PromptRequest = withMeta({ sessionId, prompt: fitContent(content, calls.abilities) }, meta);
      if (signal?.aborted) return CANCELLED;
      const current = beginTurn(options);
      turn = current;
      const listener = signal && addAbortListener(signal, () => void cancel());
      try {
        return await answerTo(request, current);
      } finally {
        listener?.[Symbol.dispose]();
        turn = undefined;
      }
    },
    cancel,
  };

  async function cancel(): Promise<void> {
    await turn?.cancel(async () => {
      // An agent that is gone gets nothing; the prompt fails with that reason.
      await calls.notify("session/cancel", { sessionId }).catch(() => {});
    });
  }

  async function answerTo(request: PromptRequest, current: Turn): Promise<PromptResponse> {
    try {
      const response = await Promise.race([calls.request("session/prompt", request), current.abandoned]);
      current.end();
      if (response === ABANDONED) lane.note({ type: "interruption" });
      await lane.settled();
      return response === ABANDONED ? CANCELLED : readResponse(response);
    } catch (error) {
      current.end();
      const isAnswer = error instanceof AgentError && error.details.errorCode !== undefined;
      if (!isAnswer && !isListenerFailure(error)) lane.note({ type: "interruption" });
      await lane.settled().catch(() => {}); // What the prompt failed with says more.
      // Many agents fail a prompt that was cancelled, instead of ending it [R68].
      if (isAnswer && current.cancelled.aborted) return CANCELLED;
      throw error;
    }
  }
}

const CANCELLED: PromptResponse = { stopReason: "cancelled" };

/** An answer without a stop reason is an end like most: the agent has answered, so its turn is over. */
function readResponse(response: unknown): PromptResponse {
  if (!isObject(response)) return { stopReason: "end_turn" };
  const { stopReason } = response;
  return { ...response, stopReason: isStopReason(stopReason) ? stopReason : "end_turn" };
}

/** Reasons that the protocol does not have are passed on as they are. */
function isStopReason(reason: unknown): reason is StopReason {
  return typeof reason === "string";
}

function isListenerFailure(error: unknown): boolean {
  return error instanceof AgentError && error.code === "listener_failed";
}
