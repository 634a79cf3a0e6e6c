/**
 * What else a word may be: another form of a word that the tools have, a mistyped one, or the end of a compound.
 */

import { editDistance } from "@tenon/basis";

import type { Asked, Reader } from "./read-query.ts";
import { rootOf } from "./stem.ts";

const SAME_ROOT_WEIGHT = 0.6;
const MISTYPED_WEIGHT = 0.6;
const MIN_PART_LENGTH = 5;

/** The asked word's terms and those related to them, by how near they are. */
export function relatedTerms(
  asked: Pick<Asked, "terms" | "isPlain">,
  { lexicon, vocabulary }: Reader,
): ReadonlyMap<string, number> {
  const related = new Map(asked.terms);
  const add = (terms: Iterable<readonly [string, number]>, factor: number) => {
    for (const [term, near] of terms) related.set(term, Math.max(related.get(term) ?? 0, near * factor));
  };
  for (const [term, near] of asked.terms) {
    if (near < 1) continue;
    add(equal(vocabulary.withRoot(rootOf(term))), SAME_ROOT_WEIGHT);
  }
  const [word = ""] = asked.terms.keys();
  if (!asked.isPlain || [...related.keys()].some(vocabulary.has)) return related;

  const inLexicon = relatedInLexicon(word);
  for (const key of inLexicon) add(lexicon.entries.get(key) ?? [], MISTYPED_WEIGHT);
  if (inLexicon.length === 0) {
    const typos = vocabulary.withInitial(word.slice(0, 1)).filter((term) => isTypo(word, term));
    add(equal(typos), MISTYPED_WEIGHT);
  }
  return related;

  function relatedInLexicon(word: string): readonly string[] {
    const sameRoot = lexicon.wordsByRoot.get(rootOf(word));
    if (sameRoot) return sameRoot;
    const mistyped = [...lexicon.entries.keys()].filter((key) => isTypo(word, key));
    return mistyped.length > 0 ? mistyped : lastPartOf(word);
  }

  /** German and its kin write compounds in one word, and the last part says what the thing is: Konfigurationsdatei. */
  function lastPartOf(word: string): readonly string[] {
    for (let start = MIN_PART_LENGTH; start <= word.length - MIN_PART_LENGTH; start += 1) {
      if (lexicon.entries.has(word.slice(start))) return [word.slice(start)];
    }
    return [];
  }
}

function equal(terms: readonly string[]): readonly (readonly [string, number])[] {
  return terms.map((term) => [term, 1]);
}

const MIN_LENGTH = 5;

/** Whether one word may be a typo of the other. Short words and other first letters are not: most are another word. */
export function isTypo(a: string, b: string): boolean {
  const isComparable = a.length >= MIN_LENGTH && b.length >= MIN_LENGTH && a[0] === b[0];
  return isComparable && Math.abs(a.length - b.length) <= 1 && editDistance(a, b) <= 1;
}
