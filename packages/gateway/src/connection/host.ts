/**
 * Starts agents for connections, and knows all that run.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { stringOf } from "@tenon/basis";
import { OWN_AGENT } from "@tenon/client";

import type { ClientLink } from "../wire/client-link.ts";
import { scopeOf } from "./session-setup.ts";
import type { AgentView } from "../gateway.ts";
import { GatewayError } from "../gateway-error.ts";
import type { GatewaySettings } from "../gateway-options.ts";
import type { TappedJournal } from "../record/tapped-journal.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { LiveSessions } from "../sessions/live-sessions.ts";
import { paramsOf } from "../wire/message.ts";
import { holdTree } from "./client-tree.ts";
import { createKnownAgents } from "./known-agents.ts";
import { hostAgent, type HostedAgent, type HostedAgentOptions } from "../upstream/hosted-agent.ts";
import { type AgentStart, openOtherAgent, type WriterOf } from "../upstream/other-agent.ts";
import { openOwnAgent } from "../upstream/own-agent.ts";
import type { UpstreamWire } from "../upstream/upstream.ts";

export interface Host {
  readonly agents: readonly AgentView[];
  readonly running: number;
  /** Throws `agent_not_found`. */
  require(name: string): void;
  start(name: string, owner: ClientLink, place: AgentStart): HostedAgent;
  close(): Promise<void>;
}

export interface HostOptions extends GatewaySettings {
  readonly tap: TappedJournal;
  readonly live: LiveSessions;
  readonly relay: HostedAgentOptions["relay"];
}

export function createHost(options: HostOptions): Host {
  const { ownAgent, tap, live, newId, onWarning } = options;
  const known = createKnownAgents(options);
  const running = new Set<HostedAgent>();
  return {
    get agents() {
      return known.views;
    },
    get running() {
      return running.size;
    },
    require: wireOf,
    start(name, owner, { cwd, isAtClient = false }) {
      const open = wireOf(name);
      const agent = hostAgent({
        name,
        title: known.titleOf(name),
        isOwn: name === OWN_AGENT,
        owner,
        dropsServer: known.other(name)?.dropsServer,
        hasTools: known.other(name)?.tools !== undefined,
        takesFiles: known.takesFiles(name),
        relay: options.relay,
        start: (writerOf) => open({ cwd: (isAtClient ? undefined : cwd) ?? options.cwd, isAtClient, writerOf }),
        onSession: (...early) => beginEarly(live, ...early),
        onClosed: ({ id }, message) => live.drop(id, { reason: stringOf(paramsOf(message)["reason"]) ?? "Ended" }),
        onPreset: (preset) => known.learnPreset(name, preset),
        signInAdvice: known.other(name)?.about?.signInAdvice,
        onLearned: (facts) => known.learn(name, facts),
        onFailure: onWarning,
        onEnd: ended,
      });
      running.add(agent);
      return agent;
    },
    async close() {
      await Promise.all([...running].map(({ upstream }) => upstream.close()));
    },
  };

  function wireOf(name: string) {
    const { journal, onRecorded } = tap;
    if (name === OWN_AGENT) return async (): Promise<UpstreamWire> => openOwnAgent(ownAgent, journal, onRecorded);
    const agent = known.other(name);
    if (!agent) throw agentNotFound(name, known.views);
    return (options: { cwd: string; isAtClient: boolean; writerOf: WriterOf }) =>
      openOtherAgent({ ...options, agent, journal, newId, onWarning, onRecorded });
  }

  function ended(agent: HostedAgent, error: Error | undefined) {
    running.delete(agent);
    const reason = error?.message ?? "Its agent has exited";
    for (const { id } of agent.sessions.values()) live.drop(id, { reason });
  }
}

/** An agent may speak of a session before it has answered with its id [I-05]. */
function beginEarly(
  live: LiveSessions,
  agent: HostedAgent,
  agentSessionId: string,
  request: AnyRequest | undefined,
): LiveSession | undefined {
  const id = agent.upstream.idOf(agentSessionId);
  if (id === undefined || !live.mayBegin(id, agent)) return undefined;
  const session = live.begin({ id, agentSessionId, agent });
  if (request && session.scope.roots.length === 0) Object.assign(session.scope, scopeOf(request));
  if (request) holdTree(session, agent.owner, request);
  if (!agent.owner.gone.aborted) session.attach(agent.owner, { from: { since: 0 }, onLive() {}, onFailure() {} });
  return session;
}

export function agentNotFound(agent: string, known: readonly AgentView[]): GatewayError {
  const names = known.map(({ name }) => name).join(", ");
  return new GatewayError("agent_not_found", `No such agent: ${agent}. Available: ${names}`, { agent });
}
