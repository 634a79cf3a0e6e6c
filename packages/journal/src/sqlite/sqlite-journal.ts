import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import { createJournal, type NewJournal } from "../create-journal.ts";
import type { Journal } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import type { JournalOptions } from "../journal-options.ts";
import { finishReplacing, isMarkedDamaged, markDamaged } from "./damaged-file.ts";
import { createDatabase } from "./database.ts";
import { openDatabase, type OpenOptions } from "./open-database.ts";
import { isDamage, isLocked, toJournalError } from "./sqlite-failure.ts";
import { createSqliteStore, type SqliteStoreOptions } from "./sqlite-store.ts";

export type SqliteJournalOptions = JournalOptions & OpenOptions & SqliteStoreOptions;

const MAX_WAIT_MS = 10_000;

/**
 * A journal in one file, made if it is not there. What a killed writer left unfinished is closed, and a damaged file is
 * replaced by one with everything that could be saved; `repairs` says so.
 */
export async function openSqliteJournal(options: SqliteJournalOptions): Promise<Journal> {
  const { file } = options;
  finishReplacing(file);
  if (isMarkedDamaged(file)) return openDamaged(options);
  try {
    return (await openSound(options)).journal;
  } catch (error) {
    const failure = toJournalError(error, file);
    if (failure instanceof JournalError && failure.code === "file_damaged") return openDamaged(options);
    throw failure;
  }
}

async function openDamaged(options: SqliteJournalOptions): Promise<Journal> {
  const { repair } = await import("./repair.ts");
  const repairs = await repair(options.file, (file) => openSound({ ...options, file }));
  const { journal, report } = await openSound(options);
  for (const repaired of repairs) report(repaired);
  return journal;
}

async function openSound(options: SqliteJournalOptions): Promise<NewJournal> {
  const { file, now } = options;
  const connection = await openWhenFree(options);
  const database = createDatabase({
    file,
    connection,
    now,
    onFailure: (error) => isDamage(error) && markDamaged(file),
  });
  const created = createJournal(createSqliteStore(database, options), options);
  try {
    await created.recover();
    return created;
  } catch (error) {
    await created.journal.close();
    throw error;
  }
}

async function openWhenFree(options: OpenOptions): Promise<DatabaseSync> {
  for (const deadline = performance.now() + MAX_WAIT_MS; ; await sleep(10)) {
    try {
      return await openDatabase(options);
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
    }
  }
}
