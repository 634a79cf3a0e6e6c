/**
 * A timeline on a terminal while it grows: text as it comes, a row that says what runs, and everything that has finished
 * above it, written once.
 */

import type { Entry } from "@tenon/timeline";

import type { Style } from "../../terminal/style.ts";
import type { Terminal } from "../terminal.ts";
import { clipEnd } from "../../terminal/text-width.ts";
import { createEntryRows } from "./entry-rows.ts";
import { createFrames } from "./frames.ts";
import { createLiveArea } from "./live-area.ts";
import { SPINNER_MS, statusRow } from "./status-row.ts";

export interface LiveView {
  /** Resolves when there is room for more; wait for it, or a slow terminal makes the memory grow. */
  show(changed: readonly Entry[]): Promise<void>;
  /** Finished lines that are not of the timeline. */
  tell(...lines: readonly string[]): void;
  /** What happens while nothing runs; undefined: nothing does. */
  setStatus(text: string | undefined): void;
  /** Leaves the terminal to somebody else for as long as the work takes. What comes meanwhile is shown afterwards. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Everything is on the screen, and nothing moves any more. */
  end(): Promise<void>;
}

// Rows that wait for a slow terminal.
const MOST_WAITING = 64 * 1024;

export function createLiveView(options: {
  readonly terminal: Terminal;
  /** Asked for each time, because the window may change. */
  readonly style: () => Style;
  readonly now: () => number;
  /** The terminal is gone. */
  readonly onFailure: (error: unknown) => void;
}): LiveView {
  const { terminal, style, now } = options;
  const area = createLiveArea();
  const entries = createEntryRows(style);
  const frames = createFrames({ draw, write: terminal.write, onFailure: options.onFailure });
  let waiting: string[] = [];
  let waitingLength = 0;
  let status: string | undefined;
  let since = now();
  let spinner: NodeJS.Timeout | undefined;
  let isAside = false;
  let isCleared = false;
  let queue: Promise<unknown> = Promise.resolve();

  return {
    async show(changed) {
      const wasRunning = entries.running.length > 0;
      for (const entry of changed) push(entries.add(entry));
      if (wasRunning !== entries.running.length > 0) since = now();
      frames.request();
      if (waitingLength > MOST_WAITING && !isAside) await frames.flush();
    },
    tell(...lines) {
      push(lines);
      frames.request();
    },
    setStatus(text) {
      if (status !== text) since = now();
      status = text;
      clearInterval(spinner);
      if (status !== undefined) spinner = setInterval(frames.request, SPINNER_MS);
      frames.request();
    },
    aside(work) {
      // One after another: two questions on one screen would be answered together [D-16].
      const result = queue.then(async () => {
        isAside = true;
        await frames.flush();
        try {
          return await work();
        } finally {
          isAside = false;
          isCleared = false;
          frames.request();
        }
      });
      queue = result.catch(() => {});
      return result;
    },
    async end() {
      clearInterval(spinner);
      status = undefined;
      push(entries.end());
      await frames.flush();
      frames.stop();
    },
  };

  function push(rows: readonly string[]): void {
    for (const row of rows) {
      waiting.push(row);
      waitingLength += row.length;
    }
  }

  function draw(): string {
    // Set aside, it clears away what moves, and then waits.
    if (isCleared) return "";
    isCleared = isAside;
    const finished = waiting;
    waiting = [];
    waitingLength = 0;
    return area.draw(finished, isCleared ? [] : liveRows());
  }

  function liveRows(): string[] {
    const { rest, running, plan } = entries;
    const { paint } = style();
    const text = rest && clipEnd(rest.text, terminal.columns - 1);
    const row = text === undefined ? [] : [rest?.isThought ? paint("dim", text) : text];
    if (status === undefined) return row;
    return [...row, statusRow({ text: status, running, plan, sinceMs: now() - since }, style())];
  }
}
