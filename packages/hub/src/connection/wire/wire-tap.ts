/**
 * Reports the messages of one connection as they pass, and which of them belong to a call: its request, its
 * progress, its cancellation, its answer.
 *
 * A call's messages go to its caller's listener, and to no other: sessions may share the connection.
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject, type JsonObject } from "@tenon/basis";

export type MessageListener = (direction: "sent" | "received", message: JsonObject) => void;

export interface WireTap {
  /** Returns the message as it goes to the server, without the mark of its call. */
  sent(message: JSONRPCMessage): JSONRPCMessage;
  received(message: JsonObject): void;
  /** A request whose `_meta` holds this mark, and what belongs to it, is reported to this listener until it is disposed. */
  follow(onMessage: MessageListener): Disposable & { readonly mark: JsonObject };
}

// Added for the tap and taken out by it; the SDK hands `_meta` on, and makes the request's id itself.
const MARK = "tenon/call";

/** `everything` receives all that belongs to no call. */
export function createWireTap(everything: MessageListener | undefined): WireTap {
  const calls = new Map<unknown, MessageListener>();
  const byRequest = new Map<unknown, MessageListener>();
  let lastCall = 0;

  return {
    sent(message) {
      const { message: unmarked, onMessage } = calls.size === 0 ? { message } : begin(message);
      (onMessage ?? cancelled(unmarked) ?? everything)?.("sent", unmarked);
      return unmarked;
    },
    received(message) {
      (belongsTo(message) ?? everything)?.("received", message);
    },
    follow(onMessage) {
      const call = (lastCall += 1);
      calls.set(call, onMessage);
      return {
        mark: { [MARK]: call },
        [Symbol.dispose]() {
          calls.delete(call);
          for (const [id, listener] of byRequest) if (listener === onMessage) byRequest.delete(id);
        },
      };
    },
  };

  function begin(message: JSONRPCMessage): {
    readonly message: JSONRPCMessage;
    readonly onMessage?: MessageListener | undefined;
  } {
    if (!("id" in message && "method" in message) || message.method !== "tools/call") return { message };
    const { _meta, ...params } = message.params ?? {};
    if (!isObject(_meta) || !(MARK in _meta)) return { message };
    const { [MARK]: call, ...meta } = _meta;
    const onMessage = calls.get(call);
    if (onMessage) byRequest.set(message.id, onMessage);
    const isEmpty = Object.keys(meta).length === 0;
    return { message: { ...message, params: isEmpty ? params : { ...params, _meta: meta } }, onMessage };
  }

  function cancelled({ method, params }: JsonObject): MessageListener | undefined {
    return method === "notifications/cancelled" && isObject(params) ? listenerOf(params["requestId"]) : undefined;
  }

  function belongsTo({ id, method, params }: JsonObject): MessageListener | undefined {
    if (method === undefined) return listenerOf(id);
    return method === "notifications/progress" && isObject(params) ? listenerOf(params["progressToken"]) : undefined;
  }

  /** Some servers answer number 5 with "5". */
  function listenerOf(id: unknown): MessageListener | undefined {
    return byRequest.get(id) ?? (typeof id === "string" ? byRequest.get(Number(id)) : undefined);
  }
}
