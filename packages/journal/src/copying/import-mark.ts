/**
 * The mark at the end of what was imported. What comes before it was written by the author of the file: it can be
 * read, and must not start a program or loosen a rule.
 */

import type { JournalRecord } from "../journal.ts";
import type { DraftRecord } from "./session-draft.ts";

const MARK = '{"type":"imported"}';

export function importMark(at: number): DraftRecord {
  return { at, from: "tenon", text: MARK };
}

export function isImportMark({ from, kind }: Pick<JournalRecord, "from" | "kind">): boolean {
  return from === "tenon" && kind === "imported";
}

/** The records of a fork: those of its parent up to a sequence number, and the mark that they stand before. */
export async function* withImportMark(
  copied: AsyncIterable<JournalRecord>,
  following: AsyncIterable<JournalRecord>,
): AsyncIterable<DraftRecord> {
  let at = 0;
  for await (const record of copied) {
    at = record.at;
    yield record;
  }
  for await (const record of following) if (isImportMark(record)) return yield importMark(at);
}
