/**
 * The HTTP+SSE transport of MCP 2024-11-05: everything the server says comes on one GET, everything the client says goes
 * to the address that the first event names. A POST to the stream's own address is refused.
 */

import { randomUUID } from "node:crypto";

import type { Channel } from "../core/channel.ts";
import { openConnection, type Connection } from "../core/connection.ts";
import type { World } from "../core/world.ts";
import type { Endpoint } from "./endpoint.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { answerStatus, type Exchange } from "./exchange.ts";

export const SSE_PATH = "/sse";
const MESSAGES_PATH = "/messages";

interface SseSession {
  readonly stream: EventStream;
  readonly connection: Connection;
}

export function openSseEndpoint(world: World): Endpoint {
  const sessions = new Map<string, SseSession>();
  return {
    handle(exchange) {
      const { httpMethod, path } = exchange;
      if (path === SSE_PATH && httpMethod === "GET") open(exchange);
      else if (path === MESSAGES_PATH && httpMethod === "POST") post(exchange);
      else answerStatus(exchange, path === SSE_PATH || path === MESSAGES_PATH ? 405 : 404);
    },
    expireSessions() {
      for (const id of sessions.keys()) end(id);
    },
    closeStreams(how) {
      for (const { stream } of sessions.values()) stream.detach(how);
    },
  };

  function open(exchange: Exchange): void {
    const id = randomUUID();
    const stream = createEventStream({ keepsUndelivered: false });
    const connection = openConnection(world, stream);
    sessions.set(id, { stream, connection });
    stream.attach(exchange);
    exchange.response.write(`event: endpoint\ndata: ${MESSAGES_PATH}?sessionId=${id}\n\n`);
    world.record({ type: "listener-join", session: id });
    exchange.response.once("close", () => {
      end(id);
      world.record({ type: "listener-leave", session: id });
    });
  }

  function post(exchange: Exchange): void {
    const session = sessions.get(exchange.query.get("sessionId") ?? "");
    answerStatus(exchange, session ? 202 : 404);
    session?.connection.receive(exchange.body, channelOf(session.stream, exchange));
  }

  function end(id: string): void {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.connection.close();
    session?.stream.detach("end");
  }
}

function channelOf(stream: EventStream, { headers }: Exchange): Channel {
  return {
    headers,
    open() {},
    send: (message) => stream.send(message),
    abandon() {},
    close: (how) => stream.detach(how),
  };
}
