/**
 * The sessions that some agent has open here, by the ids that clients know them by.
 */

import type { AnyResponse } from "@agentclientprotocol/sdk";

import type { ClientLink } from "../wire/client-link.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import { createLiveSession } from "./create-live-session.ts";
import type { EndReason, LiveSession, SessionServices } from "./live-session.ts";
import { createParking, type Parking } from "./parking.ts";

export interface LiveSessions {
  readonly size: number;
  get(sessionId: string): LiveSession | undefined;
  all(): Iterable<LiveSession>;
  /** Who has it open. */
  agentOf(sessionId: string): HostedAgent | undefined;
  /** No other agent has it open. */
  mayBegin(sessionId: string, agent: HostedAgent): boolean;
  /** An agent has it open, or is about to. */
  begin(session: { readonly id: string; readonly agentSessionId: string; readonly agent: HostedAgent }): LiveSession;
  /** It is no longer open. */
  drop(sessionId: string, reason: EndReason): void;
  /** Has its agent close it, or else ends the agent if that has no other session. True if it is closed. */
  close(sessionId: string, reason: string): Promise<boolean>;
  /** One after another for the same session: whoever comes second finds it open. */
  inTurn<Result>(sessionId: string, open: () => Promise<Result>): Promise<Result>;
  detachFromAll(link: ClientLink): void;
  /** Resolves when no turn runs. */
  whenIdle(): Promise<void>;
}

interface Held {
  readonly session: LiveSession;
  readonly agent: HostedAgent;
  readonly parking: Parking;
  /** Nobody has used it for long. */
  isAsleep: boolean;
}

export function createLiveSessions(given: SessionServices): LiveSessions {
  const { clock, limits } = given;
  const held = new Map<string, Held>();
  const turns = new Map<string, Promise<unknown>>();
  const idle = new Set<() => void>();
  const services = { ...given, onChange };

  return {
    get size() {
      return held.size;
    },
    get: (sessionId) => held.get(sessionId)?.session,
    all: () => [...held.values()].map(({ session }) => session),
    agentOf: (sessionId) => held.get(sessionId)?.agent,
    mayBegin: (sessionId, agent) => (held.get(sessionId)?.agent ?? agent) === agent,
    begin,
    drop,
    close,
    async inTurn(sessionId, open) {
      const before = turns.get(sessionId);
      const opened = Promise.resolve(before).then(open);
      // Its failure is for the one who asked; the next has its own chance.
      const turn = opened.then(
        () => {},
        () => {},
      );
      turns.set(sessionId, turn);
      void turn.then(() => turns.get(sessionId) === turn && turns.delete(sessionId));
      return await opened;
    },
    detachFromAll(link) {
      for (const { session } of held.values()) session.detach(link);
    },
    async whenIdle() {
      if (isBusy()) await new Promise<void>((resolve) => void idle.add(resolve));
    },
  };

  function begin({ id, agentSessionId, agent }: Parameters<LiveSessions["begin"]>[0]): LiveSession {
    const known = held.get(id);
    if (known) return known.session;
    const { upstream, isOwn } = agent;
    const servesAgent = agent.owner.wantsHost;
    const session = createLiveSession({ id, agentSessionId, upstream, services, isOwn, servesAgent });
    const isQuiet = () => session.links.size === 0 && session.state === "idle";
    // One that cannot be closed now stays open, and is tried again when it is next quiet.
    const park = () => void fallAsleep(id).catch(() => {});
    const parking = createParking({ clock, afterMs: limits.parkMs, isQuiet, park });
    held.set(id, { session, agent, parking, isAsleep: false });
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
    session.end(reason);
    onChange(sessionId);
    agent.endIfUnused();
  }

  async function close(sessionId: string, reason: string): Promise<boolean> {
    const known = held.get(sessionId);
    if (!known) return true;
    const { session, agent } = known;
    if (!agent.canClose() && agent.sessions.size > 1) return false;
    if (agent.canClose()) {
      const params = { sessionId: session.agentSessionId };
      const response = await new Promise<AnyResponse>((resolve) => {
        agent.upstream.request({ jsonrpc: "2.0", id: 0, method: "session/close", params }, resolve);
      });
      // One that does not know it has it closed [R60].
      if ("error" in response && response.error.code !== NOT_FOUND) return !held.has(sessionId);
    } else {
      await agent.upstream.close();
    }
    drop(sessionId, { reason });
    await services.tap.release(sessionId);
    return true;
  }

  async function fallAsleep(sessionId: string): Promise<void> {
    const known = held.get(sessionId);
    if (!known) return;
    known.isAsleep = true;
    const others = [...held.values()].filter(({ agent }) => agent === known.agent);
    if (known.agent.canClose()) await close(sessionId, PARKED);
    else if (known.agent.owner.gone.aborted && others.every(({ isAsleep }) => isAsleep))
      await known.agent.upstream.close();
  }

  function onChange(sessionId: string) {
    const known = held.get(sessionId);
    known?.parking.check();
    if (known && known.session.links.size > 0) known.isAsleep = false;
    given.onChange(sessionId);
    if (idle.size === 0 || isBusy()) return;
    for (const resolve of idle) resolve();
    idle.clear();
  }

  function isBusy(): boolean {
    return [...held.values()].some(({ session }) => session.state !== "idle");
  }
}

const NOT_FOUND = -32_002;
const PARKED = "Nobody has used it for some time";
