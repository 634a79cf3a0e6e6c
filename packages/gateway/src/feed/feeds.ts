/**
 * The feeds of all sessions that have readers, and of their changes.
 */

import type { Journal } from "@tenon/journal";

import type { Frame, SessionView } from "../gateway.ts";
import { GatewayError } from "../gateway-error.ts";
import type { GatewayLimits } from "../gateway-options.ts";
import type { Access } from "../people/access.ts";
import { createChangeFeed } from "./change-feed.ts";
import { sessionFrame } from "./frame.ts";
import { openSessionFeed, type SessionFeed } from "./session-feed.ts";

export interface Feeds {
  readonly readers: number;
  session(
    sessionId: string,
    options: { readonly after?: number; readonly signal: AbortSignal },
  ): AsyncGenerator<Frame, void>;
  changes(signal: AbortSignal, access?: Access): AsyncGenerator<Frame, void>;
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

export function createFeeds(options: FeedsOptions): Feeds {
  const shared = createSharedFeeds(options);
  const over = new AbortController();
  const changes = createChangeFeed({ ...options, onView: shared.show });
  const others = followOthers(options, changes.announce);
  let readers = 0;
  return {
    get readers() {
      return readers;
    },
    async *session(sessionId, { after = 0, signal }) {
      readers += 1;
      using _ = others.follow();
      using use = shared.use(sessionId);
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
      }
    },
    async *changes(signal, access) {
      readers += 1;
      using _ = others.follow();
      try {
        yield* changes.read(AbortSignal.any([signal, over.signal]), access);
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
}

/** Announces what other machines change, while there is a reader. */
function followOthers({ journal, onFailure }: FeedsOptions, announce: (sessionId: string) => void) {
  let stop: AbortController | undefined;
  let readers = 0;
  return {
    follow(): Disposable {
      readers += 1;
      if (!stop) void run((stop = new AbortController()).signal);
      return { [Symbol.dispose]: leave };
    },
  };

  function leave() {
    readers -= 1;
    if (readers > 0) return;
    stop?.abort();
    stop = undefined;
  }

  async function run(signal: AbortSignal) {
    try {
      for await (const sessionId of journal.changes(signal)) announce(sessionId);
    } catch (error) {
      onFailure(error);
    }
  }
}

interface Shared {
  readonly feed: Promise<SessionFeed>;
  readers: number;
}

/** One feed for all readers of a session, while it has some. */
function createSharedFeeds({ journal, limits, view, onFailure }: FeedsOptions) {
  const shared = new Map<string, Shared>();
  return {
    use(sessionId: string): Pick<Shared, "feed"> & Disposable {
      const use = shared.get(sessionId) ?? { feed: open(sessionId), readers: 0 };
      use.readers += 1;
      shared.set(sessionId, use);
      const release = () => {
        use.readers -= 1;
        if (use.readers === 0) end(sessionId, use);
      };
      return { feed: use.feed, [Symbol.dispose]: release };
    },
    show(sessionId: string, frame: Frame) {
      shared.get(sessionId)?.feed.then(
        (feed) => feed.show(frame),
        () => {}, // its readers got the error
      );
    },
  };

  async function open(sessionId: string): Promise<SessionFeed> {
    const session = await view(sessionId);
    if (!session) throw new GatewayError("session_not_found", `No such session: ${sessionId}`, { sessionId });
    const start = session.lastSeq;
    return openSessionFeed({ journal, sessionId, limits, start, view: sessionFrame(session), onFailure });
  }

  function end(sessionId: string, use: Shared) {
    if (shared.get(sessionId) === use) shared.delete(sessionId);
    use.feed.then(
      (feed) => feed.end(),
      () => {}, // one that could not be opened has nothing to end
    );
  }
}
