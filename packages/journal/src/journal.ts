/**
 * The durable record of sessions: append-only, ordered within each session.
 *
 * The law: what `append` has resolved for is there after a crash at any moment, in the order in which it was given.
 */

import type { Checkpoint, RecordSource } from "@tenon/timeline";

export interface Journal extends AsyncDisposable {
  /** What had to be repaired, when it was opened or later. */
  readonly repairs: readonly Repair[];

  /**
   * Milliseconds since 1970 by the clock that the times of records go by: that of the store, where several machines share it.
   */
  readonly now: () => number;

  /** Begins a session, and opens it for writing. Rejects with `session_exists`. */
  create(session: NewSession): Promise<SessionWriter>;
  /**
   * Opens a session for writing. A session has one writer at a time: rejects with `session_busy` while another one lives,
   * here or in another process, and with `session_not_found`. What a writer that died left unfinished is closed first.
   */
  open(sessionId: string): Promise<SessionWriter>;

  /** From now on these values are in nothing that is written, in no session. */
  hide(secrets: Iterable<string>): void;

  /** Files that belong to sessions. Absent where sessions stay on one machine, which has a disk for them. */
  readonly files?: SessionFiles;

  /** The machines that share the journal. Absent where there is only one. */
  readonly machines?: MachineRegistry;

  session(sessionId: string): Promise<SessionRecord | undefined>;
  /** The newest first. */
  sessions(query?: SessionQuery): Promise<SessionPage>;
  describe(sessionId: string, changes: SessionChanges): Promise<void>;
  /** What people read in sessions, by words: prompts, answers, thoughts, tool calls with their results. The newest first. */
  search(query: SearchQuery): Promise<SearchResult>;

  /** Records in order: from the first on, after a sequence number, or the last ones before one. */
  read(sessionId: string, range?: ReadRange): Promise<readonly JournalRecord[]>;
  /** The same for a session of any length: a page at a time, up to where it is when this is called. */
  records(sessionId: string, range?: Omit<ReadRange, "limit">): AsyncIterable<JournalRecord>;
  /**
   * The last place with this many records after it where the fold of the session can begin; undefined if that is its first
   * record. The first time for a session, all of it is read; after that, what is new.
   */
  checkpoint(sessionId: string, query: CheckpointQuery): Promise<Checkpoint | undefined>;
  /**
   * Everything after a sequence number, then what is written later, here or in another process. Ends when the signal aborts, the
   * session is deleted or the journal is closed.
   */
  tail(
    sessionId: string,
    options: { readonly after?: number; readonly signal: AbortSignal },
  ): AsyncIterable<JournalRecord>;

  /**
   * The ids of sessions that another process has begun, written, described or deleted, in a journal that several machines
   * share. Ends when the signal aborts or the journal is closed.
   */
  changes(signal: AbortSignal): AsyncIterable<string>;

  /** A new session with the records up to and including `at`, closed as a history must be. */
  fork(sessionId: string, options: { readonly at?: number; readonly newId: string }): Promise<SessionRecord>;
  /** False if there was no such session. Rejects with `session_busy` while it has a writer. */
  delete(sessionId: string): Promise<boolean>;

  /** JSON Lines: one line for the session, then one for each record. Without the line breaks. */
  export(sessionId: string): AsyncIterable<string>;
  /**
   * Lines as `export` gives them, of one or more sessions. A session that is there already gets a new id. A line that
   * cannot be read is left out and named in `repairs`; rejects with `bad_export` if it does not begin as an export.
   */
  import(lines: AsyncIterable<string> | Iterable<string>): Promise<readonly SessionRecord[]>;

  /** Deletes what is over the limits, oldest sessions first and never one with a writer, and gives the space back. */
  vacuum(limits?: VacuumLimits): Promise<VacuumReport>;
  /** Writes a little and takes it back. Rejects as `append` would, if nothing can be written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** They are deleted with their session. All reject with `session_not_found`. */
export interface SessionFiles {
  /** Replaces one of the same name. */
  put(sessionId: string, name: string, content: Uint8Array): Promise<void>;
  names(sessionId: string): Promise<readonly string[]>;
  get(sessionId: string, name: string): Promise<Uint8Array | undefined>;
}

/** What machines that share a journal know of each other. It is renewed with the leases of their sessions, in one statement. */
export interface MachineRegistry {
  /** From now on the others know this machine, as `describe` has it at each renewal. Undefined: not yet. */
  join(describe: () => MachineDescription | undefined): void;
  /** Renews now, so that the others hear of a change with their next renewal. */
  announce(): Promise<void>;
  /** As of the last renewal. One that was not heard of for a week is forgotten. */
  others(): readonly KnownMachine[];
}

/** Anything that is JSON. Versions of Tenon that run side by side may tell different things. */
export interface MachineDescription {
  /** Where the others reach it. */
  readonly address: string;
  readonly [fact: string]: unknown;
}

export interface KnownMachine {
  readonly description: MachineDescription;
  /** It has renewed within the time of a lease. */
  readonly isUp: boolean;
}

/**
 * One session, open for writing. Closing it lets others write, and closes a turn that is unfinished as interrupted; it may
 * be closed twice.
 */
export interface SessionWriter extends AsyncDisposable {
  readonly session: SessionRecord;
  /** It was not closed, by any of those who have it. */
  readonly isOpen: boolean;
  /**
   * Aborts when another machine has taken the session over, or may do so soon because the lease could not be renewed. Nothing
   * is written from then on: end what works for the session at once.
   */
  readonly lost: AbortSignal;
  /**
   * False from then on. It looks at the clock: a process that was stopped and goes on may get to work before `lost` aborts. To
   * be asked before what must not be done twice.
   */
  readonly isHeld: boolean;
  /**
   * Resolves with the sequence number of the last record when all of them are written and survive the end of this process. They
   * survive that of the machine too, but for at most the last quarter of a second of an answer that is being streamed and of messages
   * of MCP servers, and for an approval (`PERMITTED`) of the last milliseconds. Concurrent appends are group-committed in order. Rejects with `lease_lost`
   * if the session was taken over meanwhile.
   */
  append(...records: readonly NewRecord[]): Promise<number>;
  /**
   * Nothing more is written, and no other process can open the session before `close`: what works for it here has until then to
   * end. `reason` is kept with a turn that this interrupts.
   */
  leave(reason?: string): Promise<void>;
  /** Leaves it, if that was not done, and lets others open it. */
  close(reason?: string): Promise<void>;
}

export interface SearchQuery {
  /** Words that must all be there, in any order and case, also within longer words. */
  readonly text: string;
  /** Only in these. */
  readonly sessionIds?: readonly string[] | undefined;
  /** Defaults to 50. */
  readonly limit?: number;
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** False if sessions are still being indexed: the same search finds more later. */
  readonly isComplete: boolean;
}

export interface SearchHit {
  readonly sessionId: string;
  /** The first record of the entry. */
  readonly seq: number;
  /** The words around the first one that was found. */
  readonly excerpt: string;
}

export interface NewSession {
  /** Unique in the journal. */
  readonly id: string;
  /** The folder of the session; absolute. */
  readonly cwd: string;
  /** Who answers: a preset's name or a command line. */
  readonly agent: string;
  /** The id by which the agent knows the session, if it is not `id`. */
  readonly agentSessionId?: string;
  readonly title?: string;
  /** The folders besides `cwd`; absolute. */
  readonly additionalDirectories?: readonly string[];
  /** Kept, but out of the way. */
  readonly isArchived?: boolean;
}

export interface SessionRecord extends NewSession {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How many records it has: the sequence number of the last one. */
  readonly lastSeq: number;
  /** Where it was forked from. */
  readonly parent?: { readonly sessionId: string; readonly at: number };
  /** A writer has it open. */
  readonly isLive: boolean;
  /** Where the process is reached that has it open, if other machines can reach it. */
  readonly heldAt?: string;
}

export type SessionChanges = Partial<
  Pick<SessionRecord, "title" | "agentSessionId" | "cwd" | "additionalDirectories" | "isArchived">
>;

export interface SessionQuery {
  readonly cwd?: string;
  readonly agent?: string;
  readonly agentSessionId?: string;
  /** In the title, in any case. */
  readonly title?: string;
  /** Only those that are archived, or only those that are not. */
  readonly isArchived?: boolean;
  /** Last written in this time, in milliseconds since 1970. */
  readonly since?: number;
  readonly until?: number;
  /** Only those that were prompted, or are open for writing: an editor opens sessions that are never used. */
  readonly isUsed?: boolean;
  readonly limit?: number;
  /** From an earlier page. */
  readonly cursor?: string;
}

export interface SessionPage {
  readonly sessions: readonly SessionRecord[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** A message of the wire, or an event of our own. */
export interface NewRecord {
  readonly from: RecordSource;
  /** JSON as it was on the wire: what is stored. */
  readonly text: string;
  /** The text, parsed, if it has been already. Not to be changed afterwards. */
  readonly message?: unknown;
  /** Now, if it is absent. */
  readonly at?: number;
}

/** Without its message, which `messageOf` of `@tenon/timeline` parses: most readers need few of them. */
export interface JournalRecord extends NewRecord {
  /** 1, 2, 3 … in its session. */
  readonly seq: number;
  readonly at: number;
  /** As `kindOf` of `@tenon/timeline` gives it. */
  readonly kind: string;
}

/** Without `before`, from `after` (0) on. With `before` alone, the last ones before it; still in order. All if no limit. */
export interface ReadRange {
  readonly after?: number;
  readonly before?: number;
  readonly limit?: number;
  /** Of those, only the ones of these sources, and of these kinds. */
  readonly from?: readonly NewRecord["from"][];
  readonly kinds?: Iterable<string>;
}

export interface CheckpointQuery {
  /** How many records there must be from it on. */
  readonly records: number;
  /** Only records before this sequence number count. */
  readonly before?: number;
}

export interface VacuumLimits {
  /** Sessions that were last written longer ago than this go. */
  readonly maxAgeMs?: number;
  /** Oldest sessions go until the rest fits. */
  readonly maxBytes?: number;
}

export interface VacuumReport {
  readonly deleted: readonly SessionRecord[];
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export interface Repair {
  readonly what: string;
  readonly sessionId?: string;
}
