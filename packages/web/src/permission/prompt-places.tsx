/**
 * Which questions can be seen in their own place in the timeline, so that the others are asked above the composer.
 */

import { createContext, type ReactNode, type RefObject, use, useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

import type { RpcId } from "../wire/pending-calls.ts";

interface Places {
  readonly seen: ReadonlySet<RpcId>;
}

const PlacesContext = createContext<StoreApi<Places> | undefined>(undefined);

export function PromptPlaces({ children }: { readonly children: ReactNode }) {
  const [places] = useState(() => createStore<Places>(() => ({ seen: new Set() })));
  return <PlacesContext value={places}>{children}</PlacesContext>;
}

/** Watches the place where a question is asked; true while all of it is on the screen. */
export function useIsOnScreen(id: RpcId | undefined, place: RefObject<HTMLElement | null>): boolean {
  const places = usePlaces();
  useEffect(() => {
    const element = place.current;
    if (id === undefined || !element) return undefined;
    const observer = new IntersectionObserver(
      (changes) => note(id, (changes.at(-1)?.intersectionRatio ?? 0) >= MOSTLY),
      { threshold: [0, MOSTLY, 1] },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      note(id, false);
    };

    function note(asked: RpcId, isSeen: boolean): void {
      const { seen } = places.getState();
      if (seen.has(asked) === isSeen) return;
      const others = [...seen].filter((other) => other !== asked);
      places.setState({ seen: new Set(isSeen ? [...others, asked] : others) });
    }
  }, [places, id, place]);
  return useStore(places, ({ seen }) => id !== undefined && seen.has(id));
}

export function useIsSeen(id: RpcId | undefined): boolean {
  return useStore(usePlaces(), ({ seen }) => id !== undefined && seen.has(id));
}

const MOSTLY = 0.9;

function usePlaces(): StoreApi<Places> {
  const places = use(PlacesContext);
  if (!places) throw new Error("There are no places around this.");
  return places;
}
