import type { Changes } from "./changes.ts";
import type { JournalRecord } from "../journal.ts";
import type { SessionRow, Store } from "../store/store.ts";
import { storedRecords } from "./stored-records.ts";

export interface TailOptions {
  readonly store: Store;
  readonly changes: Changes;
  readonly row: SessionRow;
  readonly after: number;
  readonly signal: AbortSignal;
}

/** Everything after a sequence number, then what is written later. Ends when the signal aborts, or the session is deleted. */
export async function* tailRecords({
  store,
  changes,
  row,
  after,
  signal,
}: TailOptions): AsyncGenerator<JournalRecord, void> {
  using follower = changes.follow(row.key);
  for (let seq = after; !signal.aborted; await follower.next(signal)) {
    const before = seq;
    for await (const record of storedRecords(store, row.key, { after: seq, before: Infinity })) {
      seq = record.seq;
      yield record;
      if (signal.aborted) return;
    }
    if (seq === before && (await store.find(row.id))?.key !== row.key) return;
  }
}
