/**
 * All records of a session as they are in its journal, read while they are looked at.
 *
 * The law: subscribers hear of them once a frame, however fast they come.
 */

import { createStore, type StoreApi } from "zustand/vanilla";

import { createFrameBatch } from "../open-session/frame-batch.ts";
import { type FeedRecord, openFeed } from "../wire/feed.ts";

export interface SessionRecords {
  /** Grows in place: subscribe to the store's `count`. */
  readonly list: readonly FeedRecord[];
  readonly store: StoreApi<RecordsState>;
  close(): void;
}

export interface RecordsState {
  readonly count: number;
  /** The history has been read. */
  readonly isCaughtUp: boolean;
}

export function openRecords(url: URL): SessionRecords {
  const records: FeedRecord[] = [];
  const store = createStore<RecordsState>(() => ({ count: 0, isCaughtUp: false }));
  const batch = createFrameBatch(() => store.setState({ count: records.length }));
  const feed = openFeed({
    url,
    onRecord(record) {
      records.push(record);
      if (store.getState().isCaughtUp) batch.touch();
    },
    onCaughtUp: () => store.setState({ count: records.length, isCaughtUp: true }),
  });
  return {
    list: records,
    store,
    close() {
      batch.cancel();
      feed.close();
    },
  };
}
