/**
 * A transport between a server and the SDK: messages that nest too deep are bounded, hidden characters are removed, and
 * answers that the SDK would refuse are cleaned. Every message is reported as it is on the wire.
 */

import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { defined, isObject, type JsonObject } from "@tenon/basis";

import { boundedAnswer, isTooDeep, refusedRequest } from "./bounded-message.ts";
import { cleanCall, cleanPage, type OnSetAside } from "./clean-answers.ts";
import { withoutBulk } from "./large-result.ts";
import { visibleMessage } from "./visible-message.ts";
import type { WireTap } from "./wire-tap.ts";

export interface ShieldOptions {
  readonly onSetAside: OnSetAside;
  /** Reports each request and notification that nests too deep, by its method. */
  readonly onRefused: (method: string) => void;
}

export function shield(transport: Transport, tap: WireTap, options: ShieldOptions): Transport {
  const requests = createRequests();
  const shielded: Transport = {
    get sessionId() {
      return transport.sessionId;
    },
    ...(transport.hasPerRequestStream === true && { hasPerRequestStream: true }),
    start: () => transport.start(),
    close: () => transport.close(),
    setProtocolVersion: (version) => transport.setProtocolVersion?.(version),
    setSupportedProtocolVersions: (versions) => transport.setSupportedProtocolVersions?.(versions),
    send(message, sendOptions) {
      requests.sent(message);
      return transport.send(tap.sent(message), sendOptions);
    },
  };
  transport.onclose = () => shielded.onclose?.();
  transport.onerror = (error) => shielded.onerror?.(error);
  transport.onmessage = (received, extra) => {
    const message = isTooDeep(received) ? bounded(received) : received;
    if (!message) return;
    tap.received(reported(message));
    shielded.onmessage?.(clean(message), extra);
  };
  return shielded;

  /** Undefined if nothing is left for the SDK. */
  function bounded(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if (!("method" in message)) return boundedAnswer(message, requests.methodOf(message));
    options.onRefused(message.method);
    if ("id" in message) transport.send(refusedRequest(message.id)).catch(() => {}); // the server has gone
    return undefined;
  }

  /** A large result is not recorded as it is: that would block every other session. */
  function reported(message: JSONRPCMessage): JsonObject {
    if (!("result" in message) || requests.methodOf(message) !== "tools/call") return message;
    const result = withoutBulk(message.result);
    return result === message.result ? message : { ...message, result: { ...result } };
  }

  function clean<Message extends JSONRPCMessage>(message: Message): Message {
    if ("method" in message) return visibleMessage(message, message.method);
    const { id, method } = requests.answered(message);
    const visible = visibleMessage(message, method);
    if (id === undefined) return visible;
    return "result" in visible ? { ...visible, id, result: cleanResult(method, visible.result) } : { ...visible, id };
  }

  function cleanResult(method: string | undefined, result: unknown): unknown {
    if (!isObject(result)) return result;
    if (method === "tools/call") return cleanCall(result);
    return method === "tools/list" ? cleanPage(result, requests.cursors, options.onSetAside) : result;
  }
}

/** The requests that wait for an answer, by their ids. */
function createRequests() {
  const methods = new Map<string | number, string>();
  const cursors = new Set<unknown>();
  return {
    /** Of the pages of the list that is being read. */
    cursors,
    sent(message: JSONRPCMessage): void {
      if (!("id" in message && "method" in message)) return;
      methods.set(message.id, message.method);
      if (message.method === "tools/list" && message.params?.["cursor"] === undefined) cursors.clear();
    },
    /** What a message answers. */
    methodOf(message: JSONRPCMessage): string | undefined {
      const id = idOf(message);
      return id === undefined ? undefined : methods.get(id);
    },
    answered(message: JSONRPCMessage): { readonly id: string | number | undefined; readonly method?: string } {
      const id = idOf(message);
      const method = id === undefined ? undefined : methods.get(id);
      if (id !== undefined) methods.delete(id);
      return { id, ...defined({ method }) };
    },
  };

  /** Some servers answer number 5 with "5". */
  function idOf(message: JSONRPCMessage): string | number | undefined {
    const id = "id" in message ? message.id : undefined;
    return typeof id === "string" && !methods.has(id) && methods.has(Number(id)) ? Number(id) : id;
  }
}
