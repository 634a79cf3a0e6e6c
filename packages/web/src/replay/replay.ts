/**
 * Replays the records of a session: the timeline as it was after each of them.
 *
 * Pauses are as long as they were, up to a bound, so that a night without records takes a moment.
 */

import { createStore, type StoreApi } from "zustand/vanilla";

import { browserFrames, type Frames } from "../open-session/frame-batch.ts";
import type { OpenSession, SessionState } from "../open-session/open-session.ts";
import type { SessionSnapshot } from "../open-session/session-fold.ts";
import { createUnfolded } from "../open-session/unfolded-rows.ts";
import type { FeedRecord } from "../wire/feed.ts";
import { createReplayCursor } from "./replay-cursor.ts";

export interface Replay {
  /** The session as it was, for the components that draw one. */
  readonly session: OpenSession;
  readonly store: StoreApi<ReplayState>;
  play(): void;
  pause(): void;
  /** To the state after `position` records. */
  seek(position: number): void;
  /** To the next or previous visible change. */
  step(direction: 1 | -1): void;
  setSpeed(speed: number): void;
  close(): void;
}

export interface ReplayState {
  readonly position: number;
  readonly count: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  /** When the last record was written, in milliseconds since 1970. */
  readonly at: number | undefined;
}

export interface ReplayOptions {
  readonly id: string;
  readonly records: readonly FeedRecord[];
  readonly frames?: Frames;
  readonly now?: () => number;
}

const MAX_PAUSE_MS = 1_500;

export function createReplay(options: ReplayOptions): Replay {
  const { id, records, frames = browserFrames, now = () => performance.now() } = options;
  const cursor = createReplayCursor(records);
  const store = createStore<ReplayState>(() => ({
    position: 0,
    count: records.length,
    isPlaying: false,
    speed: 1,
    at: undefined,
  }));
  const clock = createReplayClock({ frames, now, onTime: advance });
  const session = replayedSession(id, cursor.snapshot(), clock.stop);
  /** Elapsed time, in milliseconds of the recording, that no pause has used yet. */
  let saved = 0;

  return {
    session,
    store,
    play() {
      if (store.getState().isPlaying) return;
      if (cursor.position === records.length) seek(0);
      store.setState({ isPlaying: true });
      saved = 0;
      clock.start();
    },
    pause,
    seek,
    step(direction) {
      pause();
      seek(direction === 1 ? cursor.next() : cursor.previous());
    },
    setSpeed: (speed) => store.setState({ speed }),
    close: clock.stop,
  };

  function seek(position: number): void {
    cursor.seek(position);
    store.setState({ position: cursor.position, at: records[cursor.position - 1]?.at });
    session.store.setState(cursor.snapshot());
  }

  function pause(): void {
    clock.stop();
    store.setState({ isPlaying: false });
  }

  function advance(elapsedMs: number): void {
    saved += elapsedMs * store.getState().speed;
    let next = cursor.position;
    while (next < records.length && pauseBefore(records, next) <= saved) {
      saved -= pauseBefore(records, next);
      next += 1;
    }
    if (next !== cursor.position) seek(next);
    if (next === records.length) pause();
  }
}

function replayedSession(id: string, snapshot: SessionSnapshot, close: () => void): OpenSession {
  const store = createStore<SessionState>(() => ({
    phase: "ready",
    progress: 0,
    view: undefined,
    isLoadingEarlier: false,
    ...snapshot,
  }));
  return { id, isReplay: true, store, unfolded: createUnfolded(), close };
}

interface ReplayClockOptions {
  readonly frames: Frames;
  readonly now: () => number;
  /** Once a frame, with the milliseconds since the last one. */
  readonly onTime: (elapsedMs: number) => void;
}

function createReplayClock({ frames, now, onTime }: ReplayClockOptions) {
  let frame: number | undefined;
  let lastTick = 0;
  const tick = () => {
    const time = now();
    const elapsed = time - lastTick;
    lastTick = time;
    frame = frames.request(tick);
    onTime(elapsed);
  };
  return {
    start() {
      lastTick = now();
      frame = frames.request(tick);
    },
    stop() {
      if (frame !== undefined) frames.cancel(frame);
      frame = undefined;
    },
  };
}

function pauseBefore(records: readonly FeedRecord[], index: number): number {
  const [before, after] = [records[index - 1], records[index]];
  return before && after ? Math.min(MAX_PAUSE_MS, Math.max(0, after.at - before.at)) : 0;
}
