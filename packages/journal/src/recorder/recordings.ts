/**
 * The recordings of one connection's sessions: what waits for a session to begin, and the writers of those that have.
 */

import { defined, itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { isConversation } from "@tenon/timeline";

import type { Journal, NewRecord, SessionWriter } from "../journal.ts";
import type { Track } from "./tracks.ts";
import type { WireMessage } from "./wire-message.ts";

/** Of a journal, no more is needed than this. */
export type RecordedJournal = Pick<Journal, "sessions" | "open" | "create" | "describe"> &
  Partial<Pick<Journal, "now">>;

export interface RecordingOptions {
  /** Who answers: a preset's name or a command line. */
  readonly agent: string;
  /** For a session that was opened before anyone listened. */
  readonly cwd: string;
  readonly newId: () => string;
  readonly title?: string;
  /**
   * The writer of a session that the caller has open already; otherwise the session is found in the journal, or made.
   * `forkOf` is the agent's id of the session that it has just been forked from.
   */
  readonly writerOf?: (agentSessionId: string, forkOf: string | undefined) => SessionWriter | undefined;
}

export interface Recording {
  readonly waiting: NewRecord[];
  writer?: SessionWriter;
  hasTitle: boolean;
  /** What the agent sends again when the session is loaded is here already. */
  hasHistory: boolean;
}

export interface Recordings {
  of(track: Track): Recording;
  writerOf(agentSessionId: string): SessionWriter | undefined;
  readonly areHeld: boolean;
  /** What belongs to the connection belongs to all its sessions, now and later. */
  addToAll(record: NewRecord): readonly Promise<number>[];
  /** What waits for one session belongs to the other. */
  join(track: Track, waiting: Track): void;
  /** Opens its writer; what waits is yet to be written. */
  start(track: Track): Promise<SessionWriter>;
  stop(track: Track): Promise<void>;
  /** It was not opened after all. */
  drop(track: Track): void;
  /** Gives the session the title that a message has for it. */
  entitle(track: Track, message: WireMessage): readonly Promise<void>[];
  close(reason?: string): Promise<void>;
}

export function createRecordings(journal: RecordedJournal, options: RecordingOptions): Recordings {
  const preamble = createPreamble();
  const recordings = new Map<Track, Recording>();
  const writers = new Map<string, SessionWriter>();

  return {
    of,
    writerOf: (agentSessionId) => writers.get(agentSessionId),
    get areHeld() {
      return [...writers.values()].every(({ isHeld }) => isHeld);
    },
    addToAll(record) {
      preamble.add(record);
      return [...writers.values()].map((writer) => writer.append(record));
    },
    join(track, waiting) {
      of(track).waiting.push(...of(waiting).waiting);
      recordings.delete(waiting);
    },
    async start(track) {
      const { agentSessionId = "", forkOf } = track;
      const recording = of(track);
      const writer = options.writerOf?.(agentSessionId, forkOf) ?? (await findOrCreate(journal, track, options));
      recording.waiting.unshift(...preamble.records);
      recording.writer = writer;
      recording.hasTitle = writer.session.title !== undefined;
      recording.hasHistory = !track.isNew && writer.session.lastSeq > 0;
      writers.set(agentSessionId, writer);
      return writer;
    },
    async stop(track) {
      const { writer } = of(track);
      recordings.delete(track);
      writers.delete(track.agentSessionId ?? "");
      await writer?.close();
    },
    drop(track) {
      recordings.delete(track);
      writers.delete(track.agentSessionId ?? "");
      track.isBegun = false;
    },
    entitle(track, message) {
      const recording = of(track);
      const found = titleIn(message, recording.hasTitle);
      if (found === undefined || !recording.writer) return [];
      recording.hasTitle = true;
      return [journal.describe(recording.writer.session.id, { title: found })];
    },
    async close(reason) {
      await Promise.all([...writers.values()].map((writer) => writer.close(reason)));
    },
  };

  function of(track: Track): Recording {
    const known = recordings.get(track);
    if (known) return known;
    const recording = { waiting: [], hasTitle: false, hasHistory: false };
    recordings.set(track, recording);
    return recording;
  }
}

async function findOrCreate(journal: RecordedJournal, track: Track, options: RecordingOptions): Promise<SessionWriter> {
  const { agent, newId, title } = options;
  const { agentSessionId = "", cwd = options.cwd } = track;
  const [known] = track.isNew ? [] : (await journal.sessions({ agent, agentSessionId, limit: 1 })).sessions;
  if (known) return await journal.open(known.id);
  return await journal.create({ id: newId(), cwd, agent, agentSessionId, ...defined({ title }) });
}

/** Updates that the agent sends again, of a session that was loaded. */
export function isReplay(track: Track, { method, params }: WireMessage): boolean {
  if (method !== "session/update") return false;
  return track.loads > 0 || (track.isLoaded && isConversation(objectOf(params["update"])["sessionUpdate"]));
}

const MAX_TITLE_LENGTH = 80;

/** The title that a message gives its session: the agent's own, or else the beginning of the first prompt. */
function titleIn({ method, params }: WireMessage, hasTitle: boolean): string | undefined {
  if (method === "session/update") return agentTitle(objectOf(params["update"]));
  return method === "session/prompt" && !hasTitle ? promptTitle(params["prompt"]) : undefined;
}

function agentTitle({ sessionUpdate, title }: JsonObject): string | undefined {
  return sessionUpdate === "session_info_update" ? stringOf(title) : undefined;
}

function promptTitle(prompt: unknown): string | undefined {
  const blocks = itemsOf(prompt);
  const texts = blocks.map((block) => stringOf(objectOf(block)["text"])?.trim());
  const [line] = texts.find((text) => text !== undefined && text !== "")?.split("\n") ?? [];
  // A slash command says what was typed, not what the session is about: the next prompt does.
  if (line === undefined || /^\/[\w:.-]+(?:\s|$)/.test(line)) return undefined;
  if (line.length <= MAX_TITLE_LENGTH) return line;
  return `${line.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…`;
}

interface Preamble {
  readonly records: readonly NewRecord[];
  add(record: NewRecord): void;
}

// Messages before and beside the sessions are few; an agent that talks for ever does not fill our memory.
const MAX_PREAMBLE = { records: 100, characters: 1_048_576 };

/** The messages of a connection so far that belong to all its sessions: initialize, authenticate and their answers. */
function createPreamble(): Preamble {
  const records: NewRecord[] = [];
  let characters = 0;
  return {
    records,
    add(record) {
      if (records.length >= MAX_PREAMBLE.records || characters + record.text.length > MAX_PREAMBLE.characters) return;
      records.push(record);
      characters += record.text.length;
    },
  };
}
