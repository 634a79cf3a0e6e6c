/**
 * Lets others hear the messages of one connection as they go and come, and tells which of them belong to a call: its
 * request, its progress, its cancel, its answer.
 *
 * A call's messages are heard by whoever made it, and by nobody else: sessions may share the connection.
 */

import { isObject, type JsonObject } from "@tenon/basis";

export type Hear = (direction: "sent" | "received", message: JsonObject) => void;

export interface WireTap {
  readonly hear: Hear;
  /** Until it is disposed, the request with exactly these arguments, and what belongs to it, is heard by this one. */
  follow(args: object, hear: Hear): Disposable;
}

/** `everything` hears all that belongs to no call. */
export function createWireTap(everything: Hear | undefined): WireTap {
  const byArguments = new Map<object, Hear>();
  const byRequest = new Map<unknown, Hear>();

  return {
    hear(direction, message) {
      const isCall = direction === "sent" && message["method"] === "tools/call";
      const listener = byArguments.size === 0 ? undefined : isCall ? begin(message) : belongsTo(direction, message);
      (listener ?? everything)?.(direction, message);
    },
    follow(args, hear) {
      byArguments.set(args, hear);
      return {
        [Symbol.dispose]() {
          byArguments.delete(args);
          for (const [id, listener] of byRequest) if (listener === hear) byRequest.delete(id);
        },
      };
    },
  };

  /** The SDK makes the request, but passes on the very object that it was given as arguments. */
  function begin({ id, params }: JsonObject): Hear | undefined {
    const args = isObject(params) ? params["arguments"] : undefined;
    const listener = isObject(args) ? byArguments.get(args) : undefined;
    if (listener) byRequest.set(id, listener);
    return listener;
  }

  function belongsTo(direction: "sent" | "received", { id, method, params }: JsonObject): Hear | undefined {
    const { progressToken, requestId } = isObject(params) ? params : {};
    if (method === undefined) return direction === "received" ? listenerOf(id) : undefined;
    if (direction === "received") return method === "notifications/progress" ? listenerOf(progressToken) : undefined;
    return method === "notifications/cancelled" ? listenerOf(requestId) : undefined;
  }

  /** Some servers answer number 5 with "5". */
  function listenerOf(id: unknown): Hear | undefined {
    return byRequest.get(id) ?? (typeof id === "string" ? byRequest.get(Number(id)) : undefined);
  }
}
