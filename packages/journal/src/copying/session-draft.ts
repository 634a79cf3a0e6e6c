/**
 * A session that is being copied together, from another one, from an export or from a damaged file.
 *
 * The law: it is invisible until it is whole, and its history ends with nothing unfinished.
 */

import type { SessionRedaction } from "@tenon/policy";

import type { CopiedFile, CopiedFiles } from "../reading/copied-files.ts";
import type { GroupCommit } from "../writing/group-commit.ts";
import type { Leases } from "../store/leases.ts";
import { createRecordWriter, type KnownRecord } from "../writing/record-writer.ts";
import type { SessionHead, Store } from "../store/store.ts";

export type DraftRecord = KnownRecord & { readonly at: number };

export interface SessionDraft {
  add(record: DraftRecord): Promise<void>;
  addFile(file: CopiedFile): Promise<void>;
  /** Shows it. */
  finish(): Promise<void>;
  /** Takes it back. */
  abandon(): Promise<void>;
}

export interface DraftOptions {
  readonly store: Store;
  readonly leases: Leases;
  readonly commit: GroupCommit;
  readonly files: Pick<CopiedFiles, "put" | "discard">;
  readonly head: SessionHead;
  /** Undefined for records that were redacted when they were first written. */
  readonly redaction: SessionRedaction | undefined;
}

const AT_ONCE = { records: 100, characters: 262_144 };

/** Rejects with `session_exists`. */
export async function beginDraft(options: DraftOptions): Promise<SessionDraft> {
  const { store, leases, commit, files, head, redaction } = options;
  const lease = await leases.create(head, { isHidden: true });
  const records = createRecordWriter({ commit, lease, redaction, now: () => head.createdAt });
  let waiting: KnownRecord[] = [];
  let characters = 0;
  let lastAt = head.createdAt;
  const place = { key: lease.key, id: head.id };
  const names = new Set<string>();
  return {
    async add(record) {
      lastAt = record.at;
      waiting.push(record);
      characters += record.text.length;
      if (waiting.length >= AT_ONCE.records || characters >= AT_ONCE.characters) await flush();
    },
    async addFile(file) {
      names.add(file.name);
      await files.put(place, file);
    },
    async finish() {
      await flush();
      await records.flush();
      if (records.hasOpenWork) await records.interrupt(lastAt);
      await store.show(lease);
      await leases.release(lease);
    },
    async abandon() {
      leases.drop(lease);
      await store.discard(lease);
      await files.discard(place, names);
    },
  };

  async function flush() {
    const batch = waiting;
    waiting = [];
    characters = 0;
    if (batch.length > 0) await records.write(batch);
  }
}

/** Copies the records into it and finishes it, or leaves nothing behind. */
export async function fillDraft(
  draft: SessionDraft,
  records: AsyncIterable<DraftRecord> | Iterable<DraftRecord>,
  files: AsyncIterable<CopiedFile> | Iterable<CopiedFile> = [],
): Promise<void> {
  try {
    for await (const record of records) await draft.add(record);
    for await (const file of files) await draft.addFile(file);
    await draft.finish();
  } catch (error) {
    await draft.abandon();
    throw error;
  }
}
