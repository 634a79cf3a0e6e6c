/**
 * Folds the records of a feed into a timeline, on the path that a journal's records take.
 */

import { createRecordReader, createTimeline, type Timeline } from "@tenon/timeline";

import { type CallBeginnings, createCallBeginnings } from "./call-beginnings.ts";
import { createExchangeFold, type Exchanges } from "./exchange-fold.ts";
import type { FeedRecord } from "../wire/feed.ts";

export interface FeedFold {
  readonly timeline: Timeline;
  readonly exchanges: Exchanges;
  readonly beginnings: CallBeginnings;
  add(record: FeedRecord): void;
}

export function createFeedFold(): FeedFold {
  const timeline = createTimeline();
  const reader = createRecordReader();
  const { exchanges, add } = createExchangeFold();
  const calls = createCallBeginnings();

  return {
    timeline,
    exchanges,
    beginnings: calls.beginnings,
    add(record) {
      if (add(record)) return;
      for (const event of reader.read(record)) calls.add(timeline.add(event));
    },
  };
}
