/**
 * What is open for a cookie, so that it ends on sign-out.
 */

import type { Identity } from "./door.ts";

export interface SignedIn {
  /** `end` is called when this identity signs out. The result is to be called when there is nothing left to end. */
  hold(identity: Identity, end: () => void): () => void;
  signOut(cookie: string): void;
}

export function createSignedIn(): SignedIn {
  const held = new Map<string, Set<() => void>>();
  return {
    hold({ cookie }, end) {
      if (cookie === undefined) return () => {};
      const ends = held.get(cookie) ?? new Set();
      held.set(cookie, ends.add(end));
      return () => {
        ends.delete(end);
        if (ends.size === 0 && held.get(cookie) === ends) held.delete(cookie);
      };
    },
    signOut(cookie) {
      const ends = held.get(cookie) ?? [];
      held.delete(cookie);
      for (const end of ends) end();
    },
  };
}
