/**
 * How a journal finds its sessions, takes them for writing, and takes over from writers that died.
 */

import { defined } from "@tenon/basis";

import type { Changes } from "../reading/changes.ts";
import type { CopiedFiles } from "../reading/copied-files.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Repair, SessionWriter } from "../journal.ts";
import { JournalError, type JournalErrorCode } from "../journal-error.ts";
import type { JournalSettings } from "../journal-options.ts";
import type { Leases } from "../store/leases.ts";
import { createRecordWriter, type RecordWriter } from "./record-writer.ts";
import { createSessionWriter } from "./session-writer.ts";
import type { SessionRows } from "../store/session-rows.ts";
import type { Lease, SessionRow, Store } from "../store/store.ts";

export interface SessionAccess {
  /** Rejects with `session_not_found` or `session_busy`. */
  take(sessionId: string): Promise<Lease>;
  /** Begins to write, and first closes what was left unfinished. */
  write(row: SessionRow, lease: Lease): Promise<SessionWriter>;
  /** Takes it out of sight; its records have still to be erased. */
  discard(lease: Lease): Promise<void>;
  /** Closes what dead writers left unfinished. */
  recover(): Promise<void>;
  closeWriters(): Promise<void>;
}

export interface SessionAccessOptions {
  readonly store: Store;
  readonly leases: Leases;
  readonly changes: Changes;
  readonly commit: GroupCommit;
  readonly rows: SessionRows;
  readonly files: Pick<CopiedFiles, "discard">;
  readonly settings: JournalSettings;
  readonly onRepair: (repair: Repair) => void;
}

export function createSessionAccess(options: SessionAccessOptions): SessionAccess {
  const { store, leases, changes, rows, files, settings } = options;
  const { now, redaction } = settings;
  const writers = new Set<SessionWriter>();
  return { take: (sessionId) => take(options, sessionId), write, discard, recover, closeWriters };

  async function write(row: SessionRow, lease: Lease): Promise<SessionWriter> {
    const records = createRecordWriter({
      commit: fencedCommit(options, lease),
      lease,
      now,
      redaction: redaction.open(),
    });
    const lastSeq = row.hasOpenWork ? await interrupt(options, row, records, lease) : row.lastSeq;
    const writer = createSessionWriter({
      session: { ...rows.show(row), lastSeq, isLive: true },
      records,
      now,
      lost: leases.lostSignal(lease),
      expire: leases.expire,
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
    const left = (await store.held()).filter((row) => !leases.mayHaveWriter(row)).values();
    // A store elsewhere takes its time for each statement, and a machine may have left thousands of sessions.
    await Promise.all(Array.from({ length: store.isShared ? AT_ONCE : 1 }, () => recoverAll(left)));
  }

  async function recoverAll(rows: Iterable<SessionRow>): Promise<void> {
    for (const row of rows) {
      try {
        const lease = await leases.take(row);
        if (lease && row.isHidden) await abandon(row, lease);
        else if (lease) await (await write(row, lease)).close();
      } catch (error) {
        // A full disk, or one session, must not keep anyone from reading. It is done when the session is opened.
        if (!ONLY_THIS.some((code) => isCode(error, code))) throw error;
      }
    }
  }

  /** A copy that was cut off. Its files go first: by its id, which is free after that, no one else has any yet. */
  async function abandon({ key, id }: SessionRow, lease: Lease): Promise<void> {
    // A file that cannot be removed must not keep anyone from reading.
    await files.discard({ key, id }).catch(() => {});
    await discard(lease);
  }

  async function closeWriters(): Promise<void> {
    await Promise.all([...writers].map((writer) => writer.close()));
  }
}

const AT_ONCE = 16;
const ONLY_THIS: readonly JournalErrorCode[] = ["disk_full", "lease_lost", "store_failed"];

async function take({ rows, leases }: SessionAccessOptions, sessionId: string): Promise<Lease> {
  for (;;) {
    const row = await rows.find(sessionId);
    if (leases.isHeld(row)) throw busy(row);
    const lease = await leases.take(row);
    if (lease) return lease;
  }
}

/** Closes what the last writer left unfinished. */
async function interrupt(
  { leases, settings, onRepair }: SessionAccessOptions,
  { id }: SessionRow,
  records: RecordWriter,
  lease: Lease,
): Promise<number> {
  const lastSeq = await records.interrupt(settings.now()).catch(async (error: unknown) => {
    await leases.release(lease);
    throw error;
  });
  const what = "The session ended in the middle of a turn; the turn was closed as interrupted";
  onRepair({ what, sessionId: id });
  return lastSeq;
}

/**
 * A record whose commit was not answered may have been stored or not. Going on, this process would count the next ones
 * wrongly, and its readers would miss that one; so the session is given up, and the next to open it reads what is there.
 */
function fencedCommit({ store, leases, commit }: SessionAccessOptions, lease: Lease): GroupCommit {
  return {
    ...commit,
    async add(batch) {
      try {
        return await commit.add(batch);
      } catch (error) {
        if (isCode(error, "lease_lost") || (store.isShared && isCode(error, "store_unreachable"))) leases.lose(lease);
        throw error;
      }
    },
  };
}

function isCode(error: unknown, code: JournalErrorCode): boolean {
  return error instanceof JournalError && error.code === code;
}

function busy({ id, holder }: SessionRow): JournalError {
  const { pid, host } = holder?.owner ?? {};
  return new JournalError("session_busy", `Session ${id} is open for writing in process ${pid} on ${host}`, {
    sessionId: id,
    ...defined({ pid, host }),
  });
}
