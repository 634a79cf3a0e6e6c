/**
 * Replays the records of a session: the timeline as it was after each of them.
 *
 * Pauses are as long as they were, up to a bound, so that a night without records takes a moment.
 */

import { createStore, type StoreApi } from "zustand/vanilla";

import { browserFrames, type Frames } from "../open-session/frame-batch.ts";
import type { OpenSession, SessionState } from "../open-session/open-session.ts";
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
  const session: OpenSession = {
    id,
    isReplay: true,
    store: createStore<SessionState>(() => ({ phase: "ready", progress: 0, view: undefined, ...cursor.snapshot() })),
    unfolded: createUnfolded(),
    close: stop,
  };
  let frame: number | undefined;
  let lastTick = 0;
  /** Elapsed time, in milliseconds of the recording, that no pause has used yet. */
  let saved = 0;

  return {
    session,
    store,
    play() {
      if (store.getState().isPlaying) return;
      if (cursor.position === records.length) seek(0);
      store.setState({ isPlaying: true });
      lastTick = now();
      saved = 0;
      frame = frames.request(tick);
    },
    pause,
    seek,
    step(direction) {
      pause();
      seek(direction === 1 ? cursor.next() : cursor.previous());
    },
    setSpeed: (speed) => store.setState({ speed }),
    close: stop,
  };

  function seek(position: number): void {
    cursor.seek(position);
    store.setState({ position: cursor.position, at: records[cursor.position - 1]?.at });
    session.store.setState(cursor.snapshot());
  }

  function pause(): void {
    stop();
    store.setState({ isPlaying: false });
  }

  function stop(): void {
    if (frame !== undefined) frames.cancel(frame);
    frame = undefined;
  }

  function tick(): void {
    const time = now();
    saved += (time - lastTick) * store.getState().speed;
    lastTick = time;
    let next = cursor.position;
    while (next < records.length && pauseBefore(records, next) <= saved) {
      saved -= pauseBefore(records, next);
      next += 1;
    }
    if (next !== cursor.position) seek(next);
    if (next === records.length) return pause();
    frame = frames.request(tick);
  }
}

function pauseBefore(records: readonly FeedRecord[], index: number): number {
  const [before, after] = [records[index - 1], records[index]];
  return before && after ? Math.min(MAX_PAUSE_MS, Math.max(0, after.at - before.at)) : 0;
}
