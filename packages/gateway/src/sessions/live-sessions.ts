/**
 * The sessions that an agent has open here, by the ids that clients know them by.
 */

import type { AnyResponse } from "@agentclientprotocol/sdk";
import { type Clock, createKeyedQueue, type KeyedQueue, within } from "@tenon/basis";

import type { GatewayCounts } from "../gateway.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import { createLiveSession } from "./create-live-session.ts";
import type { EndReason, LiveSession, SessionServices } from "./live-session.ts";
import { createParking, type Parking } from "./parking.ts";

export interface LiveSessions {
  readonly size: number;
  get(sessionId: string): LiveSession | undefined;
  all(): Iterable<LiveSession>;
  counts(): Pick<GatewayCounts, "liveSessions" | "runningSessions" | "waitingSessions">;
  /** The agent that has it open. */
  agentOf(sessionId: string): HostedAgent | undefined;
  /** No other agent has it open. */
  mayBegin(sessionId: string, agent: HostedAgent): boolean;
  /** An agent has it open, or is about to. */
  begin(session: { readonly id: string; readonly agentSessionId: string; readonly agent: HostedAgent }): LiveSession;
  /** Its agent has opened it, for a client that was attached before, and it may have to be handed over. */
  opened(sessionId: string): void;
  /** It is no longer open. */
  drop(sessionId: string, reason: EndReason): void;
  /** Another machine may have it now: ends what works for it here, and has its clients come again. */
  lose(sessionId: string): void;
  /**
   * Has its agent close it, or else ends the agent if that has no other session. True if it is closed; false if the agent
   * refused, or has not answered for ten seconds. What it closes later is no longer open then.
   */
  close(sessionId: string, reason: string): Promise<boolean>;
  /** A client has its agent close it: until this is done, or for ten seconds, it is being closed. */
  closes(sessionId: string, done: Promise<unknown>): void;
  /** What `close` resolves with, if one is under way. Its agent may have closed its record already. */
  closing(sessionId: string): Promise<boolean> | undefined;
  /** One after another for the same session: the second to open it finds it open. */
  readonly inTurn: KeyedQueue["run"];
  /**
   * Closes the sessions without a turn at once, and each other one when its turn ends, and has their clients come again: to
   * another machine, which opens them. Prompts that wait are left to it.
   */
  handOver(): void;
  /** Lets go of the sessions of our agent that wait for a person, when their servers have ended: another machine asks again. */
  leaveAsking(): Promise<void>;
  /** Resolves when no turn runs. */
  whenIdle(): Promise<void>;
  /** Cancels every turn that runs, and says how many there were. */
  cancelAll(): number;
}

interface Held {
  readonly session: LiveSession;
  readonly agent: HostedAgent;
  readonly parking: Parking;
  /** Unused for long, and only open because its agent has others. */
  isAsleep: boolean;
  /** It is being closed, for another machine to open it. */
  isMoving: boolean;
  closing: Promise<boolean> | undefined;
}

export function createLiveSessions(given: SessionServices): LiveSessions {
  const { clock, limits } = given;
  const held = new Map<string, Held>();
  const idle = createIdleWatch(() => busy().length === 0);
  const services = { ...given, onChange };
  const { close, closes } = createClosing(held, services, drop);
  const moving = createMoving(held, close);

  return {
    get size() {
      return held.size;
    },
    get: (sessionId) => held.get(sessionId)?.session,
    all,
    counts: () => countsOf(all()),
    agentOf: (sessionId) => held.get(sessionId)?.agent,
    mayBegin: (sessionId, agent) => (held.get(sessionId)?.agent ?? agent) === agent,
    begin,
    drop,
    lose,
    close,
    closes,
    closing: (sessionId) => held.get(sessionId)?.closing,
    handOver: moving.begin,
    async leaveAsking() {
      const asking = [...held].filter(([, { session, agent }]) => agent.isOwn && session.state === "waiting");
      await Promise.all(asking.map(([id, known]) => leave(id, known)));
    },
    opened: moving.check,
    inTurn: createKeyedQueue().run,
    whenIdle: idle.whenIdle,
    cancelAll: () => cancelled(busy()),
  };

  function all(): readonly LiveSession[] {
    return [...held.values()].map(({ session }) => session);
  }

  function busy(): readonly LiveSession[] {
    return all().filter(({ state }) => state !== "idle");
  }

  function begin({ id, agentSessionId, agent }: Parameters<LiveSessions["begin"]>[0]): LiveSession {
    const known = held.get(id);
    if (known) return known.session;
    const { upstream, isOwn } = agent;
    const servesAgent = agent.owner.wantsHost;
    const session = createLiveSession({ id, agentSessionId, upstream, services, isOwn, servesAgent });
    const isQuiet = () => session.links.size === 0 && session.state === "idle";
    // One that cannot be closed now stays open, and is tried again when it is next quiet.
    const park = () => void fallAsleep(held, id, close).catch(() => {});
    const parking = createParking({ clock, afterMs: limits.parkMs, isQuiet, park });
    held.set(id, { session, agent, parking, isAsleep: false, isMoving: false, closing: undefined });
    agent.sessions.set(agentSessionId, session);
    onChange(id);
    return session;
  }

  function drop(sessionId: string, reason: EndReason) {
    const known = held.get(sessionId);
    if (!known) return;
    const { session, agent, parking } = known;
    held.delete(sessionId);
    agent.sessions.delete(session.agentSessionId);
    agent.writers.delete(session.agentSessionId);
    parking.end();
    services.relay.endSession(sessionId);
    session.end(reason);
    onChange(sessionId);
    agent.endIfUnused();
  }

  function lose(sessionId: string) {
    turnAway(held.get(sessionId));
    drop(sessionId, { reason: LOST });
    void services.tap.release(sessionId).catch(() => {}); // the lease runs out by itself
  }

  async function leave(sessionId: string, known: Held) {
    turnAway(known);
    // Asked before `drop` may end its agent. That it cancels the turn is not recorded, or no one would ask again.
    const closed = closeInAgent(known.agent, known.session, true);
    drop(sessionId, { reason: LOST });
    await services.tap.leave(sessionId);
    // Later if its servers take longer, and never before they have ended: the lease runs out by itself.
    const released = closed.then(() => services.tap.release(sessionId).catch(() => {}));
    await within(CLOSING_MS, released, { clock });
  }

  function onChange(sessionId: string) {
    const known = held.get(sessionId);
    known?.parking.check();
    if (known && known.session.links.size > 0) known.isAsleep = false;
    given.onChange(sessionId);
    moving.check(sessionId);
    idle.check();
  }
}

function createIdleWatch(isIdle: () => boolean) {
  const waiting = new Set<() => void>();
  return {
    async whenIdle() {
      if (!isIdle()) await new Promise<void>((resolve) => void waiting.add(resolve));
    },
    check() {
      if (waiting.size === 0 || !isIdle()) return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
}

type Close = LiveSessions["close"];

function createClosing(
  held: ReadonlyMap<string, Held>,
  { clock, tap }: Pick<SessionServices, "clock" | "tap">,
  drop: LiveSessions["drop"],
): Pick<LiveSessions, "close" | "closes"> {
  return {
    async close(sessionId, reason) {
      const known = held.get(sessionId);
      return !known || (await during(known, () => closeHeld(sessionId, known, reason)));
    },
    closes(sessionId, done) {
      const known = held.get(sessionId);
      if (!known) return;
      void during(known, async () => {
        await within(CLOSING_MS, done, { clock });
        return held.get(sessionId) !== known;
      });
    },
  };

  function during(known: Held, work: () => Promise<boolean>): Promise<boolean> {
    return (known.closing ??= work().finally(() => (known.closing = undefined)));
  }

  async function closeHeld(sessionId: string, known: Held, reason: string): Promise<boolean> {
    const { agent } = known;
    const later = async () => void (held.get(sessionId) === known && (await end(sessionId, reason)));
    if (!agent.canClose() && agent.sessions.size > 1) return false;
    if (!agent.canClose()) await agent.upstream.close();
    else if (!(await closeInTime(known, { clock, later, isWhole: reason === MOVED }))) return !held.has(sessionId);
    await end(sessionId, reason);
    return true;
  }

  async function end(sessionId: string, reason: string): Promise<void> {
    drop(sessionId, { reason });
    await tap.release(sessionId);
  }
}

/** Sessions that are handed over to another machine, each when no turn runs in it. */
function createMoving(held: ReadonlyMap<string, Held>, close: Close) {
  let hasBegun = false;
  return { begin, check };

  function begin() {
    hasBegun = true;
    for (const id of held.keys()) check(id);
  }

  function check(sessionId: string) {
    const known = held.get(sessionId);
    if (!hasBegun || !known) return;
    known.session.handOn();
    // Its agent would not know it yet, and open it then. It is looked at again when its client joins it.
    if (!known.session.opened.isOpen) return;
    if (known.session.state !== "idle" || known.isMoving) return;
    known.isMoving = true;
    const links = [...known.session.links];
    for (const link of links) known.session.detach(link);
    // The last answer is on its way to them. One that its agent does not close ends with the agent, when the gateway closes.
    const leave = () => links.forEach((link) => link.giveUp(new Error(MOVED)));
    void close(sessionId, MOVED).then(leave, leave);
  }
}

async function fallAsleep(held: ReadonlyMap<string, Held>, sessionId: string, close: Close): Promise<void> {
  const known = held.get(sessionId);
  if (!known) return;
  known.isAsleep = true;
  if (known.agent.canClose() && (await close(sessionId, PARKED))) return;
  await endIfAllAsleep(known.agent, held.values());
}

function cancelled(sessions: readonly LiveSession[]): number {
  for (const session of sessions) session.cancel();
  return sessions.length;
}

async function endIfAllAsleep(agent: HostedAgent, all: Iterable<Held>): Promise<void> {
  const areAllAsleep = [...all].every((other) => other.agent !== agent || other.isAsleep);
  if (agent.owner.gone.aborted && areAllAsleep) await agent.upstream.close();
}

/** Clients reconnect, to this machine or another, and find out who has the session now. */
function turnAway(known: Held | undefined) {
  if (!known) return;
  const { session, agent } = known;
  for (const link of session.links) link.giveUp(new Error(LOST));
  // Ours ends it by itself; of another one, only its process can be ended for sure.
  if (!agent.isOwn) void agent.upstream.close({ isLost: true });
}

function countsOf(sessions: readonly LiveSession[]): ReturnType<LiveSessions["counts"]> {
  return {
    liveSessions: sessions.length,
    runningSessions: sessions.filter(({ state }) => state === "running").length,
    waitingSessions: sessions.filter(({ state }) => state === "waiting").length,
  };
}

/** False if the agent refused, or has not answered in time: if it closes the session later, it says so with `later`. */
async function closeInTime(
  { agent, session }: Held,
  { clock, later, isWhole }: { readonly clock: Clock; readonly later: () => Promise<void>; readonly isWhole: boolean },
): Promise<boolean> {
  const closed = closeInAgent(agent, session, isWhole);
  const isClosed = await within(CLOSING_MS, closed, { clock });
  // A lease that is not released runs out by itself.
  if (isClosed === undefined)
    closed.then(async (isClosedLater) => void (isClosedLater && (await later()))).catch(() => {});
  return isClosed ?? false;
}

/** False if the agent refused. One that does not know the session has it closed [R60]. */
async function closeInAgent(
  { upstream, isOwn }: HostedAgent,
  { agentSessionId }: LiveSession,
  isWhole: boolean,
): Promise<boolean> {
  // The next machine starts the same servers: they must not read what these still save.
  const meta = isWhole && isOwn ? { _meta: { tenon: { whole: true } } } : {};
  const params = { sessionId: agentSessionId, ...meta };
  const response = await new Promise<AnyResponse>((resolve) => {
    upstream.request({ jsonrpc: "2.0", id: 0, method: "session/close", params }, resolve);
  });
  return !("error" in response) || response.error.code === NOT_FOUND;
}

const CLOSING_MS = 10_000;
const NOT_FOUND = -32_002;
const LOST = "Another machine may have taken the session over";
const MOVED = "This machine is stopping, and another one continues the session";
const PARKED = "Closed after it was unused for some time";
