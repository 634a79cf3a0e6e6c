/**
 * Shows a timeline while it grows: on a terminal as it happened; elsewhere each entry when it is finished, so that
 * nothing is printed half or twice.
 */

import type { Entry } from "@tenon/timeline";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import type { Style } from "../../terminal/style.ts";
import { isScreen, stdoutTerminal, type Terminal } from "../../terminal/terminal.ts";
import { createLiveView } from "../../timeline-view/live/live-view.ts";
import { createEntryText } from "./entry-text.ts";

export interface EntryView {
  /** Entries that are new or have changed, in the order of the timeline. Waits until they have been taken. */
  show(changed: readonly Entry[], options: { readonly isTurnOpen: boolean }): Promise<void>;
  /** Shows also what is not finished, and leaves the terminal as it was. */
  end(): Promise<void>;
}

export function openEntryView({ style, isJson }: { readonly style: () => Style; readonly isJson: boolean }): EntryView {
  if (isJson) return createJsonView();
  return isScreen() ? createScreenView({ terminal: stdoutTerminal(), style }) : createTextView(style());
}

/** Every change at once, for programs: a line with a higher revision replaces the one with the same key. */
function createJsonView(): EntryView {
  return {
    async show(changed) {
      for (const entry of changed) await writeStdout(`${JSON.stringify(entry)}\n`);
    },
    async end() {},
  };
}

/** The live view of `tenon run`, with the prompts. */
export function createScreenView(options: { readonly terminal: Terminal; readonly style: () => Style }): EntryView {
  let failure: { readonly error: unknown } | undefined;
  const onFailure = (error: unknown) => void (failure ??= { error });
  const view = createLiveView({ ...options, now: Date.now, showPrompts: true, onFailure });
  let wasTurnOpen = false;
  return {
    async show(changed, { isTurnOpen }) {
      await view.show(changed);
      if (wasTurnOpen !== isTurnOpen) view.setStatus(isTurnOpen ? t("working") : undefined);
      wasTurnOpen = isTurnOpen;
      if (failure) throw failure.error;
    },
    end: () => view.end(),
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
