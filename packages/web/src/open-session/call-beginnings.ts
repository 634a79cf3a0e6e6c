/**
 * When each tool call began to run, which is not when it was first reported: a person may have been asked in
 * between, and the time they took is not the call's.
 */

import type { Entry } from "@tenon/timeline";

/** Milliseconds since 1970, by the entry's key. Changes in place; a call that has not begun to run is not in it. */
export type CallBeginnings = ReadonlyMap<string, number>;

export interface CallBeginningsFold {
  readonly beginnings: CallBeginnings;
  /** Takes the entries that one event changed. */
  add(changed: readonly Entry[]): void;
}

export function createCallBeginnings(): CallBeginningsFold {
  const beginnings = new Map<string, number>();
  return {
    beginnings,
    add(changed) {
      for (const entry of changed) {
        if (entry.type !== "tool-call") continue;
        const { key, status, permission, changedAt } = entry;
        // A question in the middle restarts it with the answer.
        if (permission?.state === "waiting") beginnings.delete(key);
        else if (changedAt !== undefined && !beginnings.has(key)) {
          if (status === "in_progress" || permission) beginnings.set(key, changedAt);
        }
      }
    },
  };
}
