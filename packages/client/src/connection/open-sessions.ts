/**
 * The sessions that are open on one connection: found by what the agent asks, and ended together.
 */

import type { Clock } from "@tenon/basis";

import type { AgentCalls } from "../protocol/agent-calls.ts";
import type { AgentError } from "../agent-error.ts";
import type { ClientServices } from "../services.ts";
import { createAgentSession, type OpenSession, type ServedSession } from "../session/agent-session.ts";
import type { RefusedServer } from "../session/sendable-servers.ts";
import { createSessionLane, type SessionLane } from "../session/session-lane.ts";
import type { SessionOptions } from "../session/session-options.ts";
import type { SessionRouter } from "../session/session-router.ts";
import type { LentTools } from "../tools/lent-tools.ts";
import { createSessionSetup, type SessionSetup } from "../session/session-setup.ts";
import type { Breathe } from "../wire/breather.ts";

export interface OpenSessions {
  has(sessionId: string): boolean;
  find(sessionId: string): ServedSession | undefined;
  /** Messages about it go into its lane from now on, also those that came before. */
  add(
    calls: AgentCalls,
    session: NewSession,
  ): OpenSession & { readonly setup: SessionSetup; readonly lane: SessionLane };
  /** Ends them all, without a word to the agent. */
  dismiss(reason: AgentError | undefined): Promise<void>;
}

export interface NewSession {
  readonly id: string;
  readonly options: SessionOptions;
  readonly refusedServers: readonly RefusedServer[];
  /** They end with the session. */
  readonly tools: LentTools;
}

export interface OpenSessionsOptions {
  readonly router: SessionRouter;
  readonly services: ClientServices;
  readonly clock: Clock;
  readonly breathe: Breathe;
  readonly graceMs: number;
}

export function createOpenSessions({ router, breathe, ...shared }: OpenSessionsOptions): OpenSessions {
  const open = new Map<string, OpenSession>();
  return {
    has: (sessionId) => open.has(sessionId),
    find: (sessionId) => open.get(sessionId)?.served,
    add(calls, { id, options, refusedServers, tools }) {
      const { cwd, additionalDirectories = [], mcpServers = [], onEvent } = options;
      const lane = createSessionLane({ sessionId: id, onEvent, breathe, now: shared.clock.now });
      const setup = createSessionSetup();
      const servers = [...mcpServers, ...tools.declarations].map(({ name }) => name);
      const context = { id, cwd, roots: [cwd, ...additionalDirectories], servers };
      const onEnd = () => {
        open.delete(id);
        router.close(id);
      };
      const created = createAgentSession({ ...shared, context, calls, lane, setup, refusedServers, tools, onEnd });
      open.set(id, created);
      router.open(id, {
        take(from, message) {
          setup.readUpdate(message);
          return lane.take(from, message);
        },
      });
      return { ...created, setup, lane };
    },
    async dismiss(reason) {
      // One whose terminals do not end must not keep the others from it.
      await Promise.allSettled([...open.values()].map((session) => session.dismiss(reason)));
    },
  };
}
