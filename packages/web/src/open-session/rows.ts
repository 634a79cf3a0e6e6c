/**
 * The rows of a timeline: an entry each, or consecutive receipts together.
 *
 * An entry never changes its type, so rows are only ever added. Usage, which is shown elsewhere, and a normal end of a turn
 * that had an answer have no row.
 */

import type { Entry } from "@tenon/timeline";

export interface Row {
  /** Of its first entry. */
  readonly key: string;
  readonly type: Entry["type"];
  /** Indices of entries. */
  readonly first: number;
  readonly last: number;
}

export interface Rows {
  /** Grows in place; its last row is replaced when it takes in another entry. */
  readonly list: readonly Row[];
  /** Adds rows for new entries. */
  extend(entries: readonly Entry[]): void;
}

export function createRows(): Rows {
  const list: Row[] = [];
  let next = 0;

  return {
    list,
    extend(entries) {
      for (; next < entries.length; next += 1) {
        const entry = entries[next];
        if (entry && (isShown(entry) || isSilence(entry, list.at(-1)))) add(entry, next);
      }
    },
  };

  function add({ key, type }: Entry, index: number): void {
    const before = list.at(-1);
    if (before && type === "receipt" && before.type === "receipt") {
      list[list.length - 1] = { ...before, last: index };
    } else {
      list.push({ key, type, first: index, last: index });
    }
  }
}

/** A turn that ended without a word: nothing else would show that it is over. */
function isSilence(entry: Entry, before: Row | undefined): boolean {
  return entry.type === "turn-end" && before?.type === "user-message";
}

function isShown(entry: Entry): boolean {
  if (entry.type === "usage") return false;
  return entry.type !== "turn-end" || entry.stopReason !== "end_turn";
}
