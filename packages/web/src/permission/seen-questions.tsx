/**
 * Which questions are on the screen within their tool call; the others are asked above the composer.
 */

import { createContext, type ReactNode, type RefObject, use, useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

import type { RpcId } from "../wire/pending-calls.ts";

interface Seen {
  readonly seen: ReadonlySet<RpcId>;
}

const SeenContext = createContext<StoreApi<Seen> | undefined>(undefined);

export function SeenQuestions({ children }: { readonly children: ReactNode }) {
  const [store] = useState(() => createStore<Seen>(() => ({ seen: new Set() })));
  return <SeenContext value={store}>{children}</SeenContext>;
}

/** Watches the element that asks a question; true while nearly all of it is on the screen. */
export function useIsOnScreen(id: RpcId | undefined, element: RefObject<HTMLElement | null>): boolean {
  const store = useSeen();
  useEffect(() => {
    const watched = element.current;
    if (id === undefined || !watched) return undefined;
    const observer = new IntersectionObserver(
      (changes) => note(id, (changes.at(-1)?.intersectionRatio ?? 0) >= NEARLY_ALL),
      { threshold: [0, NEARLY_ALL, 1] },
    );
    observer.observe(watched);
    return () => {
      observer.disconnect();
      note(id, false);
    };

    function note(asked: RpcId, isSeen: boolean): void {
      const { seen } = store.getState();
      if (seen.has(asked) === isSeen) return;
      const others = [...seen].filter((other) => other !== asked);
      store.setState({ seen: new Set(isSeen ? [...others, asked] : others) });
    }
  }, [store, id, element]);
  return useStore(store, ({ seen }) => id !== undefined && seen.has(id));
}

export function useIsSeen(id: RpcId | undefined): boolean {
  return useStore(useSeen(), ({ seen }) => id !== undefined && seen.has(id));
}

const NEARLY_ALL = 0.9;

function useSeen(): StoreApi<Seen> {
  const store = use(SeenContext);
  if (!store) throw new Error("SeenQuestions is missing around this.");
  return store;
}
