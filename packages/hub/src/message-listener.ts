/**
 * Reports the messages of servers to a listener, without the secrets that the servers were given. What the listener
 * throws is ignored.
 */

import { createRedactor } from "@tenon/policy";
import { defined, type JsonObject } from "@tenon/basis";

import type { Hear } from "./connection/wire/wire-tap.ts";

/** One message of a server's wire. */
export interface ServerMessage {
  readonly server: string;
  /** From our side. */
  readonly direction: "sent" | "received";
  /** The `id` of the call that it belongs to. */
  readonly call?: string;
  readonly message: JsonObject;
  /** The same as JSON. */
  readonly text: string;
}

export interface MessageListener {
  /** From now on these are hidden. */
  hide(secrets: readonly string[]): void;
  /** Hears the messages of one server, or of one call. */
  of(server: string, call?: string): Hear;
}

export function createMessageListener(onMessage: (message: ServerMessage) => void): MessageListener {
  let redactor = createRedactor();
  let hidden: readonly string[] = [];

  return {
    hide(secrets) {
      redactor = createRedactor({ secrets });
      hidden = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
    },
    of: (server, call) => (direction, message) => {
      try {
        onMessage({ server, direction, ...defined({ call }), ...withoutSecrets(message) });
      } catch {
        // It only listens: the message goes on all the same.
      }
    },
  };

  function withoutSecrets(message: JsonObject): Pick<ServerMessage, "message" | "text"> {
    const text = JSON.stringify(message);
    // Looked for first: most messages hold none, and are passed on as they are.
    if (!hidden.some((secret) => text.includes(secret))) return { message, text };
    const redacted = JSON.stringify(redactor.redactValue(message));
    return { message: JSON.parse(redacted), text: redacted };
  }
}
