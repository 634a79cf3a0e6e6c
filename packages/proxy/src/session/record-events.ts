/**
 * What is recorded of sessions beside their messages of ACP, as our own agent has it: receipts and messages of their servers.
 * What comes before a session is in the journal waits until it is.
 */

import type { NewRecord, Recorder } from "@tenon/journal";

export interface RecordedEvents {
  /** For one session, which may have no id yet. */
  open(): SessionEvents;
  /** To be called when messages have been recorded: a session may have begun with them. */
  recorded(): void;
}

/** The events of one session, in order. */
export interface SessionEvents {
  /** By the clock of the record, in milliseconds since 1970. */
  readonly now: () => number;
  /** The agent's id of the session. */
  bind(sessionId: string): void;
  /** Resolves when it is written. Rejects if that fails, or the session takes no more records. */
  add(record: NewRecord): Promise<void>;
  /** The session has ended: what still waits is dropped, and never settles. */
  close(): void;
}

export function recordEvents(recorder: Pick<Recorder, "append" | "journalIdOf" | "now">): RecordedEvents {
  const { append, journalIdOf, now } = recorder;
  const looking = new Set<() => void>();
  return { open, recorded: () => looking.forEach((look) => look()) };

  function open(): SessionEvents {
    let sessionId: string | undefined;
    let hasBegun = false;
    let isClosed = false;
    let waiting: { readonly record: NewRecord; readonly written: PromiseWithResolvers<void> }[] = [];
    return {
      now,
      bind(id) {
        sessionId = id;
        look();
      },
      add(record) {
        if (hasBegun && sessionId !== undefined) return append(sessionId, record);
        if (isClosed) return Promise.reject(new Error("The session has ended"));
        const written = Promise.withResolvers<void>();
        waiting.push({ record, written });
        looking.add(look);
        look();
        return written.promise;
      },
      close() {
        isClosed = true;
        drop();
      },
    };

    function look(): void {
      if (sessionId === undefined || journalIdOf(sessionId) === undefined) return;
      hasBegun = true;
      const recorded = waiting;
      drop();
      for (const { record, written } of recorded) append(sessionId, record).then(written.resolve, written.reject);
    }

    function drop(): void {
      looking.delete(look);
      waiting = [];
    }
  }
}
