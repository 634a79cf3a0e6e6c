/**
 * Starts an ACP agent as a child process and talks to it.
 *
 * The agent lives as long as the handle. However the connection ends, everybody who waits for the agent is told why, and
 * the agent and everything it started are gone.
 */

import { addAbortListener } from "node:events";

import type { InitializeResponse } from "@agentclientprotocol/sdk";
import type { ChildOptions } from "@tenon/process";

import { AgentError } from "../agent-error.ts";
import { type Clock, systemClock } from "../clock.ts";
import { presetOfAgent } from "../launch/presets.ts";
import type { ClientServices } from "../services.ts";
import { createSessionRouter } from "../session/session-router.ts";
import { openAgentWire, type RecordMessage } from "../wire/agent-wire.ts";
import { createBreather } from "../wire/breather.ts";
import { readAbilities } from "./agent-abilities.ts";
import { type AgentAccount, openAccount } from "./agent-account.ts";
import { createAgentCalls } from "./agent-calls.ts";
import { type AgentProgram, startAgent } from "./agent-program.ts";
import { type AgentSessions, openAgentSessions } from "./agent-sessions.ts";
import { initialize } from "./initialize.ts";
import { exitedError, keepNoise, wordsSoFar } from "./last-words.ts";
import { serveAgent } from "./serve-agent.ts";

export interface ConnectOptions {
  readonly clientInfo: { readonly name: string; readonly title?: string; readonly version: string };
  readonly services?: ClientServices;
  /**
   * Every message in both directions, as it stands on the wire, before it is delivered or sent. Called in order, without
   * waiting for the call before; the messages wait. If it fails, the connection ends with `NOT_RECORDED`.
   */
  readonly record?: RecordMessage;
  /** What it writes to stderr, in whole characters. Must not throw; nor must the two below. */
  readonly onStderr?: (text: string) => void;
  /** A line of the agent's stdout that is no message. */
  readonly onNoise?: (line: string) => void;
  /** A service of ours has failed; the agent was told no more than that. */
  readonly onServiceError?: (error: unknown, method: string) => void;
  /** Aborted, it means `close()`. */
  readonly signal?: AbortSignal;
  /** How long the agent may take to answer `initialize`; two minutes, as it may have to be downloaded first. */
  readonly startWithinMs?: number;
  /** How long it may take to answer a cancelled prompt, or a close, before we go on without; ten seconds. */
  readonly cancelGraceMs?: number;
  /** How long the agent may take to end once its stdin is closed, and after SIGTERM; half a second each. */
  readonly ending?: ChildOptions["ending"];
  readonly clock?: Clock;
}

export interface ConnectedAgent extends AgentSessions, AgentAccount, AsyncDisposable {
  /** What the agent said of itself. */
  readonly initialized: InitializeResponse;
  /** Resolves when the connection has ended and the agent is gone: with why, or with nothing if we have closed it. */
  readonly closed: Promise<AgentError | undefined>;
  /** May be called twice. */
  close(): Promise<void>;
}

const START_WITHIN_MS = 120_000;
const CANCEL_GRACE_MS = 10_000;

/** So much that is no message, and no message before it: this is not an agent. */
const MOST_NOISE_BEFORE_MESSAGES = 1024 * 1024;

/**
 * Rejects with an `AgentError`, or with the signal's reason. An agent that says it is one that fails where it is offered
 * files is started again without: an offer cannot be taken back.
 */
export async function connectAgent(program: AgentProgram, options: ConnectOptions): Promise<ConnectedAgent> {
  const agent = await connectOnce(program, options);
  const { files, ...services } = options.services ?? {};
  if (!files || !presetOfAgent(agent.initialized.agentInfo)?.failsWithFiles) return agent;
  await agent.close();
  return await connectOnce(program, { ...options, services });
}

async function connectOnce(program: AgentProgram, options: ConnectOptions): Promise<ConnectedAgent> {
  const { services = {}, clock = systemClock, signal } = options;
  const { startWithinMs = START_WITHIN_MS, cancelGraceMs: graceMs = CANCEL_GRACE_MS } = options;
  const child = await startAgent(program, {
    signal,
    onStderr: options.onStderr,
    ...(options.ending && { ending: options.ending }),
  });
  const router = createSessionRouter();
  const noise = keepNoise();
  const breathe = createBreather();
  let noiseBeforeMessages = 0;
  let hasSpoken = false;
  let ending: Promise<AgentError> | undefined;

  const app = serveAgent({
    name: options.clientInfo.name,
    services,
    findSession: (sessionId) => sessions.find(sessionId),
    onServiceError: (error, method) => options.onServiceError?.(error, method),
  });
  const connection = app.connect(
    openAgentWire({
      stdin: child.stdin,
      stdout: child.stdout,
      breathe,
      record: options.record,
      onNoise,
      deliver(from, message, size) {
        if (from === "agent") hasSpoken = true;
        return router.deliver(from, message, size);
      },
      end,
    }),
  );
  const sessions = openAgentSessions({ router, services, clock, breathe, graceMs, program });
  const closed = connection.closed.then(async () => {
    abortListener?.[Symbol.dispose]();
    const { reason }: { reason: unknown } = connection.signal;
    const error = reason instanceof AgentError ? reason : undefined;
    await Promise.all([sessions.dismiss(error), child.close()]);
    return error?.code === "CLOSED" ? undefined : error;
  });
  const abortListener = signal && addAbortListener(signal, () => void close());

  try {
    const { clientInfo } = options;
    const initialized = await initialize(connection.agent, {
      clientInfo,
      services,
      within: startWithinMs,
      clock,
      words,
    });
    const { authMethods = [] } = initialized;
    const abilities = readAbilities(initialized.agentCapabilities);
    const calls = createAgentCalls(connection.agent, { abilities, authMethods });
    return {
      initialized,
      ...sessions.with(calls),
      ...openAccount(calls, authMethods),
      closed,
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    signal?.throwIfAborted();
    throw error;
  }

  async function close(): Promise<void> {
    connection.close(new AgentError("CLOSED", "The connection to the agent was closed.", { command: program.command }));
    await closed;
  }

  /** Nothing more comes, or nothing can be sent: it has left, or is of no use any more. */
  function end(cause?: AgentError): Promise<AgentError> {
    const leave = async () => {
      void child.close();
      const exit = await Promise.race([child.exited, child.closed]);
      return cause ?? exitedError(child, exit, noise.text());
    };
    return (ending ??= leave());
  }

  function onNoise(line: string) {
    noise.add(line);
    options.onNoise?.(line);
    if (hasSpoken || connection.signal.aborted) return;
    noiseBeforeMessages += line.length + 1;
    if (noiseBeforeMessages < MOST_NOISE_BEFORE_MESSAGES) return;
    const message = `"${program.command}" writes a lot, and none of it is ACP. Is it an agent? ${words()}`;
    connection.close(new AgentError("AGENT_NOT_ACP", message, { command: program.command, noise: noise.text() }));
  }

  function words(): string {
    return wordsSoFar(child, noise.text());
  }
}
