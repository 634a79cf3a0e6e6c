/**
 * All records of a session as they are in its journal, read while they are looked at.
 *
 * The law: subscribers hear of them once a frame, however fast they come.
 */

import { useEffect, useState } from "react";
import { createStore, type StoreApi } from "zustand/vanilla";

import { createFrameBatch } from "../open-session/frame-batch.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { usePage } from "../page/page-context.ts";
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

function openRecords(url: URL): SessionRecords {
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

/** The open session's records, read while the component is mounted. */
export function useRecords(): SessionRecords | undefined {
  const page = usePage();
  const { id } = useOpenSession();
  const [records, setRecords] = useState<SessionRecords>();
  useEffect(() => {
    const opened = openRecords(page.feedUrl(id));
    setRecords(opened);
    return () => opened.close();
  }, [page, id]);
  return records;
}
