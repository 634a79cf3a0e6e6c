/**
 * A session of the fake gateway: its records, and who reads them.
 */

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
}

export interface FakeSession {
  readonly view: FakeSessionView & { readonly lastSeq: number };
  readonly recordCount: number;
  change(change: Partial<FakeSessionView>): void;
  append(...records: readonly FakeRecord[]): void;
  /** What an agent says. */
  update(update: object): void;
  /** Some records, a line each. */
  page(range: URLSearchParams): string;
  /** The numbers of the records with this text. */
  find(text: string): readonly number[];
  read(socket: WebSocket, after: number): void;
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
    page(range) {
      const end = Number(range.get("before") ?? frames.length + 1) - 1;
      const start = Math.max(0, end - Number(range.get("limit") ?? 600));
      if (range.get("state") === "true") return frames.slice(0, 3).join("\n");
      return frames.slice(start, end).join("\n");
    },
    find: (text) => frames.flatMap((frame, index) => (frame.includes(text) ? [index + 1] : [])),
    read(socket, after) {
      socket.send(JSON.stringify({ session: session.view }));
      for (const frame of frames.slice(after)) socket.send(frame);
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
