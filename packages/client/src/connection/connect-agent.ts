/**
 * Starts an ACP agent as a child process and talks to it.
 *
 * The agent lives as long as the handle. However the connection ends, every pending call fails with the reason, and the
 * agent and everything it started are gone.
 */

import { addAbortListener } from "node:events";

import type { InitializeResponse, Stream } from "@agentclientprotocol/sdk";
import { type Clock, defined, systemClock } from "@tenon/basis";
import type { ChildOptions } from "@tenon/process";
import type { LogSink } from "@tenon/toolset";

import { readAbilities } from "../protocol/agent-abilities.ts";
import { type AgentAccount, openAccount } from "../protocol/agent-account.ts";
import { createAgentCalls, type MetaOf } from "../protocol/agent-calls.ts";
import { type AgentExtensions, agentExtensions, type ExtensionMethod } from "../protocol/extensions.ts";
import type { AgentProgram } from "../launch/agent-program.ts";
import { initialize } from "../protocol/initialize.ts";
import { AgentError } from "../agent-error.ts";
import { presetOfAgent } from "../launch/presets.ts";
import { createToolLender } from "../tools/lent-tools.ts";
import type { ClientServices } from "../services.ts";
import { createSessionRouter } from "../session/session-router.ts";
import { openAgentWire, type RecordMessage, type ThroughStream } from "../wire/agent-wire.ts";
import { createBreather } from "../wire/breather.ts";
import { type AgentSessions, agentSessions, type AgentSessionsParts } from "./agent-sessions.ts";
import { createOpenSessions } from "./open-sessions.ts";
import { runAgent, type RunningAgent } from "./running-agent.ts";
import { serveAgent } from "./serve-agent.ts";

export interface ConnectOptions {
  readonly clientInfo: { readonly name: string; readonly title?: string; readonly version: string };
  readonly services?: ClientServices;
  /**
   * Every message in both directions, as it stands on the wire, before it is delivered or sent. Called in order, without
   * waiting for the call before; the messages wait. A message whose record fails is not delivered: a request of ours fails,
   * one of the agent's is answered with an error, and a turn that lost an update is cancelled and fails.
   */
  readonly record?: RecordMessage;
  /** Stands between the agent and this client, for example to give its sessions tools. Called for each start of it. */
  readonly through?: ThroughStream;
  /** Answers extension requests and notifications of the agent, by their names: `_vendor/method`. */
  readonly methods?: Readonly<Record<string, ExtensionMethod>>;
  /** `_meta` of each message to the agent, such as a trace context; what a call says itself counts before it. */
  readonly meta?: MetaOf;
  /** What it writes to stderr, in whole characters. Must not throw; nor must the two below. */
  readonly onStderr?: (text: string) => void;
  /** A line of the agent's stdout that is not a message. */
  readonly onNoise?: (line: string) => void;
  /** A service has failed; the agent got an internal error without details. */
  readonly onServiceError?: (error: unknown, method: string) => void;
  /** What tools of a session log, and in full the errors of which the agent gets an id only. */
  readonly onToolLog?: LogSink;
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

export interface ConnectedAgent extends AgentSessions, AgentAccount, AgentExtensions, AsyncDisposable {
  /** The agent's response to `initialize`. */
  readonly initialized: InitializeResponse;
  /** Resolves when the connection has ended and the agent is gone: with why, or with nothing if we have closed it. */
  readonly closed: Promise<AgentError | undefined>;
  /** May be called twice. */
  close(): Promise<void>;
}

const START_WITHIN_MS = 120_000;
const CANCEL_GRACE_MS = 10_000;

/** So much output without a message: this is not an agent. */
const MAX_NOISE_BEFORE_MESSAGES = 1024 * 1024;

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
  const { services = {}, clock = systemClock, signal, clientInfo, meta: metaOf } = options;
  const side = createClientSide(options);
  const agent = await runAgent(program, { signal, onStderr: options.onStderr, ...defined({ ending: options.ending }) });
  const connection = side.app.connect(openWire(agent, side, options));
  const listener = signal && addAbortListener(signal, () => void close());
  const closed = connection.closed.then(async () => {
    listener?.[Symbol.dispose]();
    const error = connection.signal.reason instanceof AgentError ? connection.signal.reason : undefined;
    await Promise.all([side.sessions.dismiss(error), agent.child.close()]);
    return error?.code === "closed" ? undefined : error;
  });

  try {
    const { startWithinMs: within = START_WITHIN_MS } = options;
    const { outputSoFar } = agent;
    const starting = { clientInfo, services, within, clock, metaOf, outputSoFar };
    const initialized = await initialize(connection.agent, starting);
    const { authMethods = [], agentCapabilities } = initialized;
    const abilities = readAbilities(agentCapabilities);
    const calls = createAgentCalls(connection.agent, { abilities, authMethods, metaOf });
    const lend: AgentSessionsParts["lend"] = (...given) => side.lender.lend(connection.agent, ...given);
    return {
      initialized,
      ...agentSessions(calls, { ...side, env: program.env, lend }),
      ...openAccount(calls, authMethods),
      ...agentExtensions(calls),
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
    connection.close(new AgentError("closed", "The connection to the agent was closed.", { command: program.command }));
    await closed;
  }
}

/** What is there before the agent is: its sessions, and the answers to what it asks. */
function createClientSide(options: ConnectOptions) {
  const { services = {}, clock = systemClock, clientInfo, methods = {}, onServiceError = () => {} } = options;
  const router = createSessionRouter();
  const breathe = createBreather();
  const graceMs = options.cancelGraceMs ?? CANCEL_GRACE_MS;
  const sessions = createOpenSessions({ router, services, clock, breathe, graceMs });
  const lender = createToolLender({ clientInfo, onToolLog: options.onToolLog });
  const findSession = sessions.find;
  const app = serveAgent({ name: clientInfo.name, services, lender, methods, findSession, onServiceError });
  return { router, breathe, sessions, lender, app };
}

function openWire(
  agent: RunningAgent,
  { router, breathe }: ReturnType<typeof createClientSide>,
  { record, through, onNoise }: ConnectOptions,
): Stream {
  const noise = watchNoise(agent, onNoise);
  return openAgentWire({
    stdin: agent.child.stdin,
    stdout: agent.child.stdout,
    breathe,
    record,
    through,
    onNoise: noise.add,
    deliver(from, message, size) {
      if (from === "agent") noise.expect();
      return router.deliver(from, message, size);
    },
    end: agent.end,
  });
}

/** Ends a program that writes a lot before its first message: it is not an agent. */
function watchNoise(agent: RunningAgent, onNoise: ConnectOptions["onNoise"]) {
  let isExpected = false;
  let length = 0;
  return {
    /** From now on any amount is tolerated. */
    expect: () => void (isExpected = true),
    add(line: string): void {
      agent.addNoise(line);
      onNoise?.(line);
      length += line.length + 1;
      if (isExpected || length < MAX_NOISE_BEFORE_MESSAGES) return;
      isExpected = true;
      const { command } = agent.child;
      const message = `"${command}" does not speak ACP on its standard output. Is it an agent? ${agent.outputSoFar()}`;
      void agent.end(new AgentError("agent_not_acp", message, { command, noise: agent.noise }));
    },
  };
}
