/**
 * Large strings of a client's messages, past the SDK: it would copy each when it parses the message. It gets a mark in the
 * place of the string, and the gateway gets the string again.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { cutLarge } from "@tenon/basis";

export interface LargeStrings {
  /** A message as the SDK is to read it. */
  cut(text: string): string;
  /** The message that the SDK has read, as the client sent it. */
  restore(message: AnyMessage): AnyMessage;
}

// The SDK does not count them against its bound, which is two of the largest messages. One that it drops is never restored.
const MAX_KEPT = 2;

export function createLargeStrings(): LargeStrings {
  const kept = new Map<unknown, string>();
  const prefix = crypto.randomUUID();
  let count = 0;
  return {
    cut(text) {
      const mark = `${prefix}:${(count += 1)}`;
      const cut = kept.size < MAX_KEPT ? cutLarge(text, mark) : undefined;
      if (!cut) return text;
      kept.set(mark, cut.large);
      return cut.text;
    },
    restore(message) {
      if (kept.size > 0) restoreIn(message);
      return message;
    },
  };

  /** True if it was there; no message has two. */
  function restoreIn(value: object): boolean {
    return Object.entries(value).some(([name, inner]: [string, unknown]) => {
      const large = kept.get(inner);
      if (large === undefined) return typeof inner === "object" && inner !== null && restoreIn(inner);
      kept.delete(inner);
      Object.defineProperty(value, name, { value: large });
      return true;
    });
  }
}
