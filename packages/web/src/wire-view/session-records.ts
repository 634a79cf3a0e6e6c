/**
 * All records of a session as they stand in its journal, read when somebody wants to see them.
 *
 * The law: told of once a frame, however fast they come; the list grows in place.
 */

import { createStore, type StoreApi } from "zustand/vanilla";

import { createFrameBatch } from "../open-session/frame-batch.ts";
import { type FeedRecord, openFeed } from "../wire/feed.ts";

export interface SessionRecords {
  readonly store: StoreApi<RecordsState>;
  close(): void;
}

export interface RecordsState {
  /** Grows in place; `count` is another number when it has. */
  readonly records: readonly FeedRecord[];
  readonly count: number;
  /** The history has been read. */
  readonly isCaughtUp: boolean;
}

export function openRecords(url: URL): SessionRecords {
  const records: FeedRecord[] = [];
  const store = createStore<RecordsState>(() => ({ records, count: 0, isCaughtUp: false }));
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
    store,
    close() {
      batch.cancel();
      feed.close();
    },
  };
}
