/**
 * Opens, lists and deletes the sessions of a connected agent.
 */

import type {
  ListSessionsRequest,
  ListSessionsResponse,
  McpServer,
  NewSessionRequest,
  SessionInfo,
} from "@agentclientprotocol/sdk";
import { isObject, nonEmptyStringOf, objectOf, stringOf } from "@tenon/basis";
import type { ToolOrToolset } from "@tenon/toolset";

import { type AgentCalls, checkAdvertised, withMeta } from "../protocol/agent-calls.ts";
import type { AgentProgram } from "../launch/agent-program.ts";
import { AgentError } from "../agent-error.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { AcpServerDeclaration, LentTools } from "../tools/lent-tools.ts";
import { type RefusedServer, sortServers } from "../session/sendable-servers.ts";
import { checkDirectories, checkTools, type SessionOptions } from "../session/session-options.ts";
import type { SessionRouter } from "../session/session-router.ts";
import type { OpenSessions } from "./open-sessions.ts";

export interface AgentSessions {
  newSession(options: SessionOptions): Promise<AgentSession>;
  /** The agent replays the whole session; all of it has been delivered when this resolves. */
  loadSession(sessionId: string, options: SessionOptions): Promise<AgentSession>;
  /** Continues a session without a replay. */
  resumeSession(sessionId: string, options: SessionOptions): Promise<AgentSession>;
  /** One page. The cursor means something to the agent only, and not for long [R57]. */
  listSessions(query?: { readonly cwd?: string; readonly cursor?: string }): Promise<ListSessionsResponse>;
  deleteSession(sessionId: string): Promise<void>;
}

export interface AgentSessionsParts {
  readonly sessions: OpenSessions;
  readonly router: Pick<SessionRouter, "expectSession">;
  /** The agent's environment. */
  readonly env: AgentProgram["env"];
  lend(tools: readonly ToolOrToolset[], otherServers: readonly string[]): Promise<LentTools>;
}

interface Prepared {
  readonly request: Omit<NewSessionRequest, "mcpServers"> & { mcpServers: (McpServer | AcpServerDeclaration)[] };
  readonly refusedServers: readonly RefusedServer[];
  readonly tools: LentTools;
}

export function agentSessions(calls: AgentCalls, { sessions, router, ...parts }: AgentSessionsParts): AgentSessions {
  const { abilities } = calls;
  return {
    async newSession(options) {
      const prepared = await prepare("session/new", options, { ...parts, abilities });
      try {
        return await openNew(prepared, options);
      } catch (error) {
        await prepared.tools.close();
        throw error;
      }
    },
    loadSession: (sessionId, options) => openStored("session/load", sessionId, options),
    resumeSession: (sessionId, options) => openStored("session/resume", sessionId, options),
    async listSessions(query = {}) {
      const request: ListSessionsRequest = { ...query };
      return readList(await calls.request("session/list", request));
    },
    async deleteSession(sessionId) {
      await calls.request("session/delete", { sessionId });
    },
  };

  async function openNew({ request, ...prepared }: Prepared, options: SessionOptions): Promise<AgentSession> {
    using _expecting = router.expectSession();
    const result = await calls.request("session/new", request);
    const id = nonEmptyStringOf(objectOf(result)["sessionId"]);
    if (id === undefined || sessions.has(id)) {
      const message = "The agent opened a session without a unique session id, so it cannot be used.";
      throw new AgentError("agent_bad_answer", message, { method: "session/new" });
    }
    const { session, setup } = sessions.add(calls, { id, options, ...prepared });
    setup.readResult(result);
    return session;
  }

  async function openStored(
    method: "session/load" | "session/resume",
    sessionId: string,
    options: SessionOptions,
  ): Promise<AgentSession> {
    checkAdvertised(method, abilities);
    const isOpen = new AgentError("session_open", "The session is already open on this connection.", {
      method,
      sessionId,
    });
    if (sessions.has(sessionId)) throw isOpen;
    const { request, ...prepared } = await prepare(method, options, { ...parts, abilities });
    // Another call may have opened it meanwhile. Each of two would take the messages of the other.
    if (sessions.has(sessionId)) {
      await prepared.tools.close();
      throw isOpen;
    }
    const { session, setup, lane, dismiss } = sessions.add(calls, { id: sessionId, options, ...prepared });
    try {
      setup.readResult(await calls.request(method, { sessionId, ...request }));
      await lane.settled();
      return session;
    } catch (error) {
      await dismiss();
      throw error;
    }
  }
}

async function prepare(
  method: string,
  options: SessionOptions,
  { abilities, env, lend }: Pick<AgentSessionsParts, "env" | "lend"> & Pick<AgentCalls, "abilities">,
): Promise<Prepared> {
  const directories = checkDirectories(options, { abilities, method });
  checkTools(options, { abilities, method });
  const { sent, refused } = await sortServers(options.mcpServers ?? [], { abilities, cwd: options.cwd, env });
  const otherServers = sent.map(({ name }) => name);
  const tools = await lend(options.tools ?? [], otherServers);
  const request = withMeta({ ...directories, mcpServers: [...sent, ...tools.declarations] }, options.meta);
  return { request, refusedServers: refused, tools };
}

function readList(result: unknown): ListSessionsResponse {
  const fields = objectOf(result);
  const { sessions, nextCursor } = fields;
  return {
    ...fields,
    sessions: Array.isArray(sessions) ? sessions.filter(isSessionInfo) : [],
    nextCursor: stringOf(nextCursor) ?? null,
  };
}

function isSessionInfo(value: unknown): value is SessionInfo {
  return isObject(value) && typeof value["sessionId"] === "string" && typeof value["cwd"] === "string";
}
