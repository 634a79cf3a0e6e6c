/**
 * A session of the fake gateway: its records, and who reads them.
 */

import {
  type Checkpoint,
  createCarryFold,
  isCheckpointPlace,
  kindOf,
  type TimelineRecord,
  writeCheckpoint,
} from "@tenon/timeline";
import type { WebSocket } from "ws";

export interface FakeRecord {
  readonly from: "client" | "agent" | "tenon";
  readonly message: object;
  readonly at?: number;
}

export interface FakeSessionView {
  readonly id: string;
  readonly title?: string;
  readonly cwd: string;
  readonly agent: string;
  readonly agentTitle?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly isLive: boolean;
  readonly state: "idle" | "running" | "waiting";
  readonly waiting?: readonly object[];
  readonly forkedBy?: string;
}

export interface FakeSession {
  readonly view: FakeSessionView & { readonly lastSeq: number };
  readonly recordCount: number;
  change(change: Partial<FakeSessionView>): void;
  append(...records: readonly FakeRecord[]): void;
  /** What an agent says. */
  update(update: object): void;
  /** An earlier part: a line for its checkpoint, and one for each record. */
  part(range: { readonly before: number; readonly records: number }): string;
  /** The records with this word, and what is around it there. */
  find(word: string): readonly { readonly seq: number; readonly excerpt: string }[];
  /** Without `after`, from a checkpoint near the end if the session is long. */
  read(socket: WebSocket, after: number | undefined): void;
}

export function createFakeSession(
  first: Partial<FakeSessionView> & { readonly id: string },
  onChange: (view: object) => void,
): FakeSession {
  const frames: string[] = [];
  const readers = new Set<WebSocket>();
  const now = Date.now();
  let view: FakeSessionView = {
    cwd: "/home/ada/engine",
    agent: "tenon",
    createdAt: now,
    updatedAt: now,
    isLive: true,
    state: "idle",
    ...first,
  };

  const session: FakeSession = {
    get view() {
      return { ...view, lastSeq: frames.length, attached: 0 };
    },
    get recordCount() {
      return frames.length;
    },
    change(change) {
      view = { ...view, ...change };
      tell(JSON.stringify({ session: session.view }));
      onChange(session.view);
    },
    append(...records) {
      for (const { from, message, at = Date.now() } of records) {
        const frame = JSON.stringify({ seq: frames.length + 1, at, from, message });
        frames.push(frame);
        tell(frame);
      }
    },
    update(update) {
      const params = { sessionId: view.id, update };
      session.append({ from: "agent", message: { jsonrpc: "2.0", method: "session/update", params } });
    },
    part({ before, records }) {
      const checkpoint = checkpointAt(frames, before - records);
      return [...checkpointLine(checkpoint), ...frames.slice((checkpoint?.seq ?? 1) - 1, before - 1)].join("\n");
    },
    find: (word) =>
      frames.flatMap((frame, index) => {
        const plain = frame.replaceAll(/\\u001b\[[\d;]*m|\\[a-z]/gu, " ");
        const [words] = new RegExp(`[^"\\\\]{0,24}${word}[^"\\\\]{0,48}`, "iu").exec(plain) ?? [];
        return words === undefined ? [] : [{ seq: index + 1, excerpt: `…${words}…` }];
      }),
    read(socket, after) {
      const checkpoint = after === undefined ? checkpointAt(frames, frames.length - END) : undefined;
      for (const line of checkpointLine(checkpoint)) socket.send(line);
      socket.send(JSON.stringify({ session: session.view }));
      for (const frame of frames.slice(checkpoint ? checkpoint.seq - 1 : after)) socket.send(frame);
      socket.send(JSON.stringify({ caughtUp: true }));
      readers.add(socket);
      socket.once("close", () => readers.delete(socket));
    },
  };
  return session;

  function tell(frame: string): void {
    for (const reader of readers) reader.send(frame);
  }
}

/** So many records at least are the end of a session. */
const END = 200;

/** The last one at or before a record. */
function checkpointAt(frames: readonly string[], last: number): Checkpoint | undefined {
  const fold = createCarryFold();
  let found: Checkpoint | undefined;
  for (const frame of frames.slice(0, Math.max(0, last))) {
    const { seq, from, message } = JSON.parse(frame) as TimelineRecord & { readonly seq: number };
    const record = { from, message, kind: kindOf(from, message) };
    const carry = seq > 1 && isCheckpointPlace(record) ? fold.carry() : undefined;
    if (carry) found = { seq, carry };
    fold.add(record);
  }
  return found;
}

function checkpointLine(checkpoint: Checkpoint | undefined): readonly string[] {
  return checkpoint ? [`{"checkpoint":${writeCheckpoint(checkpoint)}}`] : [];
}
