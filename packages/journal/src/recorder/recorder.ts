/**
 * Sits on the wire of one ACP connection and records each message in its session.
 *
 * The law: `record` resolves when the message is in the journal, so whoever waits for it before passing the message on
 * tells nobody anything that could be lost. Only while a session is being opened must a message go first: it has no place
 * yet, and is written together with the answer.
 */

import { defined, objectOf } from "@tenon/basis";
import { isConversation, messageOf, type Side, type TimelineEvent } from "@tenon/timeline";

import { eventRecord } from "../event-record.ts";
import type { Journal, NewRecord, SessionWriter } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import { readWireMessage, type WireMessage } from "../wire-message.ts";
import { createPreamble } from "./preamble.ts";
import { createRouter, type Track } from "./route-messages.ts";
import { titleIn } from "./session-title.ts";

export interface Recorder extends AsyncDisposable {
  /**
   * Resolves with its sequence number in its session. Concurrent calls are recorded in order. What is not a message, or of
   * no session, is left out.
   */
  record(record: WireRecord): Promise<number | undefined>;
  /** Records an event of our own, by the agent's id of the session. Rejects with `SESSION_NOT_FOUND`. */
  note(agentSessionId: string, event: TimelineEvent): Promise<void>;
  /** The journal's id of a session, once something of it is recorded. */
  journalIdOf(agentSessionId: string): string | undefined;
  /** Waits for what is being recorded and lets go of the sessions. May be called twice. */
  close(): Promise<void>;
}

/** A message of the wire, parsed once for everything that is done with it. */
export interface WireRecord extends NewRecord {
  readonly from: Side;
}

export interface RecorderOptions {
  /** Who answers: a preset's name or a command line. */
  readonly agent: string;
  /** For a session that was opened before anyone listened. */
  readonly cwd: string;
  readonly newId: () => string;
  readonly now?: () => number;
  readonly title?: string;
  /**
   * A session that whoever records has open already; otherwise it is found in the journal, or made. `forkOf` is the agent's id
   * of the session that it has just been forked from.
   */
  readonly writerOf?: (agentSessionId: string, forkOf: string | undefined) => SessionWriter | undefined;
}

interface Writing {
  /** Of the message itself. */
  readonly written?: Promise<number>;
  readonly others?: readonly Promise<unknown>[];
}

interface Recording {
  readonly waiting: NewRecord[];
  writer?: SessionWriter;
  hasTitle: boolean;
  /** What the agent sends again when the session is loaded is here already. */
  hasHistory: boolean;
}

export function createRecorder(journal: Journal, options: RecorderOptions): Recorder {
  const { agent, cwd, newId, now = Date.now, title, writerOf } = options;
  const route = createRouter();
  const preamble = createPreamble();
  const recordings = new Map<Track, Recording>();
  const writers = new Map<string, SessionWriter>();
  let order: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  return {
    async record({ from, text, at = now(), ...given }) {
      const message = messageOf({ text, ...given });
      const wire = readWireMessage(message);
      return wire && (await inOrder(() => take(from, { from, text, message, at }, wire)));
    },
    async note(agentSessionId, event) {
      await inOrder(async () => {
        const writer = writers.get(agentSessionId);
        if (!writer) throw notFound(agentSessionId);
        return { written: writer.append(eventRecord(event)) };
      });
    },
    journalIdOf: (agentSessionId) => writers.get(agentSessionId)?.session.id,
    close,
    [Symbol.asyncDispose]: close,
  };

  function close(): Promise<void> {
    closing ??= order.then(async () => {
      await Promise.all([...writers.values()].map((writer) => writer.close()));
    });
    return closing;
  }

  /** Steps follow one another, but the writing they begin goes on side by side. */
  async function inOrder(step: () => Promise<Writing>): Promise<number | undefined> {
    const taken = order.then(async () => {
      const { written, others = [] } = await step();
      return { writing: Promise.all([written, ...others]).then(([seq]) => seq) };
    });
    // A failure is told to the one whose message it was; the next message has its own chance.
    order = taken.then(({ writing }) => void writing.catch(() => {})).catch(() => {});
    return await (
      await taken
    ).writing;
  }

  async function take(from: Side, record: NewRecord, message: WireMessage): Promise<Writing> {
    const routed = route(from, message);
    if (routed.type === "nowhere") return {};
    if (routed.type === "connection") {
      preamble.add(record);
      return { others: [...writers.values()].map((writer) => writer.append(record)) };
    }
    const { track } = routed;
    const recording = recordingOf(track);
    if (routed.type === "refused") {
      recordings.delete(track);
      return {};
    }
    if (!track.isBegun && !recording.writer) {
      recording.waiting.push(record);
      return {};
    }
    if (routed.type === "session" && routed.opens) recording.hasHistory = true;
    if (routed.type === "session" && routed.begun) {
      recording.waiting.push(...recordingOf(routed.begun).waiting);
      recordings.delete(routed.begun);
    }
    if (routed.type === "closed" && routed.isDeleted) {
      return { others: recording.writer ? [stop(track, recording.writer)] : [] };
    }
    const writer = recording.writer ?? (await start(track, recording));
    if (recording.hasHistory && isReplay(track, message)) return {};
    const written = writer.append(...recording.waiting.splice(0), record);
    if (routed.type === "closed") return { written, others: [stop(track, writer)] };
    return { written, others: entitle(recording, writer, message) };
  }

  async function start(track: Track, recording: Recording): Promise<SessionWriter> {
    const { agentSessionId = "", forkOf } = track;
    const writer = writerOf?.(agentSessionId, forkOf) ?? (await findOrCreate(track, agentSessionId));
    recording.waiting.unshift(...preamble.records);
    recording.writer = writer;
    recording.hasTitle = writer.session.title !== undefined;
    recording.hasHistory = !track.isNew && writer.session.lastSeq > 0;
    writers.set(agentSessionId, writer);
    return writer;
  }

  async function findOrCreate(track: Track, agentSessionId: string): Promise<SessionWriter> {
    const [known] = track.isNew ? [] : (await journal.sessions({ agent, agentSessionId, limit: 1 })).sessions;
    if (known) return await journal.open(known.id);
    const place = { id: newId(), cwd: track.cwd ?? cwd, agent, agentSessionId };
    return await journal.create({ ...place, ...defined({ title }) });
  }

  function stop(track: Track, writer: SessionWriter): Promise<void> {
    recordings.delete(track);
    writers.delete(track.agentSessionId ?? "");
    return writer.close();
  }

  function entitle(recording: Recording, { session }: SessionWriter, message: WireMessage): readonly Promise<void>[] {
    const found = titleIn(message, recording.hasTitle);
    if (found === undefined) return [];
    recording.hasTitle = true;
    return [journal.describe(session.id, { title: found })];
  }

  function recordingOf(track: Track): Recording {
    const known = recordings.get(track);
    if (known) return known;
    const recording = { waiting: [], hasTitle: false, hasHistory: false };
    recordings.set(track, recording);
    return recording;
  }
}

function isReplay(track: Track, { method, params }: WireMessage): boolean {
  if (method !== "session/update") return false;
  return track.loads > 0 || (track.isLoaded && isConversation(objectOf(params["update"])["sessionUpdate"]));
}

function notFound(agentSessionId: string): JournalError {
  return new JournalError("SESSION_NOT_FOUND", `Nothing is recorded of session ${agentSessionId}`, {
    sessionId: agentSessionId,
  });
}
