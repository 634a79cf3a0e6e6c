/**
 * What is added to the names of endpoints where the sessions of an agent must not have the same: nothing, 2, 3, 4 …
 */

import type { SessionTools } from "./session-tools.ts";

export interface NameSuffixes {
  /** Opens tools with the first that no open session has, so that a name stays as it was where it can. */
  open(open: (suffix: string) => SessionTools): SessionTools;
}

export function createSuffixes(): NameSuffixes {
  const taken = new Set<number>();
  return {
    open(open) {
      let number = 1;
      while (taken.has(number)) number += 1;
      const opened = open(number === 1 ? "" : String(number));
      taken.add(number);
      return { ...opened, close: () => opened.close().finally(() => taken.delete(number)) };
    },
  };
}
