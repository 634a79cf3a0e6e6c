/**
 * One pipe to one client, on which both revisions can be spoken: stdio, and the two halves of HTTP+SSE.
 */

import { isObject } from "@tenon/basis";

import type { Channel, Outlet } from "./channel.ts";
import { ERROR, failure, parseMessage, type Inbound } from "./json-rpc.ts";
import { misbehave } from "./misbehave.ts";
import { hasEnvelope } from "./request-meta.ts";
import { openLegacySession } from "./revision-2025-11-25.ts";
import { openModernService } from "./revision-2026-07-28.ts";
import { speaks, type World } from "./world.ts";

export interface Connection {
  /** Takes what the client wrote. It may be anything. */
  receive(text: string, channel: Channel): void;
  close(): void;
}

export function openConnection(world: World, outlet: Outlet): Connection {
  const legacy = openLegacySession(world, { outlet });
  const modern = openModernService(world);
  let isServingModern = false;
  return {
    receive(text, channel) {
      const message = readMessage(world, text);
      if (!message) {
        channel.send(failure(undefined, { code: ERROR.parse, message: "This is not a JSON-RPC message" }));
        return;
      }
      misbehave(world, message, channel, (received, reply) => {
        if (received.type === "request" && isServingModern && received.method === "initialize") {
          // As the SDKs for Python and Go answer it: a connection is of one revision, and its first request decides.
          return reply.send(failure(received.id, { code: ERROR.unsupportedVersion, message: SERVING_MODERN }));
        }
        isServingModern ||= received.type === "request" && isModern(world, received);
        // A notification does not show its revision. Ids are unique on a pipe, so only one of them will mind it.
        const isForBoth = received.type === "notification" && speaks(world, "2025-11-25");
        if (isForBoth || !isModern(world, received)) legacy.receive(received, reply);
        if (isForBoth || isModern(world, received)) modern.receive(received, reply);
      });
    },
    close() {
      legacy.close();
      modern.endSubscriptions();
    },
  };
}

const SERVING_MODERN = "connection is serving the 2026-07-28 protocol; the initialize handshake is not accepted";

/** Records and parses what a client sent; undefined when it is no message. */
export function readMessage(world: World, text: string): Inbound | undefined {
  const value = parseJson(text);
  const message = parseMessage(value);
  if (message && isObject(value)) world.record({ type: "message", message: value });
  else world.record({ type: "unreadable", text });
  return message;
}

/** Which revision a message is in: the newer one shows it in every request. */
export function isModern(world: World, message: Inbound): boolean {
  if (!speaks(world, "2026-07-28")) return false;
  if (!speaks(world, "2025-11-25")) return true;
  return message.type === "request" && hasEnvelope(message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // recorded as unreadable
  }
}
