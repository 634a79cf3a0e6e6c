/**
 * What a journal is asked without changing it: its sessions, and their records.
 */

import type { RecordRedaction } from "@tenon/policy";

import type { Journal, JournalRecord } from "../journal.ts";
import type { Store } from "../store/store.ts";
import type { SessionRows } from "../store/session-rows.ts";
import type { Changes } from "./changes.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { type CopiedFiles, redactedFile } from "./copied-files.ts";
import { fileLine, recordLine, sessionLine } from "./export-lines.ts";
import { listSessions } from "./list-sessions.ts";
import { searchTexts } from "./search-texts.ts";
import { storedRecords } from "./stored-records.ts";
import { tailRecords } from "./tail-records.ts";

export interface ReadingOptions {
  readonly store: Store;
  readonly changes: Changes;
  readonly rows: SessionRows;
  readonly closed: AbortSignal;
  readonly files: CopiedFiles;
  readonly redaction: RecordRedaction;
}

export type JournalReading = Pick<
  Journal,
  "session" | "sessions" | "search" | "read" | "records" | "checkpoint" | "tail" | "changes" | "export"
>;

export function createReading({ store, changes, rows, closed, files, redaction }: ReadingOptions): JournalReading {
  const checkpoints = createCheckpoints(store);
  return {
    async session(sessionId) {
      const row = await rows.findIfAny(sessionId);
      return row && rows.show(row);
    },

    async sessions(query = {}) {
      rows.ensureOpen();
      const { rows: found, ...page } = await listSessions(store, query);
      return { ...page, sessions: found.map(rows.show) };
    },

    async search(query) {
      rows.ensureOpen();
      return await searchTexts(store, query, closed);
    },

    async read(sessionId, { after, before = Infinity, limit = Infinity, from, kinds } = {}) {
      const { key, lastSeq } = await rows.find(sessionId);
      const end = Math.min(before, lastSeq + 1);
      // Sequence numbers have no gaps, so the last ones before one can be counted back.
      const start = after ?? (before === Infinity ? 0 : Math.max(0, end - 1 - limit));
      const range = { after: start, before: Math.min(end, start + 1 + limit), from, kinds: kinds && new Set(kinds) };
      const records: JournalRecord[] = [];
      for await (const record of storedRecords(store, key, range)) records.push(record);
      return records;
    },

    async *records(sessionId, { after = 0, before = Infinity, from, kinds } = {}) {
      const { key, lastSeq } = await rows.find(sessionId);
      const range = { after, before: Math.min(before, lastSeq + 1), from, kinds: kinds && new Set(kinds) };
      yield* storedRecords(store, key, range);
    },

    async checkpoint(sessionId, query) {
      return await checkpoints.find(await rows.find(sessionId), query);
    },

    async *tail(sessionId, { after = 0, signal }) {
      const row = await rows.find(sessionId);
      yield* tailRecords({ store, changes, row, after, signal: AbortSignal.any([signal, closed]) });
    },

    async *changes(signal) {
      rows.ensureOpen();
      yield* changes.others(AbortSignal.any([signal, closed]));
    },

    async *export(sessionId) {
      const row = await rows.find(sessionId);
      yield sessionLine(rows.show(row));
      for await (const record of storedRecords(store, row.key, { after: 0, before: row.lastSeq + 1 })) {
        yield recordLine(record);
      }
      for await (const file of files.of(row)) yield fileLine(await redactedFile(file, redaction));
    },
  };
}
