/**
 * The feed of one session, while it has readers: the journal is followed once for all of them.
 *
 * A reader takes frames at its own pace. The latest are shared; one that is further behind reads the journal by itself.
 */

import { type Journal, JournalError, type JournalErrorCode } from "@tenon/journal";

import type { Frame } from "../gateway.ts";
import type { GatewayLimits } from "../gateway-options.ts";
import { createBell } from "./bell.ts";
import { CAUGHT_UP, recordFrame } from "./frame.ts";
import { createRing } from "./ring.ts";

export interface SessionFeed {
  /** Some frames at a time, until the signal aborts or the feed ends. */
  read(options: { readonly after: number; readonly signal: AbortSignal }): AsyncGenerator<readonly Frame[], void>;
  /** What the session is like now. */
  show(frame: Frame): void;
  end(): void;
}

export interface SessionFeedOptions {
  readonly journal: Journal;
  readonly sessionId: string;
  /** The sequence number of the last record. */
  readonly start: number;
  readonly view: Frame;
  readonly limits: Pick<GatewayLimits, "ringFrames" | "ringCharacters">;
  readonly onFailure: (error: unknown) => void;
}

const PAGE = 100;
const GONE: ReadonlySet<JournalErrorCode> = new Set(["session_not_found", "closed"]);

export function openSessionFeed(options: SessionFeedOptions): SessionFeed {
  const { journal, sessionId, limits } = options;
  const latest = createRing({ start: options.start, frames: limits.ringFrames, characters: limits.ringCharacters });
  const over = new AbortController();
  const bells = new Set<() => void>();
  let view = options.view;
  void follow();
  return {
    read,
    show(frame) {
      view = frame;
      wake();
    },
    end: () => over.abort(),
  };

  async function follow(): Promise<void> {
    try {
      for await (const record of journal.tail(sessionId, { after: options.start, signal: over.signal })) {
        latest.push(recordFrame(record));
        wake();
      }
    } catch (error) {
      options.onFailure(error);
    }
    over.abort();
    wake();
  }

  function wake() {
    for (const ring of bells) ring();
  }

  async function* read({ after, signal }: { readonly after: number; readonly signal: AbortSignal }) {
    const { ring, rung } = createBell();
    bells.add(ring);
    signal.addEventListener("abort", ring, { once: true });
    try {
      let cursor = after;
      let shown: Frame | undefined;
      let isCaughtUp = false;
      while (!signal.aborted) {
        if (shown !== view) yield [(shown = view)];
        const frames = latest.after(cursor) ?? (await readFrames(options, cursor));
        if (!frames) return;
        cursor += frames.length;
        if (frames.length > 0) yield frames;
        else if (over.signal.aborted) return;
        else if (!isCaughtUp) {
          isCaughtUp = true;
          yield [CAUGHT_UP];
        } else await rung();
      }
    } finally {
      bells.delete(ring);
      signal.removeEventListener("abort", ring);
    }
  }
}

/** Undefined if the session is gone. */
async function readFrames(
  { journal, sessionId }: SessionFeedOptions,
  after: number,
): Promise<readonly Frame[] | undefined> {
  try {
    const records = await journal.read(sessionId, { after, limit: PAGE });
    return records.map(recordFrame);
  } catch (error) {
    if (error instanceof JournalError && GONE.has(error.code)) return undefined;
    throw error;
  }
}
