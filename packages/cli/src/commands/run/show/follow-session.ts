/**
 * Follows what happens in a session: what was on the wire, and what only we know. Everything in one order, each thing
 * recorded before it is shown.
 */

import { setTimeout as sleep } from "node:timers/promises";

import { createTimeline, type Timeline, type TimelineEvent, type ToolCallEntry } from "@tenon/timeline";

import type { Output } from "./output.ts";

export interface Follower {
  readonly timeline: Timeline;
  /** From the wire, which is recorded already. Resolves when it is shown. */
  wire(event: TimelineEvent): Promise<void>;
  /** Ours. */
  own(sessionId: string, event: TimelineEvent): void;
  /**
   * The call that a permission request is about, with everything reported of it, once the request is in the timeline: an
   * agent need not repeat itself in the request. Undefined if that takes too long.
   */
  asked(toolCallId: string): Promise<ToolCallEntry | undefined>;
  /** Resolves when all that was given so far is shown. */
  settled(): Promise<void>;
}

// The event is on its way already; this is for a question so odd that no event comes of it.
const MAX_WAIT_MS = 1_000;

export function followSession(options: {
  readonly output: Pick<Output, "event">;
  readonly note: (sessionId: string, event: TimelineEvent) => Promise<void>;
  /** The agent's id, for what the client notices by itself. */
  readonly sessionId: () => string | undefined;
}): Follower {
  const timeline = createTimeline();
  const watchers = new Set<() => void>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    timeline,
    wire: (event) => inOrder(event, event.type === "interruption" ? options.sessionId() : undefined),
    own: (sessionId, event) => void inOrder({ at: Date.now(), ...event }, sessionId),
    asked,
    settled: async () => void (await last),
  };

  async function asked(toolCallId: string): Promise<ToolCallEntry | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      const entry = timeline.entries.findLast((entry) => entry.type === "tool-call" && entry.toolCallId === toolCallId);
      return entry?.type === "tool-call" && entry.permission?.state === "waiting" ? entry : undefined;
    };
    const watch = () => look() && resolve();
    watchers.add(watch);
    try {
      return look() ?? (await Promise.race([promise, sleep(MAX_WAIT_MS, undefined, { ref: false })]), look());
    } finally {
      watchers.delete(watch);
    }
  }

  function inOrder(event: TimelineEvent, noteIn: string | undefined): Promise<void> {
    const shown = last.then(async () => {
      if (noteIn !== undefined) await options.note(noteIn, event);
      const changed = timeline.add(event);
      for (const watch of watchers) watch();
      // The replay of a loaded session is not shown again.
      const isOld = event.type === "replay-end" || (event.type === "update" && event.isReplay === true);
      if (!isOld) await options.output.event(event, changed);
    });
    last = shown.catch(() => {}); // reported to the caller
    return shown;
  }
}
