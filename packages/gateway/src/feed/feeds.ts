/**
 * The feeds of all sessions that somebody reads, and of their changes.
 */

import type { Journal } from "@tenon/journal";

import type { Frame, SessionView } from "../gateway.ts";
import { GatewayError } from "../gateway-error.ts";
import type { GatewayLimits } from "../gateway-options.ts";
import { createChangeFeed } from "./change-feed.ts";
import { sessionFrame } from "./frame.ts";
import { openSessionFeed, type SessionFeed } from "./session-feed.ts";

export interface Feeds {
  readonly readers: number;
  session(
    sessionId: string,
    options: { readonly after?: number; readonly signal: AbortSignal },
  ): AsyncGenerator<Frame, void>;
  changes(signal: AbortSignal): AsyncGenerator<Frame, void>;
  /** Something about it has changed, other than its records. */
  announce(sessionId: string): void;
  /** Ends all of them. Resolves when no view is being made any more. */
  end(): Promise<void>;
}

export interface FeedsOptions {
  readonly journal: Journal;
  readonly limits: GatewayLimits;
  readonly view: (sessionId: string) => Promise<SessionView | undefined>;
  readonly onFailure: (error: unknown) => void;
}

interface Shared {
  readonly feed: Promise<SessionFeed>;
  readers: number;
}

export function createFeeds({ journal, limits, view, onFailure }: FeedsOptions): Feeds {
  const shared = new Map<string, Shared>();
  const over = new AbortController();
  const changes = createChangeFeed({ view, onFailure, onView: (id, frame) => void show(id, frame) });
  let readers = 0;

  return {
    get readers() {
      return readers;
    },
    async *session(sessionId, { after = 0, signal }) {
      const use = take(sessionId);
      readers += 1;
      try {
        const feed = await use.feed;
        const until = AbortSignal.any([signal, over.signal]);
        for await (const frames of feed.read({ after, signal: until })) {
          for (const frame of frames) {
            if (until.aborted) return;
            yield frame;
          }
        }
      } finally {
        readers -= 1;
        use.readers -= 1;
        if (use.readers === 0) letGo(sessionId, use);
      }
    },
    async *changes(signal) {
      readers += 1;
      try {
        yield* changes.read(AbortSignal.any([signal, over.signal]));
      } finally {
        readers -= 1;
      }
    },
    announce(sessionId) {
      if (readers > 0) changes.announce(sessionId);
    },
    async end() {
      over.abort();
      await changes.settled();
    },
  };

  function take(sessionId: string): Shared {
    const use = shared.get(sessionId) ?? { feed: open(sessionId), readers: 0 };
    use.readers += 1;
    shared.set(sessionId, use);
    return use;
  }

  async function open(sessionId: string): Promise<SessionFeed> {
    const session = await view(sessionId);
    if (!session) throw new GatewayError("session_not_found", `No such session: ${sessionId}`, { sessionId });
    return openSessionFeed({
      journal,
      sessionId,
      limits,
      start: session.lastSeq,
      view: sessionFrame(session),
      onFailure,
    });
  }

  function letGo(sessionId: string, use: Shared) {
    if (shared.get(sessionId) === use) shared.delete(sessionId);
    // One that could not be opened has nothing to end; its readers were told.
    use.feed.then(
      (feed) => feed.end(),
      () => {},
    );
  }

  async function show(sessionId: string, frame: Frame): Promise<void> {
    const feed = await shared.get(sessionId)?.feed.catch(() => undefined); // its readers were told
    feed?.show(frame);
  }
}
