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
  type JournalRecord,
  type NewRecord,
  type SessionWriter,
} from "@tenon/journal";
import type { RecordPosition } from "@tenon/journal/stream";
import { isCheckpointPlace, kindOf, messageOf } from "@tenon/timeline";

import { type StoreWatch, watchStore } from "./store-watch.ts";

export interface TappedJournal extends Pick<StoreWatch, "problem" | "isCutOff"> {
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
  note(sessionId: string, event: { readonly type: string }): Promise<void>;
  /** Records no more of it, and keeps its lease. */
  leave(sessionId: string): Promise<void>;
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
  /** The store cannot be reached, and another machine may have what was open here. */
  onCutOff(): void;
}

interface Tap {
  readonly writer: SessionWriter;
  lastSeq: number;
  /** The last record of a message of its agent's, and the last such message that has come over the wire. */
  lastOfAgent: number;
  lastCome: number;
}

export function tapJournal(journal: Journal, listeners: TapListeners): TappedJournal {
  // By the message itself: its text in the record may be another one, without the secrets.
  const positions = new WeakMap<AnyMessage, RecordPosition>();
  const store = watchStore(journal, listeners.onCutOff);
  const taps = createTaps(journal, store, listeners);
  return {
    journal: shared(journal, {
      read: store.read,
      open: async (opening) => taps.add(await unlost(await store.written(opening), store)),
      onChange: listeners.onChange,
    }),
    get isCutOff() {
      return store.isCutOff;
    },
    problem: store.problem,
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
    async note(sessionId, event) {
      await taps.get(sessionId)?.writer.append(eventRecord(event));
    },
    leave: async (sessionId) => taps.get(sessionId)?.writer.leave(),
    release: async (sessionId) => taps.get(sessionId)?.writer.close(),
  };
}

/** Another machine may have taken a session over while it was opened: no one would hear of that later. */
async function unlost(writer: SessionWriter, store: Pick<StoreWatch, "suspect">): Promise<SessionWriter> {
  if (!writer.lost.aborted) return writer;
  store.suspect();
  await writer.close().catch(() => {}); // it is the other machine's
  const sessionId = writer.session.id;
  throw new JournalError("session_busy", `Another machine has taken session ${sessionId} over`, { sessionId });
}

/** The sessions that are written here. */
function createTaps(journal: Journal, store: StoreWatch, listeners: TapListeners) {
  const taps = new Map<string, Tap>();
  return { get: (sessionId: string) => taps.get(sessionId), add };

  function add(inner: SessionWriter): SessionWriter {
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
      get isOpen() {
        return inner.isOpen;
      },
      lost: inner.lost,
      get isHeld() {
        return inner.isHeld;
      },
      async append(...records) {
        const last = await store.written(inner.append(...records));
        for (const [index, record] of records.entries()) see(own, last - records.length + 1 + index, record);
        return last;
      },
      leave: (reason) => inner.leave(reason),
      close,
      [Symbol.asyncDispose]: () => close(),
    };
    const own: Tap = { writer, lastSeq, lastOfAgent: lastSeq, lastCome: lastSeq };
    taps.set(id, own);
    const lose = () => {
      store.suspect();
      listeners.onLost(id);
    };
    inner.lost.addEventListener("abort", lose, { once: true });
    listeners.onChange(id);
    return writer;
  }

  function see(own: Tap, seq: number, { from, text, ...given }: NewRecord) {
    const message = messageOf({ text, ...given });
    const kind = kindOf(from, message);
    const { id } = own.writer.session;
    own.lastSeq = seq;
    if (from === "agent") own.lastOfAgent = seq;
    // Made as the session grows, a checkpoint is there before a page asks for it. One that fails is made when it does.
    if (isCheckpointPlace({ from, kind, message })) void journal.checkpoint(id, { records: 0 }).catch(() => {});
    listeners.onRecord(id, { seq, from, kind, text, message });
  }
}

interface Sharing extends Pick<TapListeners, "onChange">, Pick<StoreWatch, "read"> {
  open(opening: Promise<SessionWriter>): Promise<SessionWriter>;
}

function shared(journal: Journal, { read, open, onChange }: Sharing): Journal {
  const close = async () => {};
  return {
    ...journal,
    session: (sessionId) => read(journal.session(sessionId)),
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
