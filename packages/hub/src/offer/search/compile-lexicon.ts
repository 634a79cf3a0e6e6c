/**
 * Makes the lexicon's and the translations' plain lines quick to ask.
 */

import { commonWords } from "./common-words.ts";
import { lexicon } from "./lexicon.ts";
import { fold, splitWords, unspacedRuns } from "./split-words.ts";
import { rootOf, stem } from "./stem.ts";
import { translations } from "./translations.ts";

/** Terms that a fitting tool would have, by how near they are to the phrase: 1 is the same. */
export type Meant = ReadonlyMap<string, number>;

export interface Lexicon {
  /** By the stems of a word or phrase, with spaces between them. */
  readonly entries: ReadonlyMap<string, Meant>;
  /** The same by their stems without the articles between them. */
  readonly articleless: ReadonlyMap<string, Meant>;
  /** The single words among the entries, by their root. */
  readonly wordsByRoot: ReadonlyMap<string, readonly string[]>;
  /** Of the longest phrase, in words. */
  readonly longest: number;
  /** Words of writing without spaces, longest first: they have to be looked for inside a run of letters. */
  readonly unspaced: readonly (readonly [word: string, meant: Meant])[];
}

const NEAR_WEIGHT = 0.75;
const FAR_WEIGHT = 0.3;

let compiled: Lexicon | undefined;

/** One for all sessions, which only read it; compiled when the first of them searches. */
export function compiledLexicon(): Lexicon {
  return (compiled ??= compileLexicon());
}

function compileLexicon(): Lexicon {
  const entries = new Map<string, Map<string, number>>();
  const articleless = new Map<string, Meant>();
  for (const { phrases, meant } of Object.values(lexicon).flatMap((text) => linesOf(text, "\n"))) {
    const [near = [], far = []] = meant.split("~").map((words) => words.trim().split(" ").map(stemEach));
    for (const key of phrases.map(keyOf)) {
      const terms = entries.get(key) ?? new Map<string, number>();
      for (const term of far) terms.set(term, Math.max(terms.get(term) ?? 0, FAR_WEIGHT));
      for (const term of near) terms.set(term, Math.max(terms.get(term) ?? 0, NEAR_WEIGHT));
      // A word means itself; a phrase does not mean its words.
      if (!key.includes(" ")) terms.set(key, 1);
      entries.set(key, terms);
      articleless.set(withoutArticles(key.split(" ")), terms);
    }
  }
  const unspaced = new Map<string, Meant>();
  for (const { phrases, meant } of Object.values(translations).flatMap((text) => linesOf(text, /[\n;]/))) {
    const english = keyOf(meant);
    const terms = entries.get(english) ?? new Map([[english, 1]]);
    for (const word of phrases) {
      if (unspacedRuns(word).length > 0) unspaced.set(fold(word), terms);
      // Where English has the same word, it is the English one that is meant more often.
      else if (!entries.has(keyOf(word))) entries.set(keyOf(word), terms);
    }
  }
  const words = [...entries.keys()].filter((key) => !key.includes(" ") && !commonWords.has(key));
  return {
    entries,
    articleless,
    wordsByRoot: Map.groupBy(words, rootOf),
    longest: Math.max(...[...entries.keys()].map((key) => key.split(" ").length)),
    unspaced: [...unspaced].toSorted(([a], [b]) => b.length - a.length || (a < b ? -1 : 1)),
  };
}

/** A phrase without the articles inside it: they say nothing of what is meant. */
export function withoutArticles(words: readonly string[]): string {
  return words.filter((word, at) => at === 0 || at === words.length - 1 || !ARTICLES.has(word)).join(" ");
}

export const ARTICLES: ReadonlySet<string> = new Set([
  "a",
  "an",
  "the",
  "my",
  "our",
  "your",
  "this",
  "that",
  "these",
  "those",
  "some",
  "it",
]);

/** Of a pair such as `pull+request`, both. */
function stemEach(term: string): string {
  return term.split("+").map(stem).join("+");
}

/** The form under which a word or phrase is looked up. */
function keyOf(phrase: string): string {
  return splitWords(phrase).map(stem).join(" ");
}

function linesOf(
  text: string,
  separator: string | RegExp,
): { readonly phrases: readonly string[]; readonly meant: string }[] {
  return text.split(separator).flatMap((line) => {
    const [phrases = "", meant] = line.split(":");
    return meant === undefined ? [] : [{ phrases: phrases.split(",").map((each) => each.trim()), meant: meant.trim() }];
  });
}
