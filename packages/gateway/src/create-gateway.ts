/**
 * Puts a gateway together, and takes it apart again.
 */

import { openConnection } from "./connection/connection.ts";
import type { Core } from "./connection/core.ts";
import { createFeeds } from "./feed/feeds.ts";
import type { Connection, Gateway } from "./gateway.ts";
import { GatewayError } from "./gateway-error.ts";
import { type GatewayOptions, settingsFrom } from "./gateway-options.ts";
import { tapJournal } from "./record/tapped-journal.ts";
import { createAllSessions } from "./sessions/all-sessions.ts";
import { createLiveSessions } from "./sessions/live-sessions.ts";
import { createLocalClients } from "./sessions/errands/local-client.ts";
import { createSessionCapacity } from "./sessions/session-capacity.ts";
import { createHost } from "./connection/host.ts";

/** Sessions that an earlier gateway has left unfinished are closed by the journal; their clients load them again. */
export function createGateway(options: GatewayOptions): Gateway {
  const settings = settingsFrom(options);
  const { clock, limits, newId, onWarning, rules } = settings;
  const connections = new Set<Connection>();
  const closed = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;

  const tap = tapJournal(options.journal, {
    onRecord: (sessionId, record) => live.get(sessionId)?.seeRecord(record),
    onChange: (sessionId) => feeds.announce(sessionId),
  });
  const local = createLocalClients({ newId, onFailure: (error) => onWarning(`For an agent: ${inWords(error)}`) });
  const onChange = (sessionId: string) => feeds.announce(sessionId);
  const services = { tap, clock, limits, local, rules, newId, onWarning, onChange };
  const live = createLiveSessions(services);
  const sessions = createAllSessions({ tap, live, newId });
  const feeds = createFeeds({
    journal: options.journal,
    limits,
    view: (sessionId) => sessions.get(sessionId),
    onFailure: (error) => onWarning(`A feed: ${inWords(error)}`),
  });
  const host = createHost({ ...settings, tap, live });
  const core: Core = {
    live,
    sessions,
    capacity: createSessionCapacity({ live, limits }),
    services,
    agents: host.agents,
    defaultAgent: settings.defaultAgent,
    setups: new WeakMap(),
    newId,
    get isClosing() {
      return closing !== undefined;
    },
    host: host.start,
  };

  return {
    connect(stream, peer) {
      if (closing) throw new GatewayError("CLOSED", "The gateway is closing");
      if (connections.size >= limits.connections) throw tooMany(limits.connections);
      host.require(peer.agent ?? settings.defaultAgent);
      const connection = openConnection({
        id: newId(),
        stream,
        peer,
        core,
        onEnd: () => void connections.delete(connection),
      });
      connections.add(connection);
      return connection;
    },
    feed: (sessionId, given) => feeds.session(sessionId, given),
    changes: (signal) => feeds.changes(signal),
    sessions,
    get agents() {
      return host.agents;
    },
    cwd: settings.cwd,
    counts() {
      const states = [...live.all()].map(({ state }) => state);
      return {
        connections: connections.size,
        upstreams: host.running,
        liveSessions: states.length,
        runningSessions: states.filter((state) => state === "running").length,
        waitingSessions: states.filter((state) => state === "waiting").length,
        feedReaders: feeds.readers,
      };
    },
    problem: () => tap.problem(),
    closed: closed.promise,
    close,
    [Symbol.asyncDispose]: () => close(),
  };

  function close({ withinMs = 0 } = {}): Promise<void> {
    closing ??= shutDown(withinMs);
    return closing;
  }

  async function shutDown(withinMs: number): Promise<void> {
    if (withinMs > 0) await within(withinMs, live.whenIdle());
    const unfinished = [...live.all()].filter(({ state }) => state !== "idle");
    for (const session of unfinished) session.cancel();
    if (unfinished.length > 0) await within(CANCEL_MS, live.whenIdle());
    await host.close();
    await local.settled();
    await Promise.all([...connections].map((connection) => connection.close()));
    await feeds.end();
    closed.resolve();
  }

  async function within(milliseconds: number, done: Promise<void>): Promise<void> {
    const over = new AbortController();
    const time = clock.after(milliseconds, over.signal).catch(() => {}); // it was done in time
    await Promise.race([done, time]);
    over.abort();
  }
}

// How long an agent may take to end a turn that was cancelled, before it is ended itself.
const CANCEL_MS = 5_000;

function inWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function tooMany(limit: number): GatewayError {
  return new GatewayError("TOO_MANY_CONNECTIONS", `There are ${limit} connections already`, { limit });
}
