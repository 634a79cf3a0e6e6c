/**
 * How a journal finds its sessions, takes them for writing, and takes over from writers that died.
 */

import type { Changes } from "./changes.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Repair, SessionRecord, SessionWriter } from "./journal.ts";
import { JournalError } from "./journal-error.ts";
import type { JournalSettings } from "./journal-options.ts";
import type { Leases } from "./leases.ts";
import { createRecordWriter } from "./record-writer.ts";
import { createSessionWriter } from "./session-writer.ts";
import type { Lease, SessionRow, Store } from "./store.ts";

export interface SessionAccess {
  /** Rejects with `SESSION_NOT_FOUND`. */
  find(sessionId: string): Promise<SessionRow>;
  /** Rejects with `SESSION_NOT_FOUND` or `SESSION_BUSY`. */
  take(sessionId: string): Promise<Lease>;
  /** Begins to write, and first closes what was left unfinished. */
  write(row: SessionRow, lease: Lease): Promise<SessionWriter>;
  /** Takes it out of sight; its records have still to be erased. */
  discard(lease: Lease): Promise<void>;
  /** Closes what dead writers left unfinished. */
  recover(): Promise<void>;
  closeWriters(): Promise<void>;
  /** As the world sees it. */
  show(row: SessionRow): SessionRecord;
}

export interface SessionAccessOptions {
  readonly store: Store;
  readonly leases: Leases;
  readonly changes: Changes;
  readonly commit: GroupCommit;
  readonly settings: JournalSettings;
  readonly onRepair: (repair: Repair) => void;
}

export function createSessionAccess(options: SessionAccessOptions): SessionAccess {
  const { store, leases, changes, commit, settings, onRepair } = options;
  const { now, redaction } = settings;
  const writers = new Set<SessionWriter>();
  return { find, take, write, discard, recover, closeWriters, show };

  async function find(sessionId: string): Promise<SessionRow> {
    const row = await store.find(sessionId);
    if (row) return row;
    throw new JournalError("SESSION_NOT_FOUND", `There is no session ${sessionId}`, { sessionId });
  }

  async function take(sessionId: string): Promise<Lease> {
    for (;;) {
      const row = await find(sessionId);
      if (leases.isHeld(row)) throw busy(row);
      const lease = await leases.take(row);
      if (lease) return lease;
    }
  }

  async function write(row: SessionRow, lease: Lease): Promise<SessionWriter> {
    const records = createRecordWriter({ commit, lease, now, redaction: redaction.open() });
    let { lastSeq } = row;
    if (row.hasOpenWork) {
      try {
        lastSeq = await records.interrupt(now());
      } catch (error) {
        await leases.release(lease);
        throw error;
      }
      const what = "The session ended in the middle of a turn; the turn was closed as interrupted";
      onRepair({ what, sessionId: row.id });
    }
    const writer = createSessionWriter({
      session: { ...show(row), lastSeq, isLive: true },
      records,
      now,
      async release() {
        writers.delete(writer);
        await leases.release(lease);
      },
    });
    writers.add(writer);
    return writer;
  }

  async function discard(lease: Lease): Promise<void> {
    leases.drop(lease);
    await store.discard(lease);
    changes.announce([lease.key]);
  }

  async function recover(): Promise<void> {
    for (const row of await store.held()) {
      if (leases.mayHaveWriter(row)) continue;
      try {
        const lease = await leases.take(row);
        if (lease && row.isHidden) await discard(lease);
        else if (lease) await (await write(row, lease)).close();
      } catch (error) {
        // A full disk must not keep anyone from reading. It is done when the session is opened.
        if (!(error instanceof JournalError && error.code === "DISK_FULL")) throw error;
      }
    }
  }

  async function closeWriters(): Promise<void> {
    await Promise.all([...writers].map((writer) => writer.close()));
  }

  function show(row: SessionRow): SessionRecord {
    const { key: _key, epoch: _epoch, holder: _holder, hasOpenWork: _open, isHidden: _hidden, ...session } = row;
    return { ...session, isLive: leases.isHeld(row) };
  }
}

function busy({ id, holder }: SessionRow): JournalError {
  const { pid, host } = holder?.owner ?? {};
  return new JournalError("SESSION_BUSY", `Session ${id} is open for writing in process ${pid} on ${host}`, {
    sessionId: id,
    ...(pid !== undefined && { pid }),
    ...(host !== undefined && { host }),
  });
}
