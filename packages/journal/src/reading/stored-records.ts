/**
 * Reads records page by page, with their large strings back in place.
 *
 * A page at a time, so that neither the event loop nor the memory feels how long a session is.
 */

import { setImmediate as nextTurn } from "node:timers/promises";

import { parseJson } from "@tenon/basis";
import { kindOf } from "@tenon/timeline";

import type { JournalRecord } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import { marksIn, restoreLargeStrings } from "../store/large-strings.ts";
import type { RowRange, Store, StoredRecord } from "../store/store.ts";

const PAGE = 500;

/** The records after and before these sequence numbers. */
export async function* storedRecords(
  store: Store,
  key: number,
  range: Omit<RowRange, "limit">,
): AsyncGenerator<JournalRecord, void> {
  for (let { after } = range; ;) {
    const page = await store.read(key, { ...range, after, limit: PAGE });
    for (const row of page) {
      const record = await restore(store, row);
      if (range.kinds?.has(record.kind) ?? true) yield record;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.seq;
    await nextTurn();
  }
}

async function restore(store: Store, record: StoredRecord): Promise<JournalRecord> {
  if (!record.isCut) return toJournalRecord(record, record.text);
  const strings = await store.largeStrings(marksIn(record.text));
  return toJournalRecord(
    record,
    restoreLargeStrings(record.text, (hash) => strings.get(hash) ?? missing(record.seq)),
  );
}

/** With its message if that had to be parsed to know what it is. */
export function toJournalRecord({ seq, from, at, kind }: StoredRecord, text: string): JournalRecord {
  if (kind !== undefined) return { seq, at, from, kind, text };
  const message = parseJson(text);
  return { seq, at, from, kind: kindOf(from, message), text, message };
}

function missing(seq: number): never {
  throw new JournalError("file_damaged", `A large string of record ${seq} is missing`, { at: seq });
}
