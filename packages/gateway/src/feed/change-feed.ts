/**
 * Changes of the sessions, for readers that show all of them. Each reader gets the latest state of each session, so a slow
 * one never has more than that waiting.
 */

import type { Frame, SessionView } from "../gateway.ts";
import type { Access } from "../people/access.ts";
import { createBell } from "./bell.ts";
import { deletedFrame, frameWithRole, sessionFrame } from "./frame.ts";

export interface ChangeFeed {
  announce(sessionId: string): void;
  read(signal: AbortSignal, access?: Access): AsyncGenerator<Frame, void>;
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
    async *read(signal, access) {
      const show = access && visibleFrames(access);
      const frames = new Map<string, Frame>();
      const { ring, rung } = createBell();
      readers.set(frames, ring);
      signal.addEventListener("abort", ring, { once: true });
      try {
        while (!signal.aborted) {
          for (const [sessionId, frame] of frames) {
            frames.delete(sessionId);
            const shown = show ? show(sessionId, frame) : frame;
            if (shown !== undefined) yield shown;
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

/** A session that this person may not look at is not there; one that they may no longer look at is deleted. */
function visibleFrames(access: Access): (sessionId: string, frame: Frame) => Frame | undefined {
  const seen = new Set(access.sessionIds);
  return (sessionId, frame) => {
    if (access.may("look", sessionId)) {
      seen.add(sessionId);
      const role = access.may("administer") ? "owner" : access.roleIn(sessionId);
      return role ? frameWithRole(frame, role) : frame;
    }
    return seen.delete(sessionId) ? deletedFrame(sessionId) : undefined;
  };
}
