/**
 * The sessions of the 2025 revisions over HTTP. They have no idle time, because a long job is idle too [W21]; the least
 * recently used one makes room for a new one, whether its stream is open or not [W3].
 */

import { randomUUID } from "node:crypto";

import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { createEventStore, parseJson } from "@tenon/basis";

import type { MadeServer, ServerMaker } from "../mcp-server.ts";

export interface HttpSessions {
  handle(request: Request): Promise<Response>;
  readonly open: Iterable<MadeServer>;
  close(): Promise<void>;
}

interface Session extends MadeServer {
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

const MAX_SESSIONS = 32;
const MAX_STORED_CHARACTERS = 8 * 1024 * 1024;
const SESSION_HEADER = "mcp-session-id";

export function createHttpSessions(
  maker: ServerMaker,
  options: { readonly maxSessions?: number | undefined; readonly maxBodyBytes: number },
): HttpSessions {
  const { maxSessions = MAX_SESSIONS, maxBodyBytes } = options;
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
    if (await isInitialize(request)) return await begin(request);
    return failure(400, `The header ${SESSION_HEADER} is required; send initialize to get a session`);
  }

  async function begin(request: Request): Promise<Response> {
    const made = maker.make("legacy");
    const { server } = made;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createEventStore({ maxCharacters: MAX_STORED_CHARACTERS }),
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
    const excess = Math.max(0, sessions.size - maxSessions);
    for (const oldest of [...sessions.values()].slice(0, excess)) await oldest.server.close();
    return response;
  }
}

async function isInitialize(request: Request): Promise<boolean> {
  if (request.method !== "POST") return false;
  // Read from a copy: the transport reads the request itself.
  const body = parseJson(await request.clone().text());
  return [body].flat().some((message) => isInitializeRequest(message));
}

export function failure(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
