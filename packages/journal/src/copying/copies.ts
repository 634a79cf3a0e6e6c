/**
 * Sessions that are made of others: forks, imports, and what is saved of a damaged file.
 */

import { defined } from "@tenon/basis";
import type { SessionRedaction } from "@tenon/policy";

import type { Journal, Repair } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import type { JournalSettings } from "../journal-options.ts";
import type { CopiedFiles } from "../reading/copied-files.ts";
import { storedRecords } from "../reading/stored-records.ts";
import type { Leases } from "../store/leases.ts";
import type { SessionRows } from "../store/session-rows.ts";
import type { SessionHead, Store } from "../store/store.ts";
import type { GroupCommit } from "../writing/group-commit.ts";
import { importLines } from "./import-lines.ts";
import { withImportMark } from "./import-mark.ts";
import { beginDraft, fillDraft, type SessionDraft } from "./session-draft.ts";

export interface CopyOptions {
  readonly store: Store;
  readonly leases: Leases;
  readonly commit: GroupCommit;
  readonly rows: SessionRows;
  readonly files: CopiedFiles;
  readonly settings: JournalSettings;
  readonly onRepair: (repair: Repair) => void;
}

export interface Copies extends Pick<Journal, "fork" | "import"> {
  /** Begins a session that is copied from elsewhere; under a new id if its own is taken. */
  begin(
    head: SessionHead,
    redaction: SessionRedaction | undefined,
  ): Promise<{ readonly id: string; readonly draft: SessionDraft }>;
}

export function createCopies({ store, leases, commit, rows, files, settings, onRepair }: CopyOptions): Copies {
  const { now, newId, redaction } = settings;
  return {
    async fork(sessionId, { at, newId: id }) {
      const { key, cwd, agent, title, additionalDirectories, lastSeq } = await rows.find(sessionId);
      const end = at ?? lastSeq;
      if (end > lastSeq || end < 0) {
        const message = `Session ${sessionId} has ${lastSeq} records; there is no record ${end}`;
        throw new JournalError("record_not_found", message, { sessionId, at: end });
      }
      const parent = { sessionId, at: end };
      const head = { id, cwd, agent, parent, createdAt: now(), ...defined({ title, additionalDirectories }) };
      // It was redacted when it was written.
      const draft = await beginDraft({ store, leases, commit, files, head, redaction: undefined });
      const copied = storedRecords(store, key, { after: 0, before: end + 1 });
      const following = storedRecords(store, key, { after: end, before: lastSeq + 1, from: ["tenon"] });
      // Its history names them, and those of its parent go with that.
      await fillDraft(draft, withImportMark(copied, following), files.of({ key, id: sessionId }));
      return rows.show(await rows.find(id));
    },

    async import(lines) {
      rows.ensureOpen();
      const ids = await importLines({ lines, begin: (head) => begin(head, redaction.open()), onRepair });
      return Promise.all(ids.map(async (id) => rows.show(await rows.find(id))));
    },

    begin,
  };

  async function begin(head: SessionHead, sessionRedaction: SessionRedaction | undefined) {
    const options = { store, leases, commit, files, redaction: sessionRedaction };
    try {
      return { id: head.id, draft: await beginDraft({ ...options, head }) };
    } catch (error) {
      if (!(error instanceof JournalError && error.code === "session_exists")) throw error;
      const id = newId();
      return { id, draft: await beginDraft({ ...options, head: { ...head, id } }) };
    }
  }
}
