/**
 * The terms of all tools, and what they are worth: BM25, where a tool answers each asked word once, by the best of the
 * word's terms.
 */

import type { IndexedTool } from "./index-tool.ts";
import { rootOf } from "./stem.ts";

export interface Vocabulary {
  has(term: string): boolean;
  withRoot(root: string): readonly string[];
  withInitial(initial: string): readonly string[];
  /** The rarer a term among the tools, the better it distinguishes them. Terms that no tool has are left out. */
  weigh(word: {
    readonly phrase: string;
    readonly weight: number;
    readonly terms: ReadonlyMap<string, number>;
  }): WeighedWord;
  /** One score for every tool, in order. */
  score(words: readonly WeighedWord[]): readonly number[];
}

/** An asked word with what each of its terms is worth in a tool that has it. */
export interface WeighedWord {
  readonly phrase: string;
  readonly worths: readonly (readonly [term: string, worth: number])[];
}

export function createVocabulary(tools: readonly IndexedTool[]): Vocabulary {
  const postings = new Map<string, { readonly at: number; readonly weight: number }[]>();
  for (const [at, { terms }] of tools.entries()) {
    for (const [term, { weight }] of terms) {
      const known = postings.get(term);
      if (known) known.push({ at, weight });
      else postings.set(term, [{ at, weight }]);
    }
  }
  const byRoot = Map.groupBy(postings.keys(), rootOf);
  const byInitial = Map.groupBy(postings.keys(), (term) => term.slice(0, 1));
  return {
    has: (term) => postings.has(term),
    withRoot: (root) => byRoot.get(root) ?? [],
    withInitial: (initial) => byInitial.get(initial) ?? [],
    weigh({ phrase, weight, terms }) {
      const worths = [...terms].flatMap(([term, near]): WeighedWord["worths"] => {
        const holders = postings.get(term)?.length ?? 0;
        if (holders === 0) return [];
        return [[term, weight * near * Math.log(1 + (tools.length - holders + 0.5) / (holders + 0.5))]];
      });
      return { phrase, worths };
    },
    score(words) {
      const scores = tools.map(() => 0);
      for (const { worths } of words) {
        const best = new Map<number, number>();
        for (const [term, worth] of worths) {
          for (const { at, weight } of postings.get(term) ?? [])
            best.set(at, Math.max(best.get(at) ?? 0, worth * weight));
        }
        for (const [at, value] of best) scores[at] = (scores[at] ?? 0) + value;
      }
      return scores;
    },
  };
}
