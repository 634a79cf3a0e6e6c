/**
 * The feed of one session, while it has readers: the journal is followed once for all of them.
 *
 * A reader takes frames at its own pace. The latest are shared; one that is further behind reads the journal by itself, and
 * costs nobody else anything.
 */

import { type Journal, JournalError, type JournalErrorCode } from "@tenon/journal";

import type { Frame } from "../gateway.ts";
import type { GatewayLimits } from "../gateway-options.ts";
import { CAUGHT_UP, recordFrame } from "./frame.ts";
import { createRing } from "./ring.ts";

export interface SessionFeed {
  /** Until the signal aborts, or the feed ends. */
  read(options: { readonly after: number; readonly signal: AbortSignal }): AsyncGenerator<Frame, void>;
  /** What the session is like now. */
  show(frame: Frame): void;
  end(): void;
}

export interface SessionFeedOptions {
  readonly journal: Journal;
  readonly sessionId: string;
  /** The place of the last record. */
  readonly start: number;
  readonly view: Frame;
  readonly limits: Pick<GatewayLimits, "ringFrames" | "ringCharacters">;
  readonly onFailure: (error: unknown) => void;
}

const PAGE = 100;
const GONE: ReadonlySet<JournalErrorCode> = new Set(["SESSION_NOT_FOUND", "CLOSED"]);

export function openSessionFeed(options: SessionFeedOptions): SessionFeed {
  const { journal, sessionId, limits } = options;
  const ring = createRing({ start: options.start, frames: limits.ringFrames, characters: limits.ringCharacters });
  const over = new AbortController();
  let view = options.view;
  let change = Promise.withResolvers<void>();
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
        ring.push(recordFrame(record));
        wake();
      }
    } catch (error) {
      options.onFailure(error);
    }
    over.abort();
    wake();
  }

  function wake() {
    change.resolve();
    change = Promise.withResolvers();
  }

  async function* read({ after, signal }: { readonly after: number; readonly signal: AbortSignal }) {
    let place = after;
    let shown: Frame | undefined;
    let isCaughtUp = false;
    while (!signal.aborted) {
      if (shown !== view) yield (shown = view);
      const { promise: changed } = change;
      const frames = ring.after(place) ?? (await recorded(place));
      if (!frames) return;
      for (const frame of frames) {
        if (signal.aborted) return;
        yield frame;
      }
      place += frames.length;
      if (frames.length > 0) continue;
      if (over.signal.aborted) return;
      if (!isCaughtUp) yield CAUGHT_UP;
      isCaughtUp = true;
      await either(changed, signal);
    }
  }

  /** Undefined if the session is gone. */
  async function recorded(place: number): Promise<readonly Frame[] | undefined> {
    try {
      const records = await journal.read(sessionId, { after: place, limit: PAGE });
      return records.map(recordFrame);
    } catch (error) {
      if (error instanceof JournalError && GONE.has(error.code)) return undefined;
      throw error;
    }
  }
}

/** Resolves with the promise, or when the signal aborts. */
export async function either(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const onAbort = () => resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) resolve();
  await Promise.race([promise, aborted]);
  signal.removeEventListener("abort", onAbort);
}
