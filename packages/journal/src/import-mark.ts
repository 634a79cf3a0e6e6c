/**
 * The mark at the end of what was imported. What stands before it was written by whoever made the file: it can be read, and
 * it must not start a program or loosen a rule.
 */

import type { JournalRecord } from "./journal.ts";

const MARK = '{"type":"imported"}';

export function importMark(at: number): Omit<JournalRecord, "seq"> {
  return { at, from: "tenon", text: MARK };
}

export function isImportMark({ from, text }: Pick<JournalRecord, "from" | "text">): boolean {
  return from === "tenon" && text === MARK;
}

/** The records of a fork: those of its parent up to a place, and the mark that they stand before. */
export async function* withImportMark(
  copied: AsyncIterable<JournalRecord>,
  following: AsyncIterable<JournalRecord>,
): AsyncIterable<Omit<JournalRecord, "seq">> {
  let at = 0;
  for await (const record of copied) {
    at = record.at;
    yield record;
  }
  for await (const record of following) if (isImportMark(record)) return yield importMark(at);
}
