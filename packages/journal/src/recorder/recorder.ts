/**
 * Sits on the wire of one ACP connection and records each message in its session.
 *
 * The law: `record` resolves when the message is in the journal, so a message that is passed on after it cannot
 * be lost. Only while a session is being opened must a message go first: it has no session yet, and is written together
 * with the answer.
 */

import { messageOf, type Side, type TimelineEvent } from "@tenon/timeline";

import type { NewRecord } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import { eventRecord } from "../writing/event-record.ts";
import { createRecordings, isReplay, type RecordedJournal, type RecordingOptions } from "./recordings.ts";
import { createRouter } from "./route-messages.ts";
import { readWireMessage, type WireMessage } from "./wire-message.ts";

export interface Recorder extends AsyncDisposable {
  /**
   * Resolves with its sequence number in its session. Concurrent calls are recorded in order. What is not a message, or of
   * no session, is left out.
   */
  record(record: WireRecord): Promise<number | undefined>;
  /** Records an event of our own, by the agent's id of the session. Rejects with `session_not_found`. */
  note(agentSessionId: string, event: TimelineEvent): Promise<void>;
  /** The same for an event that is a record already. */
  append(agentSessionId: string, record: NewRecord): Promise<void>;
  /** The clock that the times of its records go by, in milliseconds since 1970. */
  readonly now: () => number;
  /** All sessions that it writes are. */
  readonly isHeld: boolean;
  /** The journal's id of a session, once something of it is recorded. */
  journalIdOf(agentSessionId: string): string | undefined;
  /** Waits for what is being recorded and lets go of the sessions; `reason` is why their turns end here. May be called twice. */
  close(reason?: string): Promise<void>;
}

/** A message of the wire, parsed once for everything that is done with it. */
export interface WireRecord extends NewRecord {
  readonly from: Side;
}

export interface RecorderOptions extends RecordingOptions {
  /** Defaults to the clock of the journal. */
  readonly now?: () => number;
}

interface Writing {
  /** Of the message itself. */
  readonly written?: Promise<number>;
  readonly others?: readonly Promise<unknown>[];
}

export function createRecorder(journal: RecordedJournal, options: RecorderOptions): Recorder {
  const { now = journal.now ?? Date.now } = options;
  const route = createRouter();
  const recordings = createRecordings(journal, options);
  const steps = createSteps();
  let closing: Promise<void> | undefined;

  return {
    async record({ from, text, at = now(), ...given }) {
      const message = messageOf({ text, ...given });
      const wire = readWireMessage(message);
      return wire && (await steps.run(() => take(from, { from, text, message, at }, wire)));
    },
    note: (agentSessionId, event) => append(agentSessionId, eventRecord(event)),
    append,
    now,
    get isHeld() {
      return recordings.areHeld;
    },
    journalIdOf: (agentSessionId) => recordings.writerOf(agentSessionId)?.session.id,
    close,
    [Symbol.asyncDispose]: () => close(),
  };

  async function append(agentSessionId: string, record: NewRecord): Promise<void> {
    await steps.run(async () => {
      const writer = recordings.writerOf(agentSessionId);
      if (!writer) throw notFound(agentSessionId);
      return { written: writer.append(record) };
    });
  }

  function close(reason?: string): Promise<void> {
    closing ??= steps.settled().then(() => recordings.close(reason));
    return closing;
  }

  async function take(from: Side, record: NewRecord, message: WireMessage): Promise<Writing> {
    const routed = route(from, message);
    if (routed.type === "nowhere") return {};
    if (routed.type === "connection") return { others: recordings.addToAll(record) };
    const recording = recordings.of(routed.track);
    if (routed.type === "refused") {
      recordings.drop(routed.track);
      return {};
    }
    if (!routed.track.isBegun && !recording.writer) {
      recording.waiting.push(record);
      return {};
    }
    if (routed.type === "session" && routed.opens) recording.hasHistory = true;
    if (routed.type === "session" && routed.begun) recordings.join(routed.track, routed.begun);
    if (routed.type === "closed" && routed.isDeleted) {
      return { others: recording.writer ? [recordings.stop(routed.track)] : [] };
    }
    const known = recording.writer;
    const writer = known ?? (await recordings.start(routed.track));
    if (recording.hasHistory && isReplay(routed.track, message)) return {};
    const written = writer.append(...recording.waiting.splice(0), record);
    // Its client is told that it could not be opened, and another attempt begins anew.
    if (!known) written.catch(() => recordings.drop(routed.track));
    if (routed.type === "closed") return { written, others: [recordings.stop(routed.track)] };
    return { written, others: recordings.entitle(routed.track, message) };
  }
}

/** They follow one another, but the writing they begin goes on side by side. */
function createSteps() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    settled: () => last,
    async run(step: () => Promise<Writing>): Promise<number | undefined> {
      const taken = last.then(async () => {
        const { written, others = [] } = await step();
        return { writing: Promise.all([written, ...others]).then(([seq]) => seq) };
      });
      // A failure is reported for the message it belongs to; the next message has its own chance.
      last = taken.then(({ writing }) => void writing.catch(() => {})).catch(() => {});
      const { writing } = await taken;
      return await writing;
    },
  };
}

function notFound(agentSessionId: string): JournalError {
  return new JournalError("session_not_found", `Session ${agentSessionId} is not recorded`, {
    sessionId: agentSessionId,
  });
}
