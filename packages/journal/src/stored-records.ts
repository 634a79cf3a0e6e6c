/**
 * Reads records page by page, with their large strings back in place.
 *
 * A page at a time, so that neither the event loop nor the memory feels how long a session is.
 */

import { setImmediate as nextTurn } from "node:timers/promises";

import type { JournalRecord } from "./journal.ts";
import { JournalError } from "./journal-error.ts";
import { marksIn, restoreLargeStrings } from "./large-strings.ts";
import type { RowRange, Store, StoredRecord } from "./store.ts";

const PAGE = 500;

/** The records after and before these places. */
export async function* storedRecords(
  store: Store,
  key: number,
  range: Omit<RowRange, "limit">,
): AsyncGenerator<JournalRecord, void> {
  for (let { after } = range; ;) {
    const page = await store.read(key, { ...range, after, limit: PAGE });
    for (const record of page) yield await restore(store, record);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.seq;
    await nextTurn();
  }
}

async function restore(store: Store, { seq, from, at, text, isCut }: StoredRecord): Promise<JournalRecord> {
  if (!isCut) return { seq, at, from, text };
  const strings = await store.largeStrings(marksIn(text));
  return { seq, at, from, text: restoreLargeStrings(text, (hash) => strings.get(hash) ?? missing(seq)) };
}

function missing(seq: number): never {
  throw new JournalError("FILE_DAMAGED", `A large string of record ${seq} is missing`, { at: seq });
}
