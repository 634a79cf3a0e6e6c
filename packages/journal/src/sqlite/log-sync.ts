/**
 * Waits until what was committed is on the disk, without blocking the event loop: SQLite only writes its log
 * (`synchronous = NORMAL` in WAL mode syncs when it checkpoints), and one of Node's threads syncs that file.
 *
 * Opening a second descriptor of the log is safe: SQLite holds no POSIX lock on it, which closing would release.
 */

import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

export type SyncFile = (descriptor: number) => Promise<void>;

export interface LogSync {
  /** Resolves when everything committed before the call is on the disk. Calls made during a sync share the next one. */
  synced(): Promise<void>;
  /** The same, begun some milliseconds later: a commit made during a sync is slower, and most of those share one so. */
  syncedSoon(): Promise<void>;
  /** Syncs that were asked for before are completed. */
  close(): void;
}

const SOON_MS = 5;

/** The log must exist, so the database must have been read. */
export function createLogSync(file: string, syncFile: SyncFile = promisify(fdatasync)): LogSync {
  // Windows syncs only what is open for writing.
  const descriptor = openSync(`${file}-wal`, "r+");
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let soon: { readonly done: Promise<void>; begin(): void } | undefined;
  let isClosed = false;
  return {
    async synced() {
      if (isClosed) throw new Error("The log was closed before it was synced");
      await sync();
    },
    async syncedSoon() {
      if (isClosed) throw new Error("The log was closed before it was synced");
      await (soon ??= startSoon()).done;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      soon?.begin();
      const last = next ?? running;
      if (last) void last.catch(() => {}).then(release); // reported to those who wait for it
      else release();
    },
  };

  function sync(): Promise<void> {
    return running ? (next ??= running.then(start)) : start();
  }

  function startSoon(): NonNullable<typeof soon> {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(begin, SOON_MS);
    return { done, begin };

    function begin(): void {
      clearTimeout(timer);
      soon = undefined;
      resolve(sync());
    }
  }

  function start(): Promise<void> {
    next = undefined;
    // Stays set after a failure: the system may have dropped what it could not write, so that a later sync would succeed
    // without it. Nothing more is acknowledged until the journal is opened again.
    running = syncFile(descriptor).then(() => void (running = undefined));
    return running;
  }

  function release(): void {
    closeSync(descriptor);
  }
}
