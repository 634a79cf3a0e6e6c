/**
 * Plays the records of a session again: the timeline as it was after each of them.
 *
 * Pauses are as long as they were, up to a bound, so that nobody watches a night in which nothing happened.
 */

import { createStore, type StoreApi } from "zustand/vanilla";

import { createFeedFold, type FeedFold } from "../open-session/fold-feed.ts";
import type { Frames } from "../open-session/frame-batch.ts";
import type { OpenSession, SessionState } from "../open-session/open-session.ts";
import { createRows, type Rows } from "../open-session/rows.ts";
import { createServerFold, type ServerFold } from "../open-session/server-fold.ts";
import type { FeedRecord } from "../wire/feed.ts";

export interface Replay {
  /** The session as it was, for the components that draw one. */
  readonly session: OpenSession;
  readonly store: StoreApi<ReplayState>;
  play(): void;
  pause(): void;
  /** To the state after so many records. */
  seek(position: number): void;
  /** Forward or back to where something else can be seen. */
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

const LONGEST_PAUSE_MS = 1_500;

export function createReplay(options: ReplayOptions): Replay {
  const { id, records, frames = browserFrames, now = () => performance.now() } = options;
  let folded = beginFold();
  let frame: number | undefined;
  let lastTick = 0;
  let saved = 0;
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
    store: createStore<SessionState>(() => ({
      phase: "ready",
      progress: 0,
      view: undefined,
      revision: 0,
      ...viewOf(folded),
    })),
    unfolded: createStore<{ readonly keys: ReadonlySet<string> }>(() => ({ keys: new Set() })),
    close,
  };

  return { session, store, play, pause, seek, step, setSpeed: (speed) => store.setState({ speed }), close };

  function play(): void {
    if (store.getState().isPlaying) return;
    if (store.getState().position === records.length) seek(0);
    store.setState({ isPlaying: true });
    lastTick = now();
    saved = 0;
    frame = frames.request(tick);
  }

  function pause(): void {
    close();
    store.setState({ isPlaying: false });
  }

  function close(): void {
    if (frame !== undefined) frames.cancel(frame);
    frame = undefined;
  }

  function tick(): void {
    const { position, speed } = store.getState();
    const time = now();
    saved += (time - lastTick) * speed;
    lastTick = time;
    let next = position;
    while (next < records.length && pauseBefore(next) <= saved) {
      saved -= pauseBefore(next);
      next += 1;
    }
    if (next !== position) seek(next);
    if (next === records.length) return pause();
    frame = frames.request(tick);
  }

  function pauseBefore(index: number): number {
    const [before, after] = [records[index - 1], records[index]];
    return before && after ? Math.min(LONGEST_PAUSE_MS, Math.max(0, after.at - before.at)) : 0;
  }

  function seek(wanted: number): void {
    const position = Math.max(0, Math.min(records.length, wanted));
    if (position < folded.position) folded = beginFold();
    foldTo(folded, position);
    store.setState({ position, at: records[position - 1]?.at });
    session.store.setState(({ revision }) => ({ revision: revision + 1, ...viewOf(folded) }));
  }

  function step(direction: 1 | -1): void {
    pause();
    const { position } = store.getState();
    if (direction === 1) return seek(nextChange(folded, position));
    // Where the step before the last one ended: found by walking there.
    const walk = beginFold();
    let place = 0;
    for (let next = nextChange(walk, 0); next < position; next = nextChange(walk, place)) {
      place = next;
      if (place === records.length) break;
    }
    seek(place);
  }

  /** The position at which a row has been added or the turn has begun or ended; the fold is taken there. */
  function nextChange(fold: Fold, position: number): number {
    const before = sightOf(fold);
    for (let next = position + 1; next <= records.length; next += 1) {
      foldTo(fold, next);
      if (sightOf(fold) !== before) return next;
    }
    return records.length;
  }

  function foldTo(fold: Fold, position: number): void {
    for (const record of records.slice(fold.position, position)) {
      fold.feed.add(record);
      fold.servers.add(record);
    }
    fold.position = Math.max(fold.position, position);
    fold.rows.extend(fold.feed.timeline.entries);
  }
}

interface Fold {
  readonly feed: FeedFold;
  readonly rows: Rows;
  readonly servers: ServerFold;
  position: number;
}

function beginFold(): Fold {
  return { feed: createFeedFold(), rows: createRows(), servers: createServerFold(), position: 0 };
}

function viewOf({ feed: { timeline, exchanges, beginnings }, rows, servers }: Fold) {
  return {
    entries: timeline.entries,
    rows: rows.list,
    rowCount: rows.list.length,
    timeline: timeline.state,
    exchanges,
    beginnings,
    servers: servers.list,
  };
}

function sightOf({ rows, feed }: Fold): string {
  return `${rows.list.length} ${feed.timeline.state.isTurnOpen}`;
}

const browserFrames: Frames = {
  request: (run) => requestAnimationFrame(run),
  cancel: (id) => cancelAnimationFrame(id),
};
