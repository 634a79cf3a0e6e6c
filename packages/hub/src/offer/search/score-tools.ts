/**
 * The arithmetic of the search: BM25, where a tool answers each asked word once, by the best of the word's terms.
 */

import type { Segment } from "./segment.ts";

/** An asked word with what each of its terms is worth in a tool that has it. */
export interface WeighedWord {
  readonly said: string;
  readonly worths: readonly (readonly [term: string, worth: number])[];
}

/** How many tools have each term, over all segments. */
export type Holders = ReadonlyMap<string, number>;

export function countHolders(segments: readonly Segment[]): Holders {
  const holders = new Map<string, number>();
  for (const { postings } of segments) {
    for (const [term, { length }] of postings) holders.set(term, (holders.get(term) ?? 0) + length);
  }
  return holders;
}

/** The rarer a term among the tools, the more it tells them apart. Terms that no tool has are left out. */
export function weighWord(
  word: { readonly said: string; readonly weight: number; readonly terms: ReadonlyMap<string, number> },
  catalogue: { readonly holders: Holders; readonly size: number },
): WeighedWord {
  const worths: (readonly [string, number])[] = [];
  for (const [term, near] of word.terms) {
    const holders = catalogue.holders.get(term);
    if (holders === undefined) continue;
    worths.push([term, word.weight * near * Math.log(1 + (catalogue.size - holders + 0.5) / (holders + 0.5))]);
  }
  return { said: word.said, worths };
}

/** One score for every tool of a segment, in order. */
export function scoreTools(words: readonly WeighedWord[], { tools, postings }: Segment): readonly number[] {
  const scores = tools.map(() => 0);
  for (const { worths } of words) {
    const best = new Map<number, number>();
    for (const [term, worth] of worths) {
      for (const { at, weight } of postings.get(term) ?? []) best.set(at, Math.max(best.get(at) ?? 0, worth * weight));
    }
    for (const [at, value] of best) scores[at] = (scores[at] ?? 0) + value;
  }
  return scores;
}
