/**
 * Entries one below the other, as text: a space between things that do not belong together.
 */

import type { Entry } from "@tenon/timeline";

import type { Style } from "../../terminal/style.ts";
import { entryLines } from "../../timeline-view/entry-lines.ts";

/** Gives the text of one entry after another; nothing for an entry that a person need not see. */
export function createEntryText(style: Style): (entry: Entry) => string {
  let previous: Entry["type"] | undefined;
  return (entry) => {
    const lines = entryLines(entry, style);
    if (lines.length === 0) return "";
    const isApart = previous !== undefined && !(isQuiet(previous) && isQuiet(entry.type));
    previous = entry.type;
    return `${isApart ? "\n" : ""}${lines.join("\n")}\n`;
  };
}

/** What stands in rows: calls, receipts, changes of the mode. */
function isQuiet(type: Entry["type"]): boolean {
  return type !== "user-message" && type !== "agent-message" && type !== "thought" && type !== "plan";
}
