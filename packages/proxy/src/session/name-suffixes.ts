/**
 * What is added to the names of endpoints where the sessions of an agent must not have the same: nothing, 2, 3, 4 …
 */

export interface NameSuffixes {
  /** The first that no session has, so that a name stays as it was where it can. */
  take(): { readonly text: string; release(): void };
}

export function createSuffixes(): NameSuffixes {
  const taken = new Set<number>();
  return {
    take() {
      let number = 1;
      while (taken.has(number)) number += 1;
      taken.add(number);
      return { text: number === 1 ? "" : String(number), release: () => void taken.delete(number) };
    },
  };
}
