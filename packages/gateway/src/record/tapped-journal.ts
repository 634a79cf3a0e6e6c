/**
 * The journal as agents and recorders see it: everything they write passes here first.
 *
 * The law: a message of an agent is seen in the journal before it comes over the wire. So its sequence number is known
 * when it comes, and a client that reads the journal and then the wire gets each message once.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import {
  eventRecord,
  type Journal,
  JournalError,
  type JournalErrorCode,
  type JournalRecord,
  type NewRecord,
  type SessionWriter,
} from "@tenon/journal";
import { describeFailure, type RecordPosition } from "@tenon/journal/stream";
import { kindOf, messageOf, type TimelineEvent } from "@tenon/timeline";

export interface TappedJournal {
  /** Closing it does nothing: it is shared. */
  readonly journal: Journal;
  /** The sequence number of the last record that was written here; 0 if the session is not open here. */
  lastSeq(sessionId: string): number;
  /** Each message of an agent's wire, when it is recorded and before it goes on. */
  readonly onRecorded: (message: AnyMessage, position: RecordPosition) => void;
  /** Where a message that has just come from the session's agent is recorded, and how long it is. */
  positionOf(sessionId: string, message: AnyMessage): RecordPosition;
  /** Something is written of the session's agent that has not come yet. */
  isBehind(sessionId: string): boolean;
  /** Records an event of ours. Nothing happens if the session is not open here. */
  note(sessionId: string, event: TimelineEvent): Promise<void>;
  /** Why nothing can be recorded now; undefined if it can. */
  problem(): Promise<string | undefined>;
  /** Closes what an agent has left open. */
  release(sessionId: string): Promise<void>;
}

/** As it was written: secrets and all. */
export type SeenRecord = Omit<JournalRecord, "at">;

export interface TapListeners {
  /** In order, when it is written and before it goes on. */
  onRecord(sessionId: string, record: SeenRecord): void;
  /** It was begun, opened, closed, named, or deleted. */
  onChange(sessionId: string): void;
  /** Another machine has taken it over, or soon may. */
  onLost(sessionId: string): void;
}

interface Tap {
  readonly writer: SessionWriter;
  lastSeq: number;
  /** The last record of a message of its agent's, and the last such message that has come over the wire. */
  lastOfAgent: number;
  lastCome: number;
}

export function tapJournal(journal: Journal, listeners: TapListeners): TappedJournal {
  const taps = new Map<string, Tap>();
  // By the message itself: its text in the record may be another one, without the secrets.
  const positions = new WeakMap<AnyMessage, RecordPosition>();
  const { watched, suspect, problem } = watchFailures(journal);
  return {
    journal: shared(journal, { open: async (opening) => tap(await watched(opening)), onChange: listeners.onChange }),
    lastSeq: (sessionId) => taps.get(sessionId)?.lastSeq ?? 0,
    onRecorded: (message, position) => void positions.set(message, position),
    positionOf(sessionId, message) {
      const position = positions.get(message) ?? { seq: undefined, size: JSON.stringify(message).length };
      const own = taps.get(sessionId);
      // They come in order: what was before it is not a message for us.
      if (own && position.seq !== undefined) own.lastCome = Math.max(own.lastCome, position.seq);
      return position;
    },
    isBehind(sessionId) {
      const own = taps.get(sessionId);
      return own !== undefined && own.lastOfAgent > own.lastCome;
    },
    problem,
    async note(sessionId, event) {
      await taps.get(sessionId)?.writer.append(eventRecord(event));
    },
    release: async (sessionId) => taps.get(sessionId)?.writer.close(),
  };

  function tap(inner: SessionWriter): SessionWriter {
    const { id, lastSeq } = inner.session;
    const close = async (reason?: string) => {
      await inner.close(reason);
      if (taps.get(id) !== own) return;
      taps.delete(id);
      listeners.onChange(id);
    };
    const writer: SessionWriter = {
      get session() {
        return inner.session;
      },
      lost: inner.lost,
      async append(...records) {
        const last = await watched(inner.append(...records));
        for (const [index, record] of records.entries()) see(own, last - records.length + 1 + index, record);
        return last;
      },
      close,
      [Symbol.asyncDispose]: () => close(),
    };
    const own: Tap = { writer, lastSeq, lastOfAgent: lastSeq, lastCome: lastSeq };
    taps.set(id, own);
    const lose = () => {
      suspect();
      listeners.onLost(id);
    };
    inner.lost.addEventListener("abort", lose, { once: true });
    listeners.onChange(id);
    return writer;
  }

  function see(own: Tap, seq: number, { from, text, ...given }: NewRecord) {
    const message = messageOf({ text, ...given });
    own.lastSeq = seq;
    if (from === "agent") own.lastOfAgent = seq;
    listeners.onRecord(own.writer.session.id, { seq, from, kind: kindOf(from, message), text, message });
  }
}

interface Sharing extends Pick<TapListeners, "onChange"> {
  open(opening: Promise<SessionWriter>): Promise<SessionWriter>;
}

function shared(journal: Journal, { open, onChange }: Sharing): Journal {
  const close = async () => {};
  return {
    ...journal,
    create: (session) => open(journal.create(session)),
    open: (sessionId) => open(journal.open(sessionId)),
    async describe(sessionId, changes) {
      await journal.describe(sessionId, changes);
      onChange(sessionId);
    },
    async fork(sessionId, options) {
      const copy = await journal.fork(sessionId, options);
      onChange(copy.id);
      return copy;
    },
    async delete(sessionId) {
      const wasThere = await journal.delete(sessionId);
      onChange(sessionId);
      return wasThere;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Failures of the file, and not of a session. */
const UNWRITABLE: ReadonlySet<JournalErrorCode> = new Set([
  "disk_full",
  "file_failed",
  "file_locked",
  "file_damaged",
  "store_unreachable",
  "store_refused",
  "store_failed",
]);

/** Remembers whether the last write failed because nothing can be written. */
function watchFailures(journal: Pick<Journal, "check">) {
  let failure: unknown;
  return {
    async watched<Result>(work: Promise<Result>): Promise<Result> {
      try {
        const result = await work;
        failure = undefined;
        return result;
      } catch (error) {
        if (error instanceof JournalError && UNWRITABLE.has(error.code)) failure = error;
        throw error;
      }
    },
    /** A lease could not be renewed: perhaps nothing can be written. */
    suspect: () => void (failure ??= new JournalError("store_unreachable", "A lease could not be renewed")),
    async problem(): Promise<string | undefined> {
      if (failure === undefined) return undefined;
      // No one writes while we report that nothing can be written: so it is tried here.
      failure = await journal.check().then(
        () => undefined,
        (error: unknown) => error,
      );
      return failure === undefined ? undefined : describeFailure(failure);
    },
  };
}
