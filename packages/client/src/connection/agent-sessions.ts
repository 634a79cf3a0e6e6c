/**
 * The sessions of one connection: opened, found by what the agent asks, and ended together.
 */

import type {
  ListSessionsRequest,
  ListSessionsResponse,
  LoadSessionRequest,
  NewSessionRequest,
  SessionInfo,
} from "@agentclientprotocol/sdk";

import { AgentError } from "../agent-error.ts";
import type { Clock } from "../clock.ts";
import type { ClientServices } from "../services.ts";
import { type AgentSession, createAgentSession, type OpenSession } from "../session/agent-session.ts";
import { createSessionLane } from "../session/session-lane.ts";
import { checkDirectories, type SessionOptions } from "../session/session-options.ts";
import type { SessionRouter } from "../session/session-router.ts";
import { type RefusedServer, sortServers } from "../session/session-servers.ts";
import { createSessionSetup } from "../session/session-setup.ts";
import type { Breathe } from "../wire/breather.ts";
import { isRecord } from "../wire/wire-message.ts";
import type { AgentCalls } from "./agent-calls.ts";
import type { AgentProgram } from "./agent-program.ts";
import type { ServedSession } from "./serve-agent.ts";

export interface AgentSessions {
  newSession(options: SessionOptions): Promise<AgentSession>;
  /** The agent tells the whole session again; all of it has been delivered when this resolves. */
  loadSession(sessionId: string, options: SessionOptions): Promise<AgentSession>;
  /** Goes on with a session without hearing it again. */
  resumeSession(sessionId: string, options: SessionOptions): Promise<AgentSession>;
  /** One page. The cursor means something to the agent only, and not for long [R57]. */
  listSessions(query?: { readonly cwd?: string; readonly cursor?: string }): Promise<ListSessionsResponse>;
  deleteSession(sessionId: string): Promise<void>;
}

export interface SessionsOptions {
  readonly router: SessionRouter;
  readonly services: ClientServices;
  readonly clock: Clock;
  readonly breathe: Breathe;
  readonly graceMs: number;
  readonly program: AgentProgram;
}

export interface OpenSessions {
  find(sessionId: string): ServedSession | undefined;
  /** Ends them all, without a word to the agent. */
  dismiss(reason: AgentError | undefined): Promise<void>;
  with(calls: AgentCalls): AgentSessions;
}

export function openAgentSessions(parts: SessionsOptions): OpenSessions {
  const { router, services, clock, breathe, graceMs, program } = parts;
  const open = new Map<string, OpenSession>();
  return {
    find: (sessionId) => open.get(sessionId)?.served,
    async dismiss(reason) {
      // One whose terminals do not end must not keep the others from it.
      await Promise.allSettled([...open.values()].map((session) => session.dismiss(reason)));
    },
    with: (calls) => ({
      newSession: (options) => newSession(calls, options),
      loadSession: (sessionId, options) => openStored(calls, "session/load", sessionId, options),
      resumeSession: (sessionId, options) => openStored(calls, "session/resume", sessionId, options),
      async listSessions(query = {}) {
        const request: ListSessionsRequest = { ...query };
        return readList(await calls.request("session/list", request));
      },
      async deleteSession(sessionId) {
        await calls.request("session/delete", { sessionId });
      },
    }),
  };

  async function newSession(calls: AgentCalls, options: SessionOptions): Promise<AgentSession> {
    const { place, refused } = await prepare(calls, "session/new", options);
    using _expecting = router.expectSession();
    const result = await calls.request("session/new", place);
    const sessionId = isRecord(result) ? result["sessionId"] : undefined;
    if (typeof sessionId !== "string" || sessionId === "" || open.has(sessionId)) {
      const message = "The agent opened a session without an id of its own, so that it cannot be used.";
      throw new AgentError("AGENT_BAD_ANSWER", message, { method: "session/new" });
    }
    const { session, setup } = enter(calls, sessionId, options, refused);
    setup.readResult(result);
    return session;
  }

  async function openStored(
    calls: AgentCalls,
    method: "session/load" | "session/resume",
    sessionId: string,
    options: SessionOptions,
  ): Promise<AgentSession> {
    if (open.has(sessionId)) {
      throw new AgentError("SESSION_OPEN", "The session is open on this connection already.", { method, sessionId });
    }
    const { place, refused } = await prepare(calls, method, options);
    const request: LoadSessionRequest = { sessionId, ...place };
    const { session, setup, lane, dismiss } = enter(calls, sessionId, options, refused);
    try {
      setup.readResult(await calls.request(method, request));
      await lane.settled();
      return session;
    } catch (error) {
      await dismiss();
      throw error;
    }
  }

  async function prepare(
    calls: AgentCalls,
    method: string,
    options: SessionOptions,
  ): Promise<{ place: NewSessionRequest; refused: readonly RefusedServer[] }> {
    const { abilities } = calls;
    const directories = checkDirectories(options, { abilities, method });
    const place = { cwd: options.cwd, env: program.env };
    const { sent, refused } = await sortServers(options.mcpServers ?? [], { abilities, place });
    return { place: { ...directories, mcpServers: [...sent] }, refused };
  }

  function enter(calls: AgentCalls, id: string, options: SessionOptions, refusedServers: readonly RefusedServer[]) {
    const { cwd, additionalDirectories = [], mcpServers = [], onEvent } = options;
    const lane = createSessionLane({ sessionId: id, onEvent, breathe, now: clock.now });
    const setup = createSessionSetup();
    const servers = mcpServers.map(({ name }) => name);
    const context = { id, cwd, roots: [cwd, ...additionalDirectories], servers };
    const onEnd = () => {
      open.delete(id);
      router.close(id);
    };
    const created = createAgentSession({
      context,
      calls,
      services,
      lane,
      setup,
      refusedServers,
      clock,
      graceMs,
      onEnd,
    });
    open.set(id, created);
    router.open(id, {
      take(from, message) {
        setup.readUpdate(message);
        return lane.take(from, message);
      },
    });
    return { ...created, setup, lane };
  }
}

function readList(result: unknown): ListSessionsResponse {
  const fields = isRecord(result) ? result : {};
  const { sessions, nextCursor } = fields;
  return {
    ...fields,
    sessions: Array.isArray(sessions) ? sessions.filter(isSessionInfo) : [],
    nextCursor: typeof nextCursor === "string" ? nextCursor : null,
  };
}

function isSessionInfo(value: unknown): value is SessionInfo {
  return isRecord(value) && typeof value["sessionId"] === "string" && typeof value["cwd"] === "string";
}
