/**
 * A journal on a store: everything that is the same wherever the records are kept.
 */

import type { SessionRedaction } from "@tenon/policy";

import { createChanges } from "./changes.ts";
import { recordLine, sessionLine } from "./export-lines.ts";
import { createGroupCommit } from "./group-commit.ts";
import { importLines } from "./import-lines.ts";
import { withImportMark } from "./import-mark.ts";
import type { Journal, JournalRecord, Repair } from "./journal.ts";
import { JournalError } from "./journal-error.ts";
import { type JournalOptions, settingsFrom } from "./journal-options.ts";
import { createLeases } from "./leases.ts";
import { folder, listSessions } from "./list-sessions.ts";
import { createScrubber } from "./scrubber.ts";
import { createSessionAccess } from "./session-access.ts";
import { beginDraft, fillDraft, type SessionDraft } from "./session-draft.ts";
import type { SessionHead, SessionRow, Store } from "./store.ts";
import { storedRecords } from "./stored-records.ts";
import { tailRecords } from "./tail-records.ts";
import { eraseSession, vacuum } from "./vacuum.ts";

/** A journal, and what its opener needs to put things right before anyone sees it. */
export interface NewJournal {
  readonly journal: Journal;
  /** Closes what dead writers left unfinished. */
  recover(): Promise<void>;
  /** Begins a session that is copied from elsewhere; under a new id if its own is taken. */
  begin(
    head: SessionHead,
    redaction: SessionRedaction | undefined,
  ): Promise<{ readonly id: string; readonly draft: SessionDraft }>;
  report(repair: Repair): void;
}

export function createJournal(store: Store, options: JournalOptions): NewJournal {
  const settings = settingsFrom(options);
  const { now, newId, redaction } = settings;
  const { redact } = redaction;
  const repairs: Repair[] = [];
  const report = (repair: Repair) => void repairs.push(repair);
  const leases = createLeases(store, settings);
  const changes = createChanges(store);
  const commit = createGroupCommit(store, changes.announce);
  const access = createSessionAccess({ store, leases, changes, commit, settings, onRepair: report });
  const scrubber = createScrubber(store);
  const closed = new AbortController();
  let closing: Promise<void> | undefined;

  const journal: Journal = {
    repairs,

    async create({ id, cwd, title, ...rest }) {
      ensureOpen();
      const redactedTitle = title === undefined ? {} : { title: redact(title) };
      const head = { ...rest, ...redactedTitle, id, cwd: folder(cwd), createdAt: now() };
      const lease = await leases.create(head, { isHidden: false });
      return access.write(await find(id), lease);
    },

    async open(sessionId) {
      ensureOpen();
      const lease = await access.take(sessionId);
      // Only now does nobody else change it.
      return access.write(await find(sessionId), lease);
    },

    hide: (secrets) => redaction.hide(secrets),

    async session(sessionId) {
      ensureOpen();
      const row = await store.find(sessionId);
      return row && access.show(row);
    },

    async sessions(query = {}) {
      ensureOpen();
      const { rows, ...page } = await listSessions(store, query);
      return { ...page, sessions: rows.map(access.show) };
    },

    async describe(sessionId, { title, cwd, ...rest }) {
      const { key } = await find(sessionId);
      await store.describe(key, {
        ...rest,
        ...(title !== undefined && { title: redact(title) }),
        ...(cwd !== undefined && { cwd: folder(cwd) }),
      });
    },

    async read(sessionId, { after, before = Infinity, limit = Infinity, from } = {}) {
      const { key, lastSeq } = await find(sessionId);
      const end = Math.min(before, lastSeq + 1);
      // Places have no gaps, so the last ones before a place can be counted back.
      const start = after ?? (before === Infinity ? 0 : Math.max(0, end - 1 - limit));
      const range = { after: start, before: Math.min(end, start + 1 + limit), from };
      const records: JournalRecord[] = [];
      for await (const record of storedRecords(store, key, range)) records.push(record);
      return records;
    },

    async *records(sessionId, { after = 0, before = Infinity, from } = {}) {
      const { key, lastSeq } = await find(sessionId);
      yield* storedRecords(store, key, { after, before: Math.min(before, lastSeq + 1), from });
    },

    async *tail(sessionId, { after = 0, signal }) {
      const row = await find(sessionId);
      yield* tailRecords({ store, changes, row, after, signal: AbortSignal.any([signal, closed.signal]) });
    },

    async fork(sessionId, { at, newId: id }) {
      const { key, cwd, agent, title, additionalDirectories, lastSeq } = await find(sessionId);
      const end = at ?? lastSeq;
      if (end > lastSeq || end < 0) {
        const message = `Session ${sessionId} has ${lastSeq} records; there is no place ${end}`;
        throw new JournalError("PLACE_NOT_FOUND", message, { sessionId, at: end });
      }
      const parent = { sessionId, at: end };
      const folders = additionalDirectories && { additionalDirectories };
      const head = { id, cwd, agent, parent, createdAt: now(), ...(title !== undefined && { title }), ...folders };
      // It was redacted when it was written.
      const draft = await beginDraft({ store, leases, commit, head, redaction: undefined });
      const copied = storedRecords(store, key, { after: 0, before: end + 1 });
      const following = storedRecords(store, key, { after: end, before: lastSeq + 1, from: ["tenon"] });
      await fillDraft(draft, withImportMark(copied, following));
      return access.show(await find(id));
    },

    async delete(sessionId) {
      ensureOpen();
      if (!(await store.find(sessionId))) return false;
      const lease = await access.take(sessionId);
      await access.discard(lease);
      await eraseSession(store, lease.key);
      await scrubber.scrub();
      return true;
    },

    async *export(sessionId) {
      const row = await find(sessionId);
      yield sessionLine(access.show(row));
      const range = { after: 0, before: row.lastSeq + 1 };
      for await (const record of storedRecords(store, row.key, range)) yield recordLine(record);
    },

    async import(lines) {
      ensureOpen();
      const ids = await importLines({ lines, begin: (head) => begin(head, redaction.open()), onRepair: report });
      return Promise.all(ids.map(async (id) => access.show(await find(id))));
    },

    async vacuum(limits = {}) {
      ensureOpen();
      const { totalBytes: bytesBefore } = await store.size();
      const deleted = await vacuum({ store, leases, discard: access.discard, limits, now: now() });
      await scrubber.scrub();
      const { totalBytes: bytesAfter } = await store.size();
      return { deleted: deleted.map(access.show), bytesBefore, bytesAfter };
    },

    async check() {
      ensureOpen();
      await store.check();
    },

    close,
    [Symbol.asyncDispose]: close,
  };
  return { journal, recover: access.recover, begin, report };

  async function begin(head: SessionHead, redaction: SessionRedaction | undefined) {
    const options = { store, leases, commit, redaction };
    try {
      return { id: head.id, draft: await beginDraft({ ...options, head }) };
    } catch (error) {
      if (!(error instanceof JournalError && error.code === "SESSION_EXISTS")) throw error;
      const id = newId();
      return { id, draft: await beginDraft({ ...options, head: { ...head, id } }) };
    }
  }

  function close(): Promise<void> {
    closing ??= (async () => {
      closed.abort();
      await access.closeWriters();
      await commit.settled();
      leases[Symbol.dispose]();
      scrubber[Symbol.dispose]();
      await store.close();
    })();
    return closing;
  }

  async function find(sessionId: string): Promise<SessionRow> {
    ensureOpen();
    return access.find(sessionId);
  }

  function ensureOpen(): void {
    if (closing) throw new JournalError("CLOSED", "The journal is closed");
  }
}
