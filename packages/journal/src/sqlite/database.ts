/**
 * One connection to a journal's file: transactions that are tried again while another process writes.
 *
 * The law: no wait for a lock blocks the event loop for longer than a few milliseconds.
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import { JournalError } from "../journal-error.ts";
import { createLogSync, type SyncFile } from "./log-sync.ts";
import { isLocked, syncFailure, toJournalError } from "./sqlite-failure.ts";

export interface Database {
  readonly file: string;
  readonly connection: DatabaseSync;
  /** Milliseconds since 1970: the clock of leases. */
  readonly now: () => number;
  /** Prepares a statement once. */
  sql(text: string): StatementSync;
  /** Runs it in a transaction that writes. It may run more than once, so it may change nothing else. */
  write<Value>(run: () => Value, options?: WriteOptions<Value>): Promise<Value>;
  /** Runs something that only reads, or needs no transaction. */
  read<Value>(run: () => Value): Promise<Value>;
  close(): void;
}

export interface WriteOptions<Value = unknown> {
  /** It survives the end of this process, and not yet that of the machine. */
  readonly onWritten?: ((value: Value) => void) | undefined;
  /** Resolves when it and everything written before it is on the disk. Defaults to true. */
  readonly isSynced?: boolean;
  /** False: the sync is begun some milliseconds later and not waited for. If it fails, nothing more is written. Defaults to true. */
  readonly waitsForDisk?: boolean | undefined;
}

export interface DatabaseOptions {
  readonly file: string;
  readonly connection: DatabaseSync;
  readonly now?: (() => number) | undefined;
  /** Called with every failure that the caller gets. */
  readonly onFailure: (error: unknown) => void;
  readonly sync?: SyncFile;
}

const MAX_WAIT_MS = 10_000;
const MAX_PAUSE_MS = 25;

export function createDatabase({ file, connection, now = Date.now, onFailure, sync }: DatabaseOptions): Database {
  const statements = createStatements(connection);
  const log = createLogSync(file, sync);
  let unsynced: unknown;
  return {
    file,
    connection,
    now,
    sql: statements.sql,
    read: attempt,
    async write(run, { isSynced = true, waitsForDisk = true, onWritten } = {}) {
      if (unsynced !== undefined) throw unsynced;
      const value = await attempt(() => inTransaction({ connection, sql: statements.sql }, run));
      onWritten?.(value);
      if (isSynced && waitsForDisk) await reported(log.synced());
      else if (isSynced) reported(log.syncedSoon()).catch((error: unknown) => (unsynced = error));
      return value;
    },
    close() {
      log.close();
      statements.clear();
      if (connection.isOpen) connection.close();
    },
  };

  async function attempt<Value>(run: () => Value): Promise<Value> {
    const deadline = performance.now() + MAX_WAIT_MS;
    for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      if (!connection.isOpen) throw new JournalError("closed", "The journal is closed", { file });
      try {
        return run();
      } catch (error) {
        if (isLocked(error) && performance.now() < deadline) {
          await sleep(pause);
          continue;
        }
        onFailure(error);
        throw toJournalError(error, file);
      }
    }
  }

  async function reported(synced: Promise<void>): Promise<void> {
    try {
      await synced;
    } catch (error) {
      throw syncFailure(error, file);
    }
  }
}

function createStatements(connection: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  return {
    sql(text: string): StatementSync {
      const known = prepared.get(text);
      if (known) return known;
      const statement = connection.prepare(text);
      prepared.set(text, statement);
      return statement;
    },
    clear: () => prepared.clear(),
  };
}

function inTransaction<Value>({ connection, sql }: Pick<Database, "connection" | "sql">, run: () => Value): Value {
  sql("BEGIN IMMEDIATE").run();
  try {
    const value = run();
    sql("COMMIT").run();
    return value;
  } catch (error) {
    // A full disk has undone it already.
    if (connection.isTransaction) sql("ROLLBACK").run();
    throw error;
  }
}
