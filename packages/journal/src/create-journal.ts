/**
 * A journal on a store: everything that is the same wherever the records are kept.
 */

import { defined } from "@tenon/basis";

import { type Copies, createCopies } from "./copying/copies.ts";
import type { Journal, Repair, SessionFiles } from "./journal.ts";
import { type JournalOptions, settingsFrom } from "./journal-options.ts";
import { createChanges } from "./reading/changes.ts";
import { createCopiedFiles } from "./reading/copied-files.ts";
import { createReading } from "./reading/journal-reading.ts";
import { folder } from "./reading/list-sessions.ts";
import { createLeases } from "./store/leases.ts";
import { measuredStore } from "./store/measured-store.ts";
import { createSessionRows, type SessionRows } from "./store/session-rows.ts";
import type { FileStore, Store } from "./store/store.ts";
import { createScrubber } from "./upkeep/scrubber.ts";
import { eraseSession, vacuum } from "./upkeep/vacuum.ts";
import { createGroupCommit } from "./writing/group-commit.ts";
import { createSessionAccess } from "./writing/session-access.ts";

/** A journal, and what its opener needs to repair it before anyone sees it. */
export interface NewJournal {
  readonly journal: Journal;
  /** Closes what dead writers left unfinished. */
  recover(): Promise<void>;
  readonly begin: Copies["begin"];
  report(repair: Repair): void;
}

export function createJournal(given: Store, options: JournalOptions): NewJournal {
  const store = measuredStore(given, options.telemetry);
  const settings = settingsFrom(options);
  const { now, redaction } = settings;
  const repairs: Repair[] = [];
  const report = (repair: Repair) => void repairs.push(repair);
  const closed = new AbortController();
  const leases = createLeases(store, settings);
  const changes = createChanges(store);
  const commit = createGroupCommit(store, changes.announce);
  const rows = createSessionRows(store, leases, closed.signal);
  const files = createCopiedFiles(store.files, options.files);
  const access = createSessionAccess({ store, leases, changes, commit, rows, files, settings, onRepair: report });
  const copies = createCopies({ store, leases, commit, rows, files, settings, onRepair: report });
  const scrubber = createScrubber(store);
  let closing: Promise<void> | undefined;

  const journal: Journal = {
    repairs,
    now,
    ...createReading({ store, changes, rows, files, redaction, closed: closed.signal }),
    fork: copies.fork,
    import: copies.import,

    async create({ id, cwd, title, ...rest }) {
      rows.ensureOpen();
      const head = { ...rest, ...defined({ title: redacted(title) }), id, cwd: folder(cwd), createdAt: now() };
      const lease = await leases.create(head, { isHidden: false });
      return access.write(await rows.find(id), lease);
    },

    async open(sessionId) {
      const lease = await access.take(sessionId);
      // Only with the lease is its row sure not to change.
      return access.write(await rows.find(sessionId), lease);
    },

    hide: (secrets) => redaction.hide(secrets),

    ...(store.files && { files: filesOf(store.files, rows) }),
    ...(store.machines && { machines: { ...leases.renewals, others: store.machines } }),

    async describe(sessionId, { title, cwd, ...rest }) {
      const { key } = await rows.find(sessionId);
      const changed = { title: redacted(title), cwd: cwd === undefined ? undefined : folder(cwd) };
      await store.describe(key, { ...rest, ...defined(changed) });
    },

    async delete(sessionId) {
      if (!(await rows.findIfAny(sessionId))) return false;
      const lease = await access.take(sessionId);
      await access.discard(lease);
      await eraseSession(store, lease.key);
      await scrubber.scrub();
      return true;
    },

    async vacuum(limits = {}) {
      rows.ensureOpen();
      const { totalBytes: bytesBefore } = await store.size();
      const deleted = await vacuum({ store, leases, discard: access.discard, limits, now: now() });
      await scrubber.scrub();
      const { totalBytes: bytesAfter } = await store.size();
      return { deleted: deleted.map(rows.show), bytesBefore, bytesAfter };
    },

    async check() {
      rows.ensureOpen();
      await store.check();
    },

    close,
    [Symbol.asyncDispose]: close,
  };
  return { journal, recover: access.recover, begin: copies.begin, report };

  function redacted(title: string | undefined): string | undefined {
    return title === undefined ? undefined : redaction.redact(title);
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
}

function filesOf({ put, names, get }: FileStore, rows: SessionRows): SessionFiles {
  const keyOf = async (sessionId: string) => (await rows.find(sessionId)).key;
  return {
    put: async (sessionId, name, content) => put(await keyOf(sessionId), name, content),
    names: async (sessionId) => names(await keyOf(sessionId)),
    get: async (sessionId, name) => get(await keyOf(sessionId), name),
  };
}
