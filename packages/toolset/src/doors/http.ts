/**
 * HTTP in either revision, for any server that speaks `Request` and `Response`. 2026-07-28 has no sessions; a client of a 2025
 * revision has one, with a stream for notifications.
 */

import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createEventStore, parseJson, randomId } from "@tenon/basis";

import type { Engine } from "../running/engine.ts";
import type { Connections } from "./connections.ts";

export interface HttpDoor {
  /** Answers one request; the caller has checked who sends it. Never rejects. */
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

const MAX_SESSIONS = 1_000;
const MAX_STORED_CHARACTERS = 16 * 1024 * 1024;
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const SESSION_HEADER = "mcp-session-id";

export function createHttpDoor(engine: Engine, connections: Connections): HttpDoor {
  const legacy = createSessions(connections);
  const modern = createMcpHandler(async ({ era }) => (await engine.make(era)).mcp, {
    legacy: "reject",
    maxRequestBodySize: MAX_BODY_BYTES,
  });
  const unwatch = engine.watch({
    resourceUpdated: modern.notify.resourceUpdated,
    resourcesChanged: modern.notify.resourcesChanged,
  });
  let isClosed = false;

  return {
    async handle(request) {
      if (isClosed) return failure(503, "The server is stopping");
      try {
        const isLegacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES });
        return isLegacy ? await legacy.handle(request) : await modern.fetch(request);
      } catch {
        return failure(500, "Internal error");
      }
    },
    async close() {
      isClosed = true;
      unwatch();
      await modern.close();
      await legacy.close();
    },
  };
}

/** The sessions of the 2025 revisions. */
function createSessions(connections: Connections) {
  /** By id, the least recently used first. */
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return {
    async handle(request: Request): Promise<Response> {
      const id = request.headers.get(SESSION_HEADER);
      if (id === null) return await begin(request);
      const transport = sessions.get(id);
      if (!transport) return failure(404, "Session not found", -32_001);
      sessions.delete(id);
      sessions.set(id, transport);
      return await transport.handleRequest(request);
    },
    async close(): Promise<void> {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
    },
  };

  async function begin(request: Request): Promise<Response> {
    // From a copy: the transport reads the request itself.
    const body = request.method === "POST" ? parseJson(await request.clone().text()) : undefined;
    if (![body].flat().some((message) => isInitializeRequest(message))) {
      return failure(400, `The header ${SESSION_HEADER} is required; send initialize to get a session`);
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomId,
      eventStore: createEventStore({ maxCharacters: MAX_STORED_CHARACTERS }),
      maxRequestBodySize: MAX_BODY_BYTES,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    void connections
      .serve(transport)
      .then(() => transport.sessionId !== undefined && sessions.delete(transport.sessionId));
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await transport.close();
    const surplus = [...sessions.values()].slice(0, Math.max(0, sessions.size - MAX_SESSIONS));
    await Promise.all(surplus.map((oldest) => oldest.close()));
    return response;
  }
}

function failure(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
