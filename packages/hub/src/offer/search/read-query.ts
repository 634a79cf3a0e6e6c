/**
 * Reads a request: which words carry it, what else they may mean, and what it wants done.
 */

import { commonWords } from "./common-words.ts";
import type { Lexicon, Meant } from "./compile-lexicon.ts";
import { type Deed, deedsIn } from "./deeds.ts";
import { findArguments } from "./find-arguments.ts";
import { chunksOf, fold, splitWords, unspacedRuns } from "./split-words.ts";
import { calledTerm } from "./index-tool.ts";
import { stem } from "./stem.ts";

/** What the search does beyond plain matching of words; each can be left out, to measure what it gives. */
export type Ingredient = "lexicon" | "arguments" | "negation" | "deeds" | "roots" | "typing errors" | "servers";

/** A word of the request, or a phrase, or an argument, with the terms that would answer it. */
export interface Asked {
  readonly said: string;
  readonly terms: Meant;
  readonly weight: number;
  /** A word that stands only for itself: if no tool has it, it may be mistyped. */
  readonly isPlain: boolean;
}

export interface Query {
  readonly asked: readonly Asked[];
  /** Terms that the request says it does not want. */
  readonly unwanted: readonly string[];
  readonly deeds: ReadonlySet<Deed>;
  readonly without: ReadonlySet<Ingredient>;
}

export interface Reader {
  readonly lexicon: Lexicon;
  /** Whether any tool has this term. */
  readonly isTerm: (term: string) => boolean;
  readonly without: ReadonlySet<Ingredient>;
}

// A pasted log is no request. What is wanted is said before it, or after.
const LONGEST = 2_000;
const ARGUMENT_WEIGHT = 0.5;
const NAME_WEIGHT = 3;

export function readQuery(request: string, reader: Reader): Query {
  const { lexicon, isTerm, without } = reader;
  const entries: ReadonlyMap<string, Meant> = without.has("lexicon") ? new Map() : lexicon.entries;
  const asked: Asked[] = [];
  let text = shorten(request);
  for (const name of namesIn(text))
    asked.push({ said: name, terms: new Map([[calledTerm(name), 1]]), weight: NAME_WEIGHT, isPlain: false });
  if (!without.has("arguments")) text = takeArguments(text);
  const { wanted, unwanted } = without.has("negation")
    ? { wanted: text, unwanted: new Set<string>() }
    : splitNegated(text);
  for (const clause of wanted.split(CLAUSE_END)) readClause(wordsOf(clause));
  if (!without.has("lexicon")) for (const run of unspacedRuns(wanted)) readUnspaced(run);
  return {
    asked: withoutRepeats(asked),
    unwanted: [...unwanted],
    deeds: without.has("deeds") ? new Set() : wantedDeeds(text, asked),
    without,
  };

  function takeArguments(text: string): string {
    const { found, rest } = findArguments(text);
    for (const argument of found) {
      asked.push({
        said: argument.text,
        terms: new Map([[argument.kind, 1]]),
        weight: ARGUMENT_WEIGHT,
        isPlain: false,
      });
      for (const word of splitWords(argument.words)) {
        asked.push({ said: argument.text, terms: meantBy(stem(word)), weight: ARGUMENT_WEIGHT, isPlain: false });
      }
    }
    return rest;
  }

  /** JavaScript is one word and fileInfo is two: whole if anything knows the whole, else in parts. */
  function wordsOf(clause: string): readonly string[] {
    return chunksOf(clause).flatMap((chunk) => {
      const whole = stem(fold(chunk));
      return isTerm(whole) || entries.has(whole) ? [fold(chunk)] : splitWords(chunk);
    });
  }

  function readClause(words: readonly string[]): void {
    const stems = words.map(stem);
    let at = 0;
    while (at < words.length) {
      const length = phraseAt(stems, at);
      const said = words.slice(at, at + length).join(" ");
      const key = stems.slice(at, at + length).join(" ");
      if (!commonWords.has(said)) asked.push({ said, terms: meantBy(key), weight: 1, isPlain: !entries.has(key) });
      at += length;
    }
  }

  /** The length of the longest phrase that begins here: at least the one word. */
  function phraseAt(stems: readonly string[], at: number): number {
    for (let length = Math.min(lexicon.longest, stems.length - at); length > 1; length -= 1) {
      if (entries.has(stems.slice(at, at + length).join(" "))) return length;
    }
    return 1;
  }

  function readUnspaced(run: string): void {
    let rest = run;
    for (const [word, terms] of lexicon.unspaced) {
      if (!rest.includes(word)) continue;
      // So that the word for a folder is not also read as the shorter word for a file.
      rest = rest.replaceAll(word, " ");
      asked.push({ said: word, terms, weight: 1, isPlain: false });
    }
  }

  function meantBy(key: string): Meant {
    return entries.get(key) ?? new Map([[key, 1]]);
  }
}

const CLAUSE_END = /[.,;:!?…()\n]+/;
const NEGATED =
  /\b(?:don['’]?t|do not|never|without|no need to|rather than)\b(?!\s+forget)(?:\s+[\p{L}\p{N}]+){1,3}/giu;
const QUESTION = /^\W*(?:what|which|who|whose|where|when|why|how|is|are|was|were|do|does|did|has|have)\b|[?？]\s*$/i;
// A word that only may mean to delete does not ask for it.
const SURE = 0.7;

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)}\n${text.slice(-LONGEST / 2)}`;
}

/** What is written like the name of a tool: `list_files`, `listFiles`. */
function namesIn(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}_-]+/gu) ?? []).filter((token) => /[_-]|\p{Ll}\p{Lu}/u.test(token));
}

function splitNegated(text: string): { readonly wanted: string; readonly unwanted: ReadonlySet<string> } {
  const unwanted = new Set<string>();
  const wanted = text.replace(NEGATED, (clause) => {
    for (const word of splitWords(clause)) if (!commonWords.has(word)) unwanted.add(stem(word));
    return " … ";
  });
  return { wanted, unwanted };
}

function wantedDeeds(request: string, asked: readonly Asked[]): ReadonlySet<Deed> {
  const wanted = new Set<Deed>(QUESTION.test(request.trim()) ? ["read"] : []);
  for (const { terms } of asked) {
    const deeds = deedsIn(terms);
    const most = Math.max(SURE, ...deeds.values());
    for (const [deed, weight] of deeds) if (weight === most) wanted.add(deed);
  }
  return wanted;
}

/** Saying a thing twice does not ask for it twice. */
function withoutRepeats(asked: readonly Asked[]): readonly Asked[] {
  const seen = new Set<string>();
  return asked.filter(({ terms }) => {
    const key = [...terms.keys()].join(" ");
    return seen.has(key) ? false : seen.add(key);
  });
}
