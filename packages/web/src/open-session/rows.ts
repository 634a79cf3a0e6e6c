/**
 * What is drawn of a timeline, one row under another: an entry, or the receipts of servers that follow each other.
 *
 * An entry never changes its type, so rows are only ever added; what is said elsewhere (usage) or goes without saying (a turn
 * that ended as it should) has none.
 */

import type { Entry } from "@tenon/timeline";

export interface Row {
  /** Of its first entry. */
  readonly key: string;
  readonly type: Entry["type"];
  /** Places in the list of entries. */
  readonly first: number;
  readonly last: number;
}

export interface Rows {
  /** Grows in place; its last row is replaced when it takes in another entry. */
  readonly list: readonly Row[];
  /** Takes in the entries that have been added since. */
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
        if (entry && isShown(entry)) add(entry, next);
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

function isShown(entry: Entry): boolean {
  if (entry.type === "usage") return false;
  return entry.type !== "turn-end" || entry.stopReason !== "end_turn";
}
