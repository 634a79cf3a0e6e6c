/**
 * HTTP in either revision. 2026-07-28 has no sessions; in the 2025 revisions each client has one, with a stream for what the
 * endpoint sends unasked.
 *
 * Every answer is an event stream from its first moment, with comments to keep it alive: a host that hears nothing gives
 * up [W22]. Sessions have no idle time, because a long job is idle too [W21]; the least recently used one makes room for a
 * new one, whether its stream is open or not [W3].
 */

import { randomUUID } from "node:crypto";

import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { parseJson } from "@tenon/basis";

import type { ServerMaker } from "../mcp-server.ts";
import { boundedEvents } from "./bounded-events.ts";
import { type Door, log, notify } from "./door.ts";
import { createEventStore } from "./event-store.ts";

export interface HttpDoor extends Door {
  /** Never rejects. */
  handle(request: Request): Promise<Response>;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
}

const MOST_SESSIONS = 32;
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const SESSION_HEADER = "mcp-session-id";

export function createHttpDoor(
  maker: ServerMaker,
  { mostSessions = MOST_SESSIONS }: { readonly mostSessions?: number | undefined } = {},
): HttpDoor {
  /** By id, the least recently used first. */
  const sessions = new Map<string, Session>();
  const newer = createMcpHandler(({ era }) => maker.make(era), {
    legacy: "reject",
    responseMode: "sse",
    maxRequestBodySize: MAX_BODY_BYTES,
  });
  let isClosed = false;

  return {
    async handle(request) {
      if (isClosed) return failure(503, "The endpoint is closed");
      try {
        const isOlder = await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES });
        return boundedEvents(isOlder ? await handleOlder(request) : await newer.fetch(request));
      } catch {
        return failure(500, "Internal error");
      }
    },
    changed(list) {
      ({
        tools: newer.notify.toolsChanged,
        resources: newer.notify.resourcesChanged,
        prompts: newer.notify.promptsChanged,
      })[list]();
      for (const { server } of sessions.values()) notify(server, list);
    },
    logged(message) {
      for (const [id, { server }] of sessions) log(server, message, id);
    },
    async close() {
      isClosed = true;
      await newer.close();
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
      sessions.clear();
    },
  };

  async function handleOlder(request: Request): Promise<Response> {
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
    const server = maker.make("legacy");
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createEventStore(),
      maxRequestBodySize: MAX_BODY_BYTES,
      onsessioninitialized: (id) => void sessions.set(id, { transport, server }),
    });
    server.server.onclose = () => {
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

function failure(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
