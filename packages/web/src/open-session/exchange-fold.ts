/**
 * The messages with a server for each tool call, folded from the records of the feed.
 *
 * The law: it does not grow with the session. What is dropped here is still in the wire view.
 */

import { readMcpMessage } from "@tenon/timeline";

import type { FeedRecord } from "../wire/feed.ts";

/** By the call's id. The map changes in place; a changed array is a new one. */
export type Exchanges = ReadonlyMap<string, readonly FeedRecord[]>;

export interface ExchangeFold {
  readonly exchanges: Exchanges;
  /** False if it is not a message with a server. */
  add(record: FeedRecord): boolean;
}

const MAX_CALLS = 500;
const MAX_MESSAGES = 100;

export function createExchangeFold(): ExchangeFold {
  const exchanges = new Map<string, readonly FeedRecord[]>();
  return {
    exchanges,
    add(record) {
      const exchanged = readMcpMessage(record);
      if (!exchanged) return false;
      const { toolCallId } = exchanged;
      if (toolCallId === undefined) return true;
      const before = exchanges.get(toolCallId) ?? [];
      // Endless progress drops the oldest: the request and the answer stay.
      const kept = before.length < MAX_MESSAGES ? before : before.toSpliced(1, 1);
      exchanges.set(toolCallId, [...kept, record]);
      const [oldest = ""] = exchanges.keys();
      if (exchanges.size > MAX_CALLS) exchanges.delete(oldest);
      return true;
    },
  };
}
