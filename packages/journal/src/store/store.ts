/**
 * Where a journal keeps what it has. All that memory, SQLite and Postgres do differently; the rest is in the journal.
 *
 * The law: each call is one transaction, and when its promise resolves the change is durable.
 */

import type { LargeString } from "./large-strings.ts";
import type {
  KnownMachine,
  MachineDescription,
  NewRecord,
  NewSession,
  SessionChanges,
  SessionRecord,
} from "../journal.ts";
import type { Owner } from "./owner.ts";

export interface Store {
  /** Several machines use it, so what is known of this machine says nothing about the others. */
  readonly isShared: boolean;

  /** Begins a session and holds it. Undefined if the id is taken. */
  create(head: SessionHead, options: Hold & { readonly isHidden: boolean }): Promise<Lease | undefined>;
  /** Takes the session over, if no other has since `epoch`, and where others share the store only if its lease has run out. */
  claim(known: Lease, hold: Hold & { readonly isHolderGone: boolean }): Promise<Lease | undefined>;
  /**
   * The leases last for as long again, by the clock of the store, and so does what it tells of `machine`. Resolves with the
   * leases that were lost.
   */
  renew(leases: readonly Lease[], leaseMs: number, machine?: MachineDescription): Promise<readonly Lease[]>;
  /** The next three do nothing if the lease was lost. */
  release(lease: Lease): Promise<void>;
  /** Shows a session that was created hidden. */
  show(lease: Lease): Promise<void>;
  /** Takes a session out of sight for good and lets go of it; its id is free. */
  discard(lease: Lease): Promise<void>;
  /** Discarded sessions that are still there. */
  discarded(): Promise<readonly number[]>;
  /** Removes a piece of a discarded session. True when nothing is left. */
  erase(key: number): Promise<boolean>;

  find(sessionId: string): Promise<SessionRow | undefined>;
  list(query: RowQuery): Promise<readonly SessionRow[]>;
  /** All that have a holder, alive or dead; hidden ones too. */
  held(): Promise<readonly SessionRow[]>;
  /** Rejects with `lease_lost` if this process has held the session, and another one does now. */
  describe(key: number, changes: SessionChanges): Promise<void>;

  /**
   * All batches or, when it rejects, none. For each the sequence number of its last record, or undefined if its lease was lost.
   * A store may call `onWritten` when they survive the end of this process, and not yet that of the machine.
   */
  append(batches: readonly Batch[], onWritten?: (seqs: Appended) => void): Promise<Appended>;
  /** In order: those after and before these sequence numbers, at most `limit`. */
  read(key: number, range: RowRange): Promise<readonly StoredRecord[]>;
  largeStrings(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** Full-text search. A store without it finds nothing. */
  readonly texts?: TextIndex;

  /** Files of sessions; absent from a store whose sessions stay on one machine, which has a disk for them. */
  readonly files?: FileStore;

  readonly checkpoints: CheckpointTable;

  /** The other machines that use it, as of the last renewal of this one; absent from a store of one machine. */
  readonly machines?: () => readonly KnownMachine[];

  /** What is stored, and what it takes on disk. */
  size(): Promise<{ readonly usedBytes: number; readonly totalBytes: number }>;
  /** Gives some free space back. True when there is no more. */
  shrink(): Promise<boolean>;
  /** Overwrites what is left of erased records outside the tables. False if a reader is in the way: try again. */
  scrub(): Promise<boolean>;
  /** Rejects if nothing can be written. */
  check(): Promise<void>;
  /**
   * Calls when another process may have written something: with the sessions, or without if they are not known. Dispose the
   * result to stop.
   */
  watch(onChange: (changed?: readonly ChangedSession[]) => void): Disposable;
  close(): Promise<void>;
}

export type Appended = readonly (number | undefined)[];

/** Deleted with their session. */
export interface FileStore {
  /** Replaces one of the same name. Rejects with `lease_lost` if another process has the session. */
  put(key: number, name: string, content: Uint8Array): Promise<void>;
  names(key: number): Promise<readonly string[]>;
  get(key: number, name: string): Promise<Uint8Array | undefined>;
}

/** What people read of sessions, for search. It is made from records, and may be behind them. */
export interface TextIndex {
  /** Sessions with records that it has not seen, the newest first. */
  behind(limit: number): Promise<readonly IndexedSession[]>;
  /** Replaces what it has of a session after `after`; it has seen the records up to `seen`. */
  put(
    key: number,
    texts: readonly IndexedText[],
    range: { readonly after: number; readonly next: number; readonly seen: number },
  ): Promise<void>;
  /** Texts with all of the words, wherever they are in them; the newest first. */
  find(query: TextQuery): Promise<readonly TextHit[]>;
}

/** Where the fold of sessions can begin. They are made from records, and go with their session. */
export interface CheckpointTable {
  /** The last one of this format at or before a record. */
  last(key: number, query: { readonly seq: number; readonly format: number }): Promise<StoredCheckpoint | undefined>;
  /** One that is there already may be replaced. */
  put(key: number, checkpoints: readonly StoredCheckpoint[]): Promise<void>;
}

export interface StoredCheckpoint {
  readonly seq: number;
  /** Of the text: versions of Tenon read only their own. */
  readonly format: number;
  readonly text: string;
}

export interface IndexedSession {
  readonly key: number;
  /** Texts after this record have to be made again: they may not have been complete. */
  readonly next: number;
  readonly lastSeq: number;
}

export interface IndexedText {
  /** The first record that it was made from. */
  readonly seq: number;
  readonly text: string;
}

export interface TextQuery {
  readonly words: readonly string[];
  readonly limit: number;
  readonly sessionIds?: readonly string[] | undefined;
}

export interface TextHit extends IndexedText {
  readonly sessionId: string;
}

/** The right to write a session: good until another process claims it. */
export interface Lease {
  readonly key: number;
  readonly epoch: number;
}

export interface Hold {
  readonly owner: Owner;
  /** From now on, by the clock of the store: those of several machines differ. */
  readonly leaseMs: number;
}

export interface Holder {
  readonly owner: Owner;
  /** It was not renewed in time. */
  readonly isExpired: boolean;
}

export interface ChangedSession {
  readonly key: number;
  readonly id: string;
}

export type SessionHead = NewSession & Pick<SessionRecord, "createdAt" | "parent">;

export interface SessionRow extends Omit<SessionRecord, "isLive">, Lease {
  readonly holder?: Holder;
  readonly hasOpenWork: boolean;
  readonly isHidden: boolean;
}

export interface RowQuery {
  readonly order: "newest" | "oldest";
  readonly limit: number;
  /** Beyond this one, in that order. */
  readonly beyond?: { readonly updatedAt: number; readonly key: number };
  readonly cwd?: string;
  readonly agent?: string;
  readonly agentSessionId?: string;
  /** In lower case. */
  readonly title?: string;
  readonly isArchived?: boolean;
  readonly since?: number;
  readonly until?: number;
  readonly isUsed?: boolean;
}

export interface RowRange {
  readonly after: number;
  readonly before: number;
  readonly limit: number;
  readonly from?: readonly NewRecord["from"][] | undefined;
  /** Records from before kinds were stored are among them, whatever they are. */
  readonly kinds?: ReadonlySet<string> | undefined;
}

export interface Batch {
  readonly lease: Lease;
  readonly records: readonly RecordToStore[];
  /** After these records a turn or a tool call is unfinished. */
  readonly hasOpenWork: boolean;
  /** A prompt is among these records, or was among earlier ones. */
  readonly hasPrompt: boolean;
}

export interface RecordToStore {
  readonly from: NewRecord["from"];
  readonly at: number;
  readonly kind: string;
  /** With marks in place of `largeStrings`, if there are any. */
  readonly text: string;
  readonly largeStrings: readonly LargeString[];
}

export interface StoredRecord {
  readonly seq: number;
  readonly from: NewRecord["from"];
  readonly at: number;
  readonly text: string;
  /** Undefined if it was stored before kinds were. */
  readonly kind: string | undefined;
  /** The text has marks. */
  readonly isCut: boolean;
}
