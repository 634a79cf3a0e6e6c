/**
 * Changes of the sessions, for readers that show all of them. Each reader gets the latest state of each session, so a slow
 * one never has more than that waiting.
 */

import type { Frame, SessionView } from "../gateway.ts";
import { createBell } from "./bell.ts";
import { deletedFrame, sessionFrame } from "./frame.ts";

export interface ChangeFeed {
  announce(sessionId: string): void;
  read(signal: AbortSignal): AsyncGenerator<Frame, void>;
  settled(): Promise<void>;
}

export interface ChangeFeedOptions {
  readonly view: (sessionId: string) => Promise<SessionView | undefined>;
  readonly onView: (sessionId: string, frame: Frame) => void;
  readonly onFailure: (error: unknown) => void;
}

export function createChangeFeed({ view, onView, onFailure }: ChangeFeedOptions): ChangeFeed {
  const changed = new Set<string>();
  const readers = new Map<Map<string, Frame>, () => void>();
  let running: Promise<void> | undefined;
  return {
    announce(sessionId) {
      changed.add(sessionId);
      running ??= run();
    },
    async *read(signal) {
      const frames = new Map<string, Frame>();
      const { ring, rung } = createBell();
      readers.set(frames, ring);
      signal.addEventListener("abort", ring, { once: true });
      try {
        while (!signal.aborted) {
          for (const [sessionId, frame] of frames) {
            frames.delete(sessionId);
            yield frame;
            if (signal.aborted) return;
          }
          if (frames.size === 0) await rung();
        }
      } finally {
        readers.delete(frames);
        signal.removeEventListener("abort", ring);
      }
    },
    settled: async () => running,
  };

  async function run(): Promise<void> {
    for (const sessionId of changed) {
      changed.delete(sessionId);
      try {
        publish(sessionId, await view(sessionId));
      } catch (error) {
        onFailure(error);
      }
    }
    running = undefined;
  }

  function publish(sessionId: string, session: SessionView | undefined) {
    const frame = session ? sessionFrame(session) : deletedFrame(sessionId);
    if (session) onView(sessionId, frame);
    for (const [frames, ring] of readers) {
      frames.set(sessionId, frame);
      ring();
    }
  }
}
