/**
 * Folds the records of a feed into a timeline, on the path that a journal's records take.
 */

import { createTimeline, createWireReader, readOwnEvent, type Timeline, type TimelineEvent } from "@tenon/timeline";

import { type CallBeginnings, createCallBeginnings } from "../tool-call/call-beginnings.ts";
import { createExchangeFold, type Exchanges } from "../tool-call/exchange-fold.ts";
import type { FeedRecord } from "../wire/feed.ts";

export interface FeedFold {
  readonly timeline: Timeline;
  readonly exchanges: Exchanges;
  readonly beginnings: CallBeginnings;
  add(record: FeedRecord): void;
}

export function createFeedFold(): FeedFold {
  const timeline = createTimeline();
  const reader = createWireReader();
  const { exchanges, add } = createExchangeFold();
  const calls = createCallBeginnings();

  return {
    timeline,
    exchanges,
    beginnings: calls.beginnings,
    add(record) {
      if (add(record)) return;
      const { from, message, at } = record;
      const events = from === "tenon" ? ownEvents(message, at) : reader.read(from, message, at);
      for (const event of events) calls.add(timeline.add(event));
    },
  };
}

function ownEvents(message: unknown, at: number): readonly TimelineEvent[] {
  const event = readOwnEvent(JSON.stringify(message) ?? "");
  return event ? [event.at === undefined ? { ...event, at } : event] : [];
}
