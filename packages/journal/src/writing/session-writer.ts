/**
 * One session, open for writing.
 */

import type { SessionRecord, SessionWriter } from "../journal.ts";
import { JournalError, leaseLost } from "../journal-error.ts";
import type { RecordWriter } from "./record-writer.ts";

export interface SessionWriterOptions {
  readonly session: SessionRecord;
  readonly records: RecordWriter;
  readonly now: () => number;
  readonly lost: AbortSignal;
  /** Has `lost` abort if the time of the lease is over, though no timer has told so yet. */
  readonly expire: () => void;
  /** Lets others write; called once, when everything appended has been written. */
  readonly release: () => Promise<void>;
}

export function createSessionWriter(options: SessionWriterOptions): SessionWriter {
  const { session, records, now, lost, release } = options;
  let { lastSeq } = session;
  let last: Promise<unknown> = Promise.resolve();
  let leaving: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  return {
    get session() {
      return { ...session, lastSeq };
    },
    get isOpen() {
      return !leaving;
    },
    lost,
    get isHeld() {
      options.expire();
      return !lost.aborted && !leaving;
    },
    append(...added) {
      if (leaving) return Promise.reject(closed(session.id));
      if (lost.aborted) return Promise.reject(leaseLost());
      if (added.length === 0) return Promise.resolve(lastSeq);
      const written = records.write(added).then((seq) => (lastSeq = seq));
      // They settle in order, so the last one stands for all.
      last = written.catch(() => {});
      return written;
    },
    leave,
    close,
    [Symbol.asyncDispose]: () => close(),
  };

  function leave(reason?: string): Promise<void> {
    leaving ??= last.then(() => finish(reason));
    return leaving;
  }

  function close(reason?: string): Promise<void> {
    closing ??= leave(reason).then(release);
    return closing;
  }

  async function finish(reason: string | undefined): Promise<void> {
    if (lost.aborted) return;
    // If it fails, the last few characters of an answer are missing.
    await records.flush().catch(() => {});
    // It cannot go on: an answer that comes later finds no request. If this fails, the next writer does it.
    if (records.hasOpenWork) await records.interrupt(now(), reason).catch(() => {});
  }
}

function closed(sessionId: string): JournalError {
  return new JournalError("closed", `The writer of session ${sessionId} is closed`, { sessionId });
}
