/**
 * The sessions of the 2025 revisions over HTTP. They have no idle time, because a long job is idle too [W21]; the least
 * recently used one makes room for a new one, whether its stream is open or not [W3].
 */

import { randomUUID } from "node:crypto";

import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { parseJson } from "@tenon/basis";

import type { MadeServer, ServerMaker } from "../mcp-server.ts";
import { createEventStore } from "./event-store.ts";

export interface HttpSessions {
  handle(request: Request): Promise<Response>;
  readonly open: Iterable<MadeServer>;
  close(): Promise<void>;
}

interface Session extends MadeServer {
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

const MOST_SESSIONS = 32;
const SESSION_HEADER = "mcp-session-id";

export function createHttpSessions(
  maker: ServerMaker,
  options: { readonly mostSessions?: number | undefined; readonly maxBodyBytes: number },
): HttpSessions {
  const { mostSessions = MOST_SESSIONS, maxBodyBytes } = options;
  /** By id, the least recently used first. */
  const sessions = new Map<string, Session>();

  return {
    handle,
    get open() {
      return sessions.values();
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
      sessions.clear();
    },
  };

  async function handle(request: Request): Promise<Response> {
    const id = request.headers.get(SESSION_HEADER);
    const known = id === null ? undefined : sessions.get(id);
    if (id !== null && !known) return failure(404, "Session not found", -32_001);
    if (id !== null && known) {
      // Used last.
      sessions.delete(id);
      sessions.set(id, known);
      return await known.transport.handleRequest(request);
    }
    // Read from a copy: the transport reads the request itself.
    const body = request.method === "POST" ? parseJson(await request.clone().text()) : undefined;
    const isGreeting = [body].flat().some((message) => isInitializeRequest(message));
    if (!isGreeting) return failure(400, `The header ${SESSION_HEADER} is required; send initialize to get a session`);
    return await begin(request);
  }

  async function begin(request: Request): Promise<Response> {
    const made = maker.make("legacy");
    const { server } = made;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createEventStore(),
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => void sessions.set(id, { ...made, transport }),
    });
    server.server.onclose = () => {
      made.end();
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    await makeRoom();
    return response;
  }

  async function makeRoom(): Promise<void> {
    for (const { server } of [...sessions.values()].slice(0, Math.max(0, sessions.size - mostSessions))) {
      await server.close();
    }
  }
}

export function failure(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
