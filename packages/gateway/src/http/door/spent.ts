/**
 * The cookies that were signed out and the tickets that were used, by their marks, until they would have ended by themselves.
 *
 * The law: with people, all machines of a gateway know them, and after a restart too.
 */

import type { People } from "../../people/people.ts";

export interface Spent {
  has(mark: string): Promise<boolean>;
  /** False if it was there. `until` is in milliseconds since 1970. */
  add(mark: string, until: number): Promise<boolean>;
}

export function spentIn({ store, now, refresh }: Pick<People, "store" | "now" | "refresh">): Spent {
  return {
    has: (mark) => store.isSpent(mark),
    async add(mark, until) {
      const isFirst = await store.spend(mark, until, now());
      await refresh();
      return isFirst;
    },
  };
}

/** Until this process ends. */
export function rememberSpent(now: () => number = Date.now): Spent {
  const marks = new Map<string, number>();
  return {
    has: async (mark) => marks.has(mark),
    async add(mark, until) {
      for (const [other, end] of marks) if (end <= now()) marks.delete(other);
      const isFirst = !marks.has(mark);
      marks.set(mark, until);
      return isFirst;
    },
  };
}
