/**
 * What else a word may be: another form of a word that the tools have, a mistyped one, or the end of a compound.
 */

import { isTypo } from "./is-typo.ts";
import type { Asked, Reader } from "./read-query.ts";
import { rootOf } from "./stem.ts";

const SAME_ROOT = 0.6;
const MISTYPED = 0.6;
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
    add(equal(vocabulary.withRoot(rootOf(term))), SAME_ROOT);
  }
  const [word = ""] = asked.terms.keys();
  if (!asked.isPlain || [...related.keys()].some(vocabulary.has)) return related;

  const inLexicon = relatedInLexicon(word);
  for (const key of inLexicon) add(lexicon.entries.get(key) ?? [], MISTYPED);
  if (inLexicon.length === 0) {
    const typos = vocabulary.withInitial(word.slice(0, 1)).filter((term) => isTypo(word, term));
    add(equal(typos), MISTYPED);
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
