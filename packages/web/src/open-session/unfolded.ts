import { useStore } from "zustand";

import { useOpenSession } from "./session-context.ts";

/** Whether a row is unfolded: kept with the session, because a row that is scrolled away is not kept at all. */
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
