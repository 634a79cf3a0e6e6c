/**
 * The entries of a timeline in their order, and which of them one event has changed.
 *
 * The law: an entry never moves and never goes; a change replaces it by one with a higher revision.
 */

import { isEqualJson } from "@tenon/basis";

import type { Entry, Identity } from "../entry.ts";

/** What an entry says, without its key, revision and times. */
export type Body<Kind extends Entry = Entry> = Kind extends unknown ? Omit<Kind, keyof Identity> : never;

/** One entry, which can be changed. */
export interface Slot<Content extends Body> {
  readonly body: Content;
  /** Replaces what the entry says; nothing has changed if it is the same. */
  set(body: Content): void;
}

export interface EntryList {
  readonly entries: readonly Entry[];
  push<Content extends Body>(body: Content): Slot<Content>;
  /** An entry of an earlier part of the session, which is not in this list. */
  hidden<Content extends Body>(body: Content): Slot<Content>;
  /** Whether the last event has set a hidden entry. */
  readonly reachesBack: boolean;
  /** Runs what one event does, and gives the entries that are new or different after it, in order. */
  changesOf(at: number | undefined, run: () => void): readonly Entry[];
}

export function createEntryList(newKey?: () => string): EntryList {
  const entries: Entry[] = [];
  const touched = new Set<number>();
  let now: number | undefined;
  let reachesBack = false;

  return {
    entries,
    get reachesBack() {
      return reachesBack;
    },
    hidden(body) {
      let current = body;
      return {
        get body() {
          return current;
        },
        set(next) {
          current = next;
          reachesBack = true;
        },
      };
    },
    push(body) {
      const index = entries.length;
      const identity = { key: newKey?.() ?? `entry-${index + 1}`, ...(now !== undefined && { at: now }) };
      let current = body;
      let revision = 1;
      put(index, { ...identity, revision, ...changedAt() }, body);
      return {
        get body() {
          return current;
        },
        set(next) {
          if (isEqualJson(current, next)) return;
          current = next;
          // However often one event changes an entry, that is one revision.
          if (!touched.has(index)) revision += 1;
          put(index, { ...identity, revision, ...changedAt() }, next);
        },
      };
    },
    changesOf(at, run) {
      now = at;
      touched.clear();
      reachesBack = false;
      run();
      return [...touched].toSorted((one, other) => one - other).flatMap((index) => entries[index] ?? []);
    },
  };

  function put(index: number, identity: Identity, body: Body): void {
    entries[index] = { ...identity, ...body };
    touched.add(index);
  }

  function changedAt(): { changedAt?: number } {
    return now === undefined ? {} : { changedAt: now };
  }
}
