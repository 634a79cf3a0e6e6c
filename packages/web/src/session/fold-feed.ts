/**
 * Folds the records of a feed into a timeline, on the path that a journal's records take.
 */

import { createTimeline, createWireReader, readOwnEvent, type Timeline, type TimelineEvent } from "@tenon/timeline";

import type { FeedRecord } from "../wire/feed.ts";

export interface FeedFold {
  readonly timeline: Timeline;
  add(record: FeedRecord): void;
}

export function createFeedFold(): FeedFold {
  const timeline = createTimeline();
  const reader = createWireReader();

  return {
    timeline,
    add({ from, message, at }) {
      const events = from === "tenon" ? ownEvents(message, at) : reader.read(from, message, at);
      for (const event of events) timeline.add(event);
    },
  };
}

function ownEvents(message: unknown, at: number): readonly TimelineEvent[] {
  const event = readOwnEvent(JSON.stringify(message) ?? "");
  return event ? [event.at === undefined ? { ...event, at } : event] : [];
}
