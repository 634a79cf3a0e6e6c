/**
 * Streamable HTTP of MCP 2025-11-25: sessions with an id, and a GET stream for what belongs to no request.
 */

import { randomUUID } from "node:crypto";

import type { Inbound } from "../core/json-rpc.ts";
import { misbehave } from "../core/misbehave.ts";
import { LEGACY_VERSIONS, openLegacySession, type LegacySession } from "../core/revision-2025-11-25.ts";
import type { World } from "../core/world.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { answerStatus, refuseWith, type Exchange } from "./exchange.ts";
import { createReply } from "./reply.ts";

export interface LegacySessions {
  post(exchange: Exchange, message: Inbound): void;
  get(exchange: Exchange): void;
  delete(exchange: Exchange): void;
  expire(): void;
  closeStreams(how: "end" | "cut"): void;
}

interface HttpSession {
  readonly id: string;
  readonly protocol: LegacySession;
  /** What belongs to no request. */
  readonly aside: EventStream;
}

// What the SDKs use, though the specification gives no code for it.
const BAD_REQUEST = -32000;
const SESSION_NOT_FOUND = -32001;

export function openLegacySessions(world: World): LegacySessions {
  const { sessions: habit = "stateful" } = world.script.http ?? {};
  const sessions = createSessions(world, habit);

  return {
    post(exchange, message) {
      const version = exchange.headers["mcp-protocol-version"];
      if (version !== undefined && !LEGACY_VERSIONS.includes(version)) {
        refuseWith(exchange, 400, {
          code: BAD_REQUEST,
          message: `Bad Request: Unsupported protocol version ${version}`,
        });
        return;
      }
      const session = isInitialize(message) ? sessions.open(habit === "stateless") : sessions.find(exchange);
      if (session) receive(exchange, message, session);
    },
    get(exchange) {
      if (habit === "stateless") {
        answerStatus(exchange, 405);
        return;
      }
      const session = sessions.find(exchange);
      if (!session) return;
      session.aside.attach(exchange);
      world.record({ type: "listener-join", session: session.id });
      exchange.response.once("close", () => world.record({ type: "listener-leave", session: session.id }));
    },
    delete(exchange) {
      const session = sessions.find(exchange);
      if (!session) return;
      sessions.end(session);
      answerStatus(exchange, 200);
    },
    expire() {
      for (const session of sessions.all()) sessions.end(session);
    },
    closeStreams(how) {
      for (const { aside } of sessions.all()) aside.detach(how);
    },
  };

  function receive(exchange: Exchange, message: Inbound, session: HttpSession): void {
    if (message.type !== "request") answerStatus(exchange, 202);
    const isNew = isInitialize(message) && habit === "stateful";
    const reply = createReply(exchange, isNew ? { "mcp-session-id": session.id } : {});
    misbehave(world, message, reply, session.protocol.receive);
  }
}

function createSessions(world: World, habit: "stateful" | "stateless") {
  const sessions = new Map<string, HttpSession>();
  return { all: () => sessions.values(), open, find, end };

  /** A session that is not kept is one request long, and its client's handshake is taken on trust. */
  function open(isThrowaway: boolean): HttpSession {
    const id = randomUUID();
    const aside = createEventStream({ keepsUndelivered: true });
    const protocol = openLegacySession(world, { outlet: aside, isInitialized: isThrowaway });
    const session = { id, aside, protocol };
    if (!isThrowaway) sessions.set(id, session);
    return session;
  }

  /** Answers the exchange itself when there is none. */
  function find(exchange: Exchange): HttpSession | undefined {
    if (habit === "stateless") return open(true);
    const id = exchange.headers["mcp-session-id"];
    const session = id === undefined ? undefined : sessions.get(id);
    if (id === undefined) {
      refuseWith(exchange, 400, { code: BAD_REQUEST, message: "Bad Request: Mcp-Session-Id header is required" });
    } else if (!session) {
      refuseWith(exchange, 404, { code: SESSION_NOT_FOUND, message: "Session not found" });
    }
    return session;
  }

  function end(session: HttpSession): void {
    sessions.delete(session.id);
    session.protocol.close();
    session.aside.detach("end");
  }
}

function isInitialize(message: Inbound): boolean {
  return message.type === "request" && message.method === "initialize";
}
