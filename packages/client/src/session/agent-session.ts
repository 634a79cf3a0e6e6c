/**
 * One session of an agent: prompts, one at a time, and what goes on in it.
 *
 * It owns its terminals. However it ends (closed, or with its agent), they end with it, and whoever waits is told.
 */

import { addAbortListener } from "node:events";

import {
  type ContentBlock,
  type PromptRequest,
  type PromptResponse,
  RequestError,
  type SessionConfigOption,
  type SessionModeState,
} from "@agentclientprotocol/sdk";

import { AgentError } from "../agent-error.ts";
import type { Clock } from "../clock.ts";
import type { AgentCalls } from "../connection/agent-calls.ts";
import type { ServedSession } from "../connection/serve-agent.ts";
import type { ClientServices, SessionContext, Terminals } from "../services.ts";
import { fitContent } from "./prompt-content.ts";
import { readPromptResponse } from "./prompt-response.ts";
import type { SessionLane } from "./session-lane.ts";
import type { RefusedServer } from "./session-servers.ts";
import { createSettings, type SessionSettings } from "./session-settings.ts";
import type { SessionSetup } from "./session-setup.ts";
import { ABANDONED, beginTurn, type Turn } from "./turn.ts";

export interface AgentSession extends SessionSettings, AsyncDisposable {
  readonly id: string;
  readonly cwd: string;
  /** As they are now; undefined if the agent has none. */
  readonly modes: SessionModeState | undefined;
  readonly configOptions: readonly SessionConfigOption[];
  /** Servers that this agent cannot take; they were not sent. */
  readonly refusedServers: readonly RefusedServer[];
  /**
   * Resolves when the turn is over and everything that happened in it has been delivered. Aborting the signal cancels the
   * turn, which is an outcome and no error: the stop reason is then `cancelled`, unless the turn was over before.
   * The stop reason may be a word that the protocol does not have.
   */
  prompt(
    content: string | readonly ContentBlock[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<PromptResponse>;
  /** Asks the agent to stop the turn that is running; without one, nothing is sent. */
  cancel(): Promise<void>;
  /** Never rejects because of the agent. May be called twice. */
  close(): Promise<void>;
}

export interface SessionParts {
  readonly context: SessionContext;
  readonly calls: AgentCalls;
  readonly services: ClientServices;
  readonly lane: SessionLane;
  readonly setup: SessionSetup;
  readonly refusedServers: readonly RefusedServer[];
  readonly clock: Clock;
  /** How long an agent may take to answer a cancelled prompt, or a close. */
  readonly graceMs: number;
  /** Called once, when it has ended. */
  onEnd(): void;
}

export interface OpenSession {
  readonly session: AgentSession;
  readonly served: ServedSession;
  /** Ends it without a word to the agent, which is gone or about to go, for this reason. May be called twice. */
  dismiss(reason?: AgentError): Promise<void>;
}

export function createAgentSession(parts: SessionParts): OpenSession {
  const { context, calls, services, lane, setup, clock, graceMs } = parts;
  const sessionId = context.id;
  const ended = new AbortController();
  const files = services.files?.(context);
  let terminals: Terminals | undefined;
  let turn: Turn | undefined;
  let closing: Promise<void> | undefined;
  let dismissing: Promise<void> | undefined;
  let endReason: AgentError | undefined;

  const session: AgentSession = {
    id: sessionId,
    cwd: context.cwd,
    refusedServers: parts.refusedServers,
    get modes() {
      return setup.modes;
    },
    get configOptions() {
      return setup.configOptions;
    },
    prompt,
    cancel,
    ...createSettings({ sessionId, calls, setup, assertOpen }),
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => session.close(),
  };
  const served: ServedSession = {
    context,
    files,
    get terminals() {
      return (terminals ??= services.terminals?.(context));
    },
    ended: ended.signal,
    get turnCancelled() {
      return turn?.cancelled;
    },
  };
  return { session, served, dismiss };

  async function prompt(
    content: string | readonly ContentBlock[],
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<PromptResponse> {
    assertOpen();
    if (turn) throw new AgentError("TURN_RUNNING", "A turn is running in this session already.", { sessionId });
    const request: PromptRequest = { sessionId, prompt: fitContent(content, calls.abilities) };
    if (signal?.aborted) return CANCELLED;
    const current = beginTurn({ clock, graceMs });
    turn = current;
    const listener = signal && addAbortListener(signal, () => void cancel());
    try {
      return await answerTo(request, current);
    } finally {
      listener?.[Symbol.dispose]();
      turn = undefined;
    }
  }

  async function answerTo(request: PromptRequest, current: Turn): Promise<PromptResponse> {
    try {
      const response = await Promise.race([calls.request("session/prompt", request), current.abandoned]);
      current.end();
      if (response === ABANDONED) lane.note({ type: "interruption" });
      await lane.settled();
      return response === ABANDONED ? CANCELLED : readPromptResponse(response);
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

  async function cancel(): Promise<void> {
    await turn?.cancel(async () => {
      // Whoever cancels has nothing more to hear if the agent is gone; the prompt says so.
      await calls.notify("session/cancel", { sessionId }).catch(() => {});
    });
  }

  /** The agent ends what runs, as if it were cancelled; what it has to say until then is heard. */
  async function close(): Promise<void> {
    const waiting = new AbortController();
    const isAdvertised = calls.abilities.methods.has("session/close");
    const leave = async () => {
      if (!isAdvertised) return Promise.all([cancel(), turn?.over]);
      // Closing says it all: the agent is not told to cancel as well.
      return Promise.all([calls.request("session/close", { sessionId }), turn?.cancel(async () => {}), turn?.over]);
    };
    // An agent that refuses to close, or is gone, has no session of ours to keep.
    const left = leave().catch(() => {});
    await Promise.race([left, clock.after(graceMs, waiting.signal).catch(() => {})]);
    waiting.abort();
    await dismiss();
  }

  function dismiss(reason?: AgentError): Promise<void> {
    endReason ??= reason;
    return (dismissing ??= (async () => {
      ended.abort(RequestError.requestCancelled());
      parts.onEnd();
      await terminals?.close();
    })());
  }

  function assertOpen() {
    if (!ended.signal.aborted && !closing) return;
    throw endReason ?? new AgentError("SESSION_CLOSED", "The session is closed.", { sessionId });
  }
}

const CANCELLED: PromptResponse = { stopReason: "cancelled" };

function isListenerFailure(error: unknown): boolean {
  return error instanceof AgentError && error.code === "LISTENER_FAILED";
}
