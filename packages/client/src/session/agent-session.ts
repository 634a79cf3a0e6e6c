/**
 * One session of an agent: its prompts, one at a time, its settings and its terminals.
 *
 * It owns its terminals and tools. However it ends (closed, or with its agent), they end with it, and every pending call fails.
 */

import {
  type ContentBlock,
  type PromptResponse,
  RequestError,
  type SessionConfigOption,
  type SessionModeState,
} from "@agentclientprotocol/sdk";
import { type Clock, within } from "@tenon/basis";

import type { AgentCalls } from "../protocol/agent-calls.ts";
import { AgentError } from "../agent-error.ts";
import type { LentTools } from "../tools/lent-tools.ts";
import type { ClientServices, FileAccess, SessionContext, Terminals } from "../services.ts";
import type { RefusedServer } from "./sendable-servers.ts";
import type { SessionLane } from "./session-lane.ts";
import { createSettings, type SessionSettings } from "./session-settings.ts";
import type { SessionSetup } from "./session-setup.ts";
import { createSessionTurns, type PromptOptions, type SessionTurns } from "./session-turns.ts";

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
   * The stop reason may be one that the protocol does not have.
   */
  prompt(content: string | readonly ContentBlock[], options?: PromptOptions): Promise<PromptResponse>;
  /** Asks the agent to stop the turn that is running; without one, nothing is sent. */
  cancel(): Promise<void>;
  /** Never rejects because of the agent. May be called twice. */
  close(): Promise<void>;
}

/** A session, as far as the agent may ask something in it. */
export interface ServedSession {
  readonly context: SessionContext;
  readonly files: FileAccess | undefined;
  readonly terminals: Terminals | undefined;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
  /** Aborts when the turn that is running now is cancelled. */
  readonly turnCancelled: AbortSignal | undefined;
}

export interface SessionParts {
  readonly context: SessionContext;
  readonly calls: AgentCalls;
  readonly services: ClientServices;
  readonly lane: SessionLane;
  readonly setup: SessionSetup;
  readonly refusedServers: readonly RefusedServer[];
  readonly tools: LentTools;
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
  const { context, calls, services, setup, clock, graceMs } = parts;
  const sessionId = context.id;
  const turns = createSessionTurns({ ...parts, sessionId });
  let terminals: Terminals | undefined;
  let closing: Promise<void> | undefined;
  const end = createSessionEnd(async () => {
    parts.onEnd();
    await Promise.all([terminals?.close(), parts.tools.close()]);
  });

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
    async prompt(content, options = {}) {
      assertOpen();
      return await turns.prompt(content, options);
    },
    cancel: turns.cancel,
    ...createSettings({ sessionId, calls, setup, assertOpen }),
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => session.close(),
  };
  const served: ServedSession = {
    context,
    files: services.files?.(context),
    get terminals() {
      return (terminals ??= services.terminals?.(context));
    },
    ended: end.signal,
    get turnCancelled() {
      return turns.current?.cancelled;
    },
  };
  return { session, served, dismiss: end.dismiss };

  async function close(): Promise<void> {
    // An agent that refuses to close, or is gone, has no session of ours to keep.
    const asked = askToClose({ sessionId, calls, turns }).catch(() => {});
    await within(graceMs, asked, { clock });
    await end.dismiss();
  }

  function assertOpen() {
    if (!end.signal.aborted && !closing) return;
    throw end.reason() ?? new AgentError("session_closed", "The session is closed.", { sessionId });
  }
}

/** The agent ends what runs, as if it were cancelled; what it sends until then is delivered. */
async function askToClose({ sessionId, calls, turns }: Closing): Promise<void> {
  const turn = turns.current;
  // `session/close` implies the cancellation.
  if (calls.abilities.methods.has("session/close")) {
    await Promise.all([calls.request("session/close", { sessionId }), turn?.cancel(async () => {}), turn?.over]);
  } else await Promise.all([turns.cancel(), turn?.over]);
}

interface Closing {
  readonly sessionId: string;
  readonly calls: AgentCalls;
  readonly turns: SessionTurns;
}

/** The end of a session: once, for the first reason. */
function createSessionEnd(end: () => Promise<void>) {
  const ended = new AbortController();
  let ending: Promise<void> | undefined;
  let first: AgentError | undefined;
  return {
    signal: ended.signal,
    reason: () => first,
    dismiss(reason?: AgentError): Promise<void> {
      first ??= reason;
      ended.abort(RequestError.requestCancelled());
      return (ending ??= end());
    },
  };
}
