/**
 * Reports the messages of one connection as they pass, and tells which of them belong to a call: its request, its
 * progress, its cancellation, its answer.
 *
 * A call's messages go to its caller's listener, and to no other: sessions may share the connection.
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject, type JsonObject } from "@tenon/basis";

export type Hear = (direction: "sent" | "received", message: JsonObject) => void;

export interface WireTap {
  /** Returns the message as it goes to the server, without the mark of its call. */
  sent(message: JSONRPCMessage): JSONRPCMessage;
  received(message: JsonObject): void;
  /** A request whose `_meta` holds this mark, and what belongs to it, is reported to this listener until it is disposed. */
  follow(hear: Hear): Disposable & { readonly mark: JsonObject };
}

// Added for the tap and taken out by it; the SDK hands `_meta` on, and makes the request's id itself.
const MARK = "tenon/call";

/** `everything` hears all that belongs to no call. */
export function createWireTap(everything: Hear | undefined): WireTap {
  const calls = new Map<unknown, Hear>();
  const byRequest = new Map<unknown, Hear>();
  let lastCall = 0;

  return {
    sent(message) {
      const { message: unmarked, hear } = calls.size === 0 ? { message } : begin(message);
      (hear ?? cancelled(unmarked) ?? everything)?.("sent", unmarked);
      return unmarked;
    },
    received(message) {
      (belongsTo(message) ?? everything)?.("received", message);
    },
    follow(hear) {
      const call = (lastCall += 1);
      calls.set(call, hear);
      return {
        mark: { [MARK]: call },
        [Symbol.dispose]() {
          calls.delete(call);
          for (const [id, listener] of byRequest) if (listener === hear) byRequest.delete(id);
        },
      };
    },
  };

  function begin(message: JSONRPCMessage): { readonly message: JSONRPCMessage; readonly hear?: Hear | undefined } {
    if (!("id" in message && "method" in message) || message.method !== "tools/call") return { message };
    const { _meta, ...params } = message.params ?? {};
    if (!isObject(_meta) || !(MARK in _meta)) return { message };
    const { [MARK]: call, ...meta } = _meta;
    const hear = calls.get(call);
    if (hear) byRequest.set(message.id, hear);
    const isEmpty = Object.keys(meta).length === 0;
    return { message: { ...message, params: isEmpty ? params : { ...params, _meta: meta } }, hear };
  }

  function cancelled({ method, params }: JsonObject): Hear | undefined {
    return method === "notifications/cancelled" && isObject(params) ? listenerOf(params["requestId"]) : undefined;
  }

  function belongsTo({ id, method, params }: JsonObject): Hear | undefined {
    if (method === undefined) return listenerOf(id);
    return method === "notifications/progress" && isObject(params) ? listenerOf(params["progressToken"]) : undefined;
  }

  /** Some servers answer number 5 with "5". */
  function listenerOf(id: unknown): Hear | undefined {
    return byRequest.get(id) ?? (typeof id === "string" ? byRequest.get(Number(id)) : undefined);
  }
}
