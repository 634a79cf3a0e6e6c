import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

import { useOpenSession } from "./session-context.ts";

/** The keys of the rows that are unfolded: kept with the session, because a row that is scrolled away is not drawn. */
export type Unfolded = StoreApi<{ readonly keys: ReadonlySet<string> }>;

export function createUnfolded(): Unfolded {
  return createStore<{ readonly keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));
}

export function useUnfolded(key: string): readonly [boolean, (isUnfolded: boolean) => void] {
  const { unfolded } = useOpenSession();
  const isUnfolded = useStore(unfolded, ({ keys }) => keys.has(key));
  const setUnfolded = (next: boolean): void =>
    unfolded.setState(({ keys }) => {
      const others = [...keys].filter((other) => other !== key);
      return { keys: new Set(next ? [...others, key] : others) };
    });
  return [isUnfolded, setUnfolded];
}
