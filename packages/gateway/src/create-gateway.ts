/**
 * Puts a gateway together, and takes it apart again.
 */

import { errorMessage, within } from "@tenon/basis";

import { openConnection } from "./connection/connection.ts";
import type { Core } from "./connection/core.ts";
import { agentNotFound, createHost, type Host } from "./connection/host.ts";
import { createFeeds } from "./feed/feeds.ts";
import type { Connection, Gateway, GatewayCounts, Peer } from "./gateway.ts";
import { GatewayError } from "./gateway-error.ts";
import { type GatewayOptions, type GatewaySettings, settingsFrom } from "./gateway-options.ts";
import { createFarSessions } from "./machines/far-sessions.ts";
import { createKnownMachines } from "./machines/known-machines.ts";
import { createMcpRelay } from "./mcp-relay/mcp-relay.ts";
import { type SeenRecord, tapJournal } from "./record/tapped-journal.ts";
import { createAllSessions } from "./sessions/all-sessions.ts";
import { createLocalClients } from "./sessions/errands/local-client.ts";
import { createLiveSessions } from "./sessions/live-sessions.ts";
import { createSessionCapacity } from "./sessions/session-capacity.ts";

/** Sessions that an earlier gateway has left unfinished are closed by the journal; their clients load them again. */
export function createGateway(options: GatewayOptions): Gateway {
  const settings = settingsFrom(options);
  const { clock, limits, newId } = settings;
  const connections = new Set<Connection>();
  const closed = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  let isEnding = false;
  const { core, feeds, host } = createParts(settings, {
    isClosing: () => closing !== undefined,
    counts,
    onCutOff() {
      // They come again, and whatever leads them here takes them to another machine.
      for (const connection of connections) void connection.close();
    },
  });
  const { live, sessions, services } = core;

  return {
    connect(stream, peer, restore = (message) => message) {
      // Clients of other machines may join the turns that still run.
      if (isEnding || (closing && !peer.isForwarded)) throw new GatewayError("closed", "The gateway is closing");
      if (services.tap.isCutOff) throw cutOff();
      if (connections.size >= limits.connections) throw tooMany(limits.connections);
      const agent = agentFor(peer, host, settings.defaultAgent);
      const connection = openConnection({ id: newId(), stream, restore, peer: { ...peer, agent }, core });
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
      return connection;
    },
    feed: feeds.session,
    changes: feeds.changes,
    announce: feeds.announce,
    sessions,
    get agents() {
      return host.agents;
    },
    cwd: settings.cwd,
    now: settings.journal.now,
    counts,
    machines: () => core.known.all(),
    answerMachine: core.sessions.answer,
    problem: services.tap.problem,
    closed: closed.promise,
    close,
    [Symbol.asyncDispose]: () => close(),
  };

  function counts(): GatewayCounts {
    return { connections: connections.size, upstreams: host.running, ...live.counts(), feedReaders: feeds.readers };
  }

  function close({ withinMs = 0 } = {}): Promise<void> {
    closing ??= shutDown(withinMs);
    return closing;
  }

  async function shutDown(withinMs: number): Promise<void> {
    // A prompt that is begun now would be cancelled with its turn; it waits on for another machine, or a restart.
    for (const session of live.all()) session.handOn();
    if (settings.machines) live.handOver();
    void core.known.announce();
    if (withinMs > 0) await within(withinMs, live.whenIdle(), { clock });
    const left = settings.machines ? live.leaveAsking() : undefined;
    isEnding = true;
    if (live.cancelAll() > 0) await within(CANCEL_MS, live.whenIdle(), { clock });
    await left;
    await host.close();
    await services.local.settled();
    await Promise.all([...connections].map((connection) => connection.close()));
    await feeds.end();
    closed.resolve();
  }
}

/** The agent of a connection: the one that it asks for, or else the first that its person may use. */
function agentFor({ agent, access }: Peer, host: Host, defaultAgent: string): string {
  const views = host.agents.filter(({ name }) => access?.mayUseAgent(name) ?? true);
  const allowed = [defaultAgent, ...views.map(({ name }) => name)].find((name) => access?.mayUseAgent(name) ?? true);
  const chosen = agent ?? allowed;
  if (chosen === undefined || access?.mayUseAgent(chosen) === false) throw agentNotFound(chosen ?? "any", views);
  host.require(chosen);
  return chosen;
}

interface Surroundings {
  isClosing(): boolean;
  onCutOff(): void;
  counts(): GatewayCounts;
}

function createParts(settings: GatewaySettings, { isClosing, onCutOff, counts }: Surroundings) {
  const { journal, clock, limits, newId, onWarning, rules, accessOf, telemetry } = settings;
  const recorded = createEvent<[sessionId: string, record: SeenRecord]>();
  const changed = createEvent<[sessionId: string]>();
  const lost = createEvent<[sessionId: string]>();
  const tap = tapJournal(journal, { onRecord: recorded.emit, onChange: changed.emit, onLost: lost.emit, onCutOff });
  const local = createLocalClients({ newId, onFailure: (error) => onWarning(`For an agent: ${errorMessage(error)}`) });
  const relay = createMcpRelay({ clock, newId, waitMs: limits.providerMs });
  const services = {
    tap,
    clock,
    limits,
    local,
    relay,
    rules,
    accessOf,
    newId,
    onWarning,
    telemetry,
    onChange: changed.emit,
  };
  const live = createLiveSessions(services);
  lost.listen(live.lose);
  recorded.listen((sessionId, record) => live.get(sessionId)?.seeRecord(record));
  const far = createFarSessions({
    machines: settings.machines,
    onChange: changed.emit,
    isFollowed: () => feeds.readers > 0,
  });
  const sessions = createAllSessions({ tap, live, far, newId });
  const feeds = createFeeds({
    journal,
    limits,
    view: (sessionId) => sessions.get(sessionId),
    onFailure: (error) => onWarning(`A feed: ${errorMessage(error)}`),
  });
  changed.listen(feeds.announce);
  const host = createHost({ ...settings, tap, live, relay });
  const core: Core = {
    live,
    sessions,
    capacity: createSessionCapacity({ live, limits }),
    services,
    relay,
    agents: host.agents,
    defaultAgent: settings.defaultAgent,
    setups: new WeakMap(),
    machines: settings.machines,
    known: createKnownMachines({
      journal,
      machines: settings.machines,
      version: settings.ownAgent.version,
      counts,
      isDraining: isClosing,
    }),
    newId,
    get isClosing() {
      return isClosing();
    },
    host: host.start,
  };
  return { core, feeds, host };
}

// How long an agent may take to end a cancelled turn before it is ended itself.
const CANCEL_MS = 5_000;

function cutOff(): GatewayError {
  return new GatewayError("store_unreachable", "This machine cannot reach the store of its sessions; connect again");
}

function tooMany(limit: number): GatewayError {
  return new GatewayError("too_many_connections", `The limit of ${limit} connections is reached`, { limit });
}

/** One thing that happens, and those who listen: joins parts that are made before their listeners. */
interface Event<Details extends readonly unknown[]> {
  emit(...details: Details): void;
  listen(listener: (...details: Details) => void): void;
}

function createEvent<Details extends readonly unknown[]>(): Event<Details> {
  const listeners: ((...details: Details) => void)[] = [];
  return {
    emit(...details) {
      for (const listener of listeners) listener(...details);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
