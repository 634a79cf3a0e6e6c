/**
 * Makes a new journal of what can be read of a damaged one, and puts it in its place.
 */

import { DatabaseSync } from "node:sqlite";

import type { NewJournal } from "../create-journal.ts";
import type { Repair } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import { fillDraft } from "../copying/session-draft.ts";
import { makeRoomForNew, putNewInPlace } from "./damaged-file.ts";
import { readDamaged } from "./read-damaged.ts";
import { isLocked } from "./sqlite-failure.ts";

/** `open` opens a sound file. Rejects with `file_damaged` while another process uses the damaged one. */
export async function repair(file: string, open: (file: string) => Promise<NewJournal>): Promise<readonly Repair[]> {
  const damaged = new DatabaseSync(file);
  const repairs: Repair[] = [];
  try {
    lock(damaged, file);
    tolerate(damaged);
    const made = await open(makeRoomForNew(file));
    try {
      for await (const repaired of copySessions(damaged, made)) repairs.push(repaired);
    } finally {
      await made.journal.close();
    }
  } finally {
    damaged.close();
  }
  const aside = putNewInPlace(file);
  return [{ what: `The journal was damaged. The damaged file is kept as ${aside}` }, ...repairs];
}

async function* copySessions(damaged: DatabaseSync, { begin }: NewJournal): AsyncGenerator<Repair, void> {
  for (const { head, records, lost } of readDamaged(damaged)) {
    // It was redacted when it was written.
    const { id, draft } = await begin(head, undefined);
    await fillDraft(draft, records);
    const count = lost() === 0 ? "all its records" : `all but ${lost()} of its records`;
    yield { what: `The session was saved with ${count}`, sessionId: id };
  }
}

/** SQLite refuses a file that is shorter than it should be as a whole, unless it may be configured otherwise. */
function tolerate(damaged: DatabaseSync): void {
  // Not there before Node.js 24.12, where it was not needed.
  if ("enableDefensive" in damaged) damaged.enableDefensive(false);
  damaged.exec("PRAGMA writable_schema = ON");
}

// Another process would go on writing into the file that is moved away under it.
function lock(damaged: DatabaseSync, file: string): void {
  try {
    damaged.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK");
  } catch (error) {
    // What cannot be read at all cannot be in use either.
    if (!isLocked(error)) return;
    const message = `The journal is damaged; it can be repaired when no other process uses it: ${file}`;
    throw new JournalError("file_damaged", message, { file }, { cause: error });
  }
}
