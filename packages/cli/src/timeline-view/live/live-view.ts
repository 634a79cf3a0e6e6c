/**
 * A timeline on a terminal while it grows: text as it comes, a row that says what runs, and everything that has finished
 * above it, written once.
 */

import { createKeyedQueue } from "@tenon/basis";
import type { Entry } from "@tenon/timeline";

import type { Style } from "../../terminal/style.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { clipEnd } from "../../terminal/text-width.ts";
import { createEntryRows } from "./entry-rows.ts";
import { createFrames } from "./frames.ts";
import { createLiveArea } from "./live-area.ts";
import { createStatusRow } from "./status-row.ts";

export interface LiveView {
  /** Resolves when more can be taken; wait for it, or a slow terminal makes the memory grow. */
  show(changed: readonly Entry[]): Promise<void>;
  /** Prints finished lines that are not part of the timeline. */
  print(...lines: readonly string[]): void;
  /** What happens while no tool runs; undefined: nothing does. */
  setStatus(text: string | undefined): void;
  /** Leaves the terminal to a question for as long as the work takes. What comes meanwhile is shown afterwards. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Everything is on the screen, and nothing moves any more. */
  end(): Promise<void>;
}

// Characters of finished rows that wait for a slow terminal.
const MAX_WAITING = 64 * 1024;

export interface LiveViewOptions {
  readonly terminal: Terminal;
  /** Asked for each time, because the window may change. */
  readonly style: () => Style;
  readonly now: () => number;
  /** For a session whose prompts were typed elsewhere. */
  readonly showPrompts?: boolean;
  /** The terminal is gone. */
  readonly onFailure: (error: unknown) => void;
}

export function createLiveView(options: LiveViewOptions): LiveView {
  const { terminal, style, now, onFailure } = options;
  const area = createLiveArea();
  const entries = createEntryRows(options);
  const frames = createFrames({ draw, write: terminal.write, onFailure });
  const status = createStatusRow({ style, now, onChange: frames.request });
  const asides = createKeyedQueue();
  const finished = createFinishedRows();
  let isAside = false;
  let isCleared = false;

  return {
    async show(changed) {
      const wasRunning = entries.running.length > 0;
      for (const entry of changed) finished.add(entries.add(entry));
      if (wasRunning !== entries.running.length > 0) status.restart();
      frames.request();
      if (finished.length > MAX_WAITING && !isAside) await frames.flush();
    },
    print(...lines) {
      finished.add(lines);
      frames.request();
    },
    setStatus: status.setText,
    aside(work) {
      // One after another: two questions on one screen would be answered together [D-16].
      return asides.run("terminal", async () => {
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
    },
    async end() {
      status.setText(undefined);
      finished.add(entries.end());
      await frames.flush();
      frames.stop();
    },
  };

  function draw(): string {
    // Set aside, it clears away what moves, and then waits.
    if (isCleared) return "";
    isCleared = isAside;
    return area.draw(finished.take(), isCleared ? [] : liveRows());
  }

  function liveRows(): string[] {
    const { rest } = entries;
    const text = rest && clipEnd(rest.text, terminal.columns - 1);
    const row = text === undefined || !rest?.isThought ? text : style().paint("dim", text);
    return [row, status.row(entries)].filter((one) => one !== undefined);
  }
}

/** Rows that are to be written above what moves. */
function createFinishedRows() {
  let rows: string[] = [];
  let length = 0;
  return {
    /** In characters. */
    get length() {
      return length;
    },
    add(added: readonly string[]): void {
      for (const row of added) {
        rows.push(row);
        length += row.length;
      }
    },
    take(): readonly string[] {
      const taken = rows;
      rows = [];
      length = 0;
      return taken;
    },
  };
}
