/**
 * The journal as agents and recorders see it: everything they write is seen here first.
 *
 * The law: a message of an agent is seen in the journal before it comes over the wire. So its place is known when it
 * comes, and whoever reads the journal and the wire together sees each message once.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import type { Journal, NewRecord, SessionWriter } from "@tenon/journal";
import type { TimelineEvent } from "@tenon/timeline";

export interface TappedJournal {
  /** Closing it does nothing: it is everybody's. */
  readonly journal: Journal;
  /** The place of the last record that was written here; 0 if the session is not open here. */
  lastSeq(sessionId: string): number;
  /** The place of a message that has just come from the session's agent, and how long it is. */
  placeOf(sessionId: string, message: AnyMessage): Place;
  /** Something is written of the session's agent that has not come yet. */
  isBehind(sessionId: string): boolean;
  /** Records an event of ours. Nothing happens if the session is not open here. */
  note(sessionId: string, event: TimelineEvent): Promise<void>;
  /** Closes what an agent has left open. */
  release(sessionId: string): Promise<void>;
}

export interface Place {
  /** Undefined if the message is not recorded. */
  readonly seq?: number | undefined;
  readonly size: number;
}

export interface TapListeners {
  /** In order, when it is written and before it goes on. */
  onRecord(sessionId: string, record: NewRecord & { readonly seq: number }): void;
  /** It was begun, opened, closed, named, or deleted. */
  onChange(sessionId: string): void;
}

interface Tap {
  readonly writer: SessionWriter;
  lastSeq: number;
  /** Written, and not come over the wire yet. */
  readonly onTheWay: { readonly seq: number; readonly text: string }[];
}

// More than a wire ever holds back; what is older will not come.
const MOST_ON_THE_WAY = 1_024;

export function tapJournal(journal: Journal, listeners: TapListeners): TappedJournal {
  const taps = new Map<string, Tap>();
  const close = async () => {};
  return {
    journal: {
      ...journal,
      create: async (session) => tap(await journal.create(session)),
      open: async (sessionId) => tap(await journal.open(sessionId)),
      async describe(sessionId, changes) {
        await journal.describe(sessionId, changes);
        listeners.onChange(sessionId);
      },
      async fork(sessionId, options) {
        const copy = await journal.fork(sessionId, options);
        listeners.onChange(copy.id);
        return copy;
      },
      async delete(sessionId) {
        const wasThere = await journal.delete(sessionId);
        listeners.onChange(sessionId);
        return wasThere;
      },
      close,
      [Symbol.asyncDispose]: close,
    },
    lastSeq: (sessionId) => taps.get(sessionId)?.lastSeq ?? 0,
    placeOf(sessionId, message) {
      const onTheWay = taps.get(sessionId)?.onTheWay;
      const text = JSON.stringify(message);
      const index = onTheWay?.findIndex((record) => record.text === text) ?? -1;
      // They come in order: what was before it is not a message for us.
      return { seq: onTheWay?.splice(0, index + 1).at(-1)?.seq, size: text.length };
    },
    isBehind: (sessionId) => (taps.get(sessionId)?.onTheWay.length ?? 0) > 0,
    async note(sessionId, event) {
      const at = event.at === undefined ? {} : { at: event.at };
      await taps.get(sessionId)?.writer.append({ from: "tenon", text: JSON.stringify(event), ...at });
    },
    release: async (sessionId) => taps.get(sessionId)?.writer.close(),
  };

  function tap(inner: SessionWriter): SessionWriter {
    const { id, lastSeq } = inner.session;
    const close = async () => {
      await inner.close();
      if (taps.get(id) !== own) return;
      taps.delete(id);
      listeners.onChange(id);
    };
    const writer: SessionWriter = {
      get session() {
        return inner.session;
      },
      async append(...records) {
        const place = await inner.append(...records);
        for (const [index, record] of records.entries())
          see(own, { ...record, seq: place - records.length + 1 + index });
        return place;
      },
      close,
      [Symbol.asyncDispose]: close,
    };
    const own: Tap = { writer, lastSeq, onTheWay: [] };
    taps.set(id, own);
    listeners.onChange(id);
    return writer;
  }

  function see(own: Tap, record: NewRecord & { readonly seq: number }) {
    const { seq, from, text } = record;
    own.lastSeq = seq;
    if (from === "agent") own.onTheWay.push({ seq, text });
    if (own.onTheWay.length > MOST_ON_THE_WAY) own.onTheWay.shift();
    listeners.onRecord(own.writer.session.id, record);
  }
}
