/**
 * Shows a timeline while it grows: on a terminal as it happened; elsewhere each entry when it is finished, so that
 * nothing is printed half or twice.
 */

import type { Entry } from "@tenon/timeline";

import { writeStdout } from "../../process/stdout.ts";
import type { Style } from "../../timeline-view/index.ts";
import { createEntryText } from "./entry-text.ts";
import { createScreenView } from "./screen-view.ts";

export interface EntryView {
  /** Entries that are new or have changed, in the order of the timeline. Waits until they have been taken. */
  show(changed: readonly Entry[], options: { readonly isTurnOpen: boolean }): Promise<void>;
  /** Shows also what is not finished, and leaves the terminal as it was. */
  end(): Promise<void>;
}

export function openEntryView({ style, isJson }: { readonly style: () => Style; readonly isJson: boolean }): EntryView {
  if (isJson) return createJsonView();
  if (!process.stdout.isTTY || process.env["TERM"] === "dumb") return createTextView(style());
  const terminal = {
    get columns() {
      return style().width ?? 80;
    },
    write: writeStdout,
  };
  return createScreenView({ terminal, style });
}

/** Every change at once, for programs: a line with a higher revision takes the place of one with the same key. */
function createJsonView(): EntryView {
  return {
    async show(changed) {
      for (const entry of changed) await writeStdout(`${JSON.stringify(entry)}\n`);
    },
    async end() {},
  };
}

function createTextView(style: Style): EntryView {
  const textOf = createEntryText(style);
  const unfinished = new Map<string, Entry>();

  async function print(entry: Entry): Promise<void> {
    unfinished.delete(entry.key);
    await writeStdout(textOf(entry));
  }

  async function end(): Promise<void> {
    for (const entry of unfinished.values()) await print(entry);
  }

  return {
    async show(changed) {
      for (const entry of changed) {
        if (isFinished(entry)) await print(entry);
        else unfinished.set(entry.key, entry);
        if (entry.type === "turn-end") await end();
      }
    },
    end,
  };
}

/** How much context is used changes with every step of a turn; a person wants it once. */
function isFinished(entry: Entry): boolean {
  if (entry.type === "usage") return false;
  if (entry.type === "elicitation") return entry.state !== "waiting";
  if (entry.type === "tool-call") return entry.status === "completed" || entry.status === "failed";
  return !("isOpen" in entry && entry.isOpen);
}
