/**
 * Keeps a journal in a SQLite file that several processes may use at once.
 */

import type { Store } from "../store/store.ts";
import { createCheckpointTable, eraseCheckpoints } from "./checkpoint-table.ts";
import { integerIn } from "./columns.ts";
import type { Database } from "./database.ts";
import { appendBatches, eraseRows, readLargeString, readRows, tryToWrite } from "./record-table.ts";
import { createSyncPlan } from "./sync-plan.ts";
import { createTextTable, eraseTexts } from "./text-table.ts";
import { claimSession, describeSession, insertSession, listSessionRows, toSessionRow } from "./session-table.ts";

// A megabyte a step.
const PAGES_A_STEP = 256;
const POLL_MS = 50;

export interface SqliteStoreOptions {
  /**
   * False: a record is acknowledged when it is written, and on the disk some milliseconds later. It survives the death of
   * this process, but not that of the machine in these milliseconds.
   */
  readonly waitsForDisk?: boolean | undefined;
}

export function createSqliteStore(database: Database, { waitsForDisk }: SqliteStoreOptions = {}): Store {
  const { sql, read, write, now } = database;
  const mustSync = createSyncPlan();
  return {
    isShared: false,
    create: (head, options) => write(() => insertSession(database, head, options)),
    claim: (known, hold) => write(() => claimSession(database, known, hold)),
    renew: (leases, leaseMs) =>
      write(() => {
        const renew = sql("UPDATE sessions SET lease_until = ? WHERE number = ? AND epoch = ?");
        return leases.filter(({ key, epoch }) => renew.run(now() + leaseMs, key, epoch).changes === 0);
      }),
    release: (lease) => change(lease, "owner = NULL, lease_until = NULL"),
    show: (lease) => change(lease, "is_hidden = 0"),
    discard: (lease) => change(lease, "id = NULL, is_hidden = 1, owner = NULL, lease_until = NULL"),
    discarded: () =>
      read(() =>
        sql("SELECT number FROM sessions WHERE id IS NULL")
          .all()
          .map((row) => integerIn(row, "number")),
      ),
    erase: (key) =>
      write(() => {
        eraseTexts(database, key);
        eraseCheckpoints(database, key);
        return eraseRows(database, key);
      }),

    find: (sessionId) =>
      read(() => {
        const row = sql("SELECT * FROM sessions WHERE id = ? AND is_hidden = 0").get(sessionId);
        return row && toSessionRow(row, now());
      }),
    list: (query) => read(() => listSessionRows(database, query)),
    held: () =>
      read(() =>
        sql("SELECT * FROM sessions WHERE owner IS NOT NULL")
          .all()
          .map((row) => toSessionRow(row, now())),
      ),
    describe: (key, changes) => write(() => describeSession(database, key, changes)),

    append: (batches, onWritten) =>
      write(() => appendBatches(database, batches), { isSynced: mustSync(batches), waitsForDisk, onWritten }),
    read: (key, range) => read(() => readRows(database, key, range)),
    largeStrings: (hashes) =>
      read(() => {
        const found = hashes.map((hash) => [hash, readLargeString(database, hash)] as const);
        return new Map(found.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
      }),

    texts: createTextTable(database),
    checkpoints: createCheckpointTable(database),

    size: () =>
      read(() => {
        const pageSize = pragma("page_size");
        const pages = pragma("page_count");
        return { usedBytes: (pages - pragma("freelist_count")) * pageSize, totalBytes: pages * pageSize };
      }),
    shrink: () =>
      read(() => {
        database.connection.exec(`PRAGMA incremental_vacuum(${PAGES_A_STEP})`);
        return pragma("freelist_count") === 0;
      }),
    // The file itself becomes smaller, and what was deleted is gone, only when the log has been written back.
    scrub: () => read(() => pragma("wal_checkpoint(TRUNCATE)", "busy") === 0),
    check: () => write(() => tryToWrite(database)),
    watch,
    close: async () => database.close(),
  };

  function change(
    { key, epoch }: { readonly key: number; readonly epoch: number },
    assignments: string,
  ): Promise<void> {
    return write(() => {
      sql(`UPDATE sessions SET ${assignments} WHERE number = ? AND epoch = ?`).run(key, epoch);
    });
  }

  function pragma(name: string, column = name): number {
    const row = sql(`PRAGMA ${name}`).get();
    return row ? integerIn(row, column) : 0;
  }

  function watch(onChange: () => void): Disposable {
    // It changes when another connection has written, and only then.
    let version = pragma("data_version");
    const timer = setInterval(() => {
      if (!database.connection.isOpen) return clearInterval(timer);
      const current = pragma("data_version");
      if (current === version) return;
      version = current;
      onChange();
    }, POLL_MS);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }
}
