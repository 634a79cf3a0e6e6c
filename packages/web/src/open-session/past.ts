/**
 * The records of a session as far as they have been read: the end of it first, the rest when it is wanted.
 *
 * The law: what is shown of the records that have been read is the same whatever was read first. A fold cannot begin
 * earlier, so it is made again from the earliest record.
 */

import type { RecordRange } from "../wire/api.ts";
import type { FeedRecord } from "../wire/feed.ts";
import { createSessionFold, type SessionFold } from "./session-fold.ts";

export interface Past {
  /** Another one after earlier records were read. */
  readonly fold: SessionFold;
  /** How many records before the first one that has been read. */
  readonly start: number;
  /** The number of the last record. */
  readonly last: number;
  /** Reads the end; without an answer, nothing, and everything has to come from the feed. */
  open(): Promise<void>;
  /** Reads what is true at the first record because of earlier ones. */
  loadState(): Promise<void>;
  /** False if there is nothing earlier, or it is being read. */
  loadOlder(from?: number): Promise<boolean>;
  add(record: FeedRecord): void;
}

const FIRST_PAGE = 600;
const GROWTH = 2;

export function createPast(read: ((range: RecordRange) => Promise<readonly FeedRecord[]>) | undefined): Past {
  let fold = createSessionFold();
  let records: FeedRecord[] = [];
  let state: readonly FeedRecord[] = [];
  let start = 0;
  let last = 0;
  let page = FIRST_PAGE;
  let isReading = false;

  return {
    get fold() {
      return fold;
    },
    get start() {
      return start;
    },
    get last() {
      return last;
    },
    async open() {
      // The feed has it all, and says why if it has not.
      const found = (await read?.({ limit: FIRST_PAGE }).catch(() => [])) ?? [];
      start = Math.max(0, (found[0]?.seq ?? 1) - 1);
      for (const record of found) add(record);
    },
    async loadState() {
      if (!read || start === 0) return;
      state = await read({ before: start + 1, state: true });
      refold();
    },
    async loadOlder(from = start) {
      if (!read || start === 0 || isReading) return false;
      isReading = true;
      try {
        page *= GROWTH;
        const limit = Math.max(page, start - from + 1);
        const older = await read({ before: start + 1, limit });
        const [first] = older;
        if (!first) return false;
        start = first.seq - 1;
        records = [...older, ...records];
        refold();
        return true;
      } finally {
        isReading = false;
      }
    },
    add,
  };

  function add(record: FeedRecord): void {
    last = record.seq;
    fold.add(record);
    // All of it is folded: nothing can come before it.
    if (start > 0) records.push(record);
  }

  function refold(): void {
    fold = createSessionFold({ shownFrom: start + 1 });
    for (const record of state) if (record.seq <= start) fold.add(record);
    for (const record of records) fold.add(record);
    if (start === 0) records = [];
  }
}
