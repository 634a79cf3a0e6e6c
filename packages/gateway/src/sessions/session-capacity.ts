/**
 * How many sessions may be open, in all and for one connection. Those that are just being opened count too: many can be
 * asked for at once.
 */

import type { ClientLink } from "../wire/client-link.ts";
import { GatewayError } from "../gateway-error.ts";
import type { GatewayLimits } from "../gateway-options.ts";
import type { LiveSessions } from "./live-sessions.ts";

export interface SessionCapacity {
  /**
   * Reserves capacity for a session that this client opens, until it is open or cannot be. Throws `too_many_sessions`. May be
   * disposed twice.
   */
  take(link: ClientLink): Disposable;
  /** Throws `too_many_sessions` if this client may not join a session that is open. */
  requireToJoin(link: ClientLink, sessionId: string): void;
}

export interface SessionCapacityOptions {
  readonly live: LiveSessions;
  readonly limits: Pick<GatewayLimits, "liveSessions" | "sessionsPerConnection">;
}

export function createSessionCapacity({ live, limits }: SessionCapacityOptions): SessionCapacity {
  const { liveSessions: max, sessionsPerConnection: maxOfOne } = limits;
  const taken = new Map<symbol, ClientLink>();
  return {
    take(link) {
      if (live.size + taken.size >= max)
        throw tooMany(max, `The limit of ${max} open sessions is reached. ${CLOSE_ONE}`);
      requireOfConnection(link);
      requireOfPerson(link);
      const reserved = Symbol("session");
      taken.set(reserved, link);
      return { [Symbol.dispose]: () => void taken.delete(reserved) };
    },
    requireToJoin(link, sessionId) {
      if (!live.get(sessionId)?.links.has(link)) requireOfConnection(link);
    },
  };

  /** Those that they own and that are open, and those that their connections are just opening. */
  function requireOfPerson({ access }: ClientLink) {
    if (!access) return;
    const open = [...live.all()].filter(({ id }) => access.roleIn(id) === "owner").length;
    const opening = [...taken.values()].filter((other) => other.access === access).length;
    if (open + opening < access.maxSessions) return;
    throw tooMany(
      access.maxSessions,
      `Your limit of ${access.maxSessions} open sessions is reached. ${CLOSE_ONE_OF_YOURS}`,
    );
  }

  function requireOfConnection(link: ClientLink) {
    const attached = [...live.all()].filter(({ links }) => links.has(link)).length;
    const opening = [...taken.values()].filter((other) => other === link).length;
    if (attached + opening < maxOfOne) return;
    throw tooMany(maxOfOne, `The limit of ${maxOfOne} sessions per connection is reached. ${LEAVE_ONE}`);
  }
}

const CLOSE_ONE = "Close one with session/close, or raise the limit (--max-sessions).";
const CLOSE_ONE_OF_YOURS = "Close one with session/close, or ask an administrator.";
const LEAVE_ONE = "Close one with session/close, detach with _tenon/session/detach, or open another connection.";

function tooMany(limit: number, message: string): GatewayError {
  return new GatewayError("too_many_sessions", message, { limit });
}
