/**
 * Reads a request: which words carry it, what else they may mean, and what it wants done.
 */

import { commonWords } from "./common-words.ts";
import { ARTICLES, type Lexicon, type Meant, withoutArticles } from "./compile-lexicon.ts";
import { type Action, actionsIn } from "./actions.ts";
import { findArguments, type FoundArgument } from "./find-arguments.ts";
import { chunksOf, fold, splitWords, unspacedRuns } from "./split-words.ts";
import { calledTerm } from "./index-tool.ts";
import { stem } from "./stem.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A word of the request, or a phrase, or an argument, with the terms that would answer it. */
export interface Asked {
  readonly phrase: string;
  readonly terms: Meant;
  readonly weight: number;
  /** A word that stands only for itself: if no tool has it, it may be mistyped. */
  readonly isPlain: boolean;
  /** Whether it can say what is to be done. The list of `append to the list` cannot. */
  readonly mayBeAction: boolean;
}

export interface Query {
  readonly asked: readonly Asked[];
  /** Terms that the request says it does not want. */
  readonly unwanted: readonly string[];
  readonly actions: ReadonlySet<Action>;
}

export interface Reader {
  readonly lexicon: Lexicon;
  readonly vocabulary: Pick<Vocabulary, "has" | "withRoot" | "withInitial">;
}

// A pasted log is no request. What is wanted stands before it, or after.
const MAX_LENGTH = 2_000;
const ARGUMENT_WEIGHT = 0.5;
const NAME_WEIGHT = 3;

export function readQuery(request: string, reader: Reader): Query {
  const { entries } = reader.lexicon;
  const asked: Asked[] = namesIn(shorten(request)).map((phrase) => {
    const terms = new Map([[calledTerm(phrase), 1]]);
    return { phrase, terms, weight: NAME_WEIGHT, isPlain: false, mayBeAction: true };
  });
  const { found, rest: text } = findArguments(shorten(request));
  asked.push(...found.flatMap((argument) => readArgument(argument, reader.lexicon)));
  const { wanted, unwanted } = splitNegated(text);
  for (const [part, sentence] of wanted.split(":").entries()) {
    // What comes after a colon says what the new ticket says.
    const isContent = part > 0 && asked.some(({ terms, mayBeAction }) => mayBeAction && actionsIn(terms).size > 0);
    for (const clause of sentence.split(CLAUSE_END)) {
      const [action = "", ...content] = clause.split(CONTENT_START);
      readClause(wordsOf(action, reader), { isContent });
      readClause(wordsOf(content.join(" "), reader), { isContent: true });
    }
  }
  asked.push(...unspacedRuns(wanted).flatMap((run) => readUnspaced(run, reader.lexicon)));
  return { asked: withoutRepeats(asked), unwanted: [...unwanted], actions: wantedActions(text, asked) };

  function readClause(words: readonly string[], { isContent }: { readonly isContent: boolean }): void {
    const stems = words.map(stem);
    const telling = words.filter((word) => !commonWords.has(word)).length;
    const weight = isContent ? Math.min(CONTENT_WEIGHT, ALL_CONTENT_WEIGHT / telling) : 1;
    let at = 0;
    while (at < words.length) {
      const { length, terms } = phraseAt(stems, at, reader.lexicon);
      const phrase = words.slice(at, at + length).join(" ");
      const isPlain = terms === undefined;
      const mayBeAction = !isContent && !isNounAt(stems, at);
      if (!commonWords.has(phrase)) {
        asked.push({ phrase, terms: terms ?? meantBy(stems[at] ?? "", entries), weight, isPlain, mayBeAction });
      }
      at += length;
    }
  }
}

function readArgument({ text: phrase, kind, words }: FoundArgument, { entries }: Lexicon): readonly Asked[] {
  const argument = { phrase, weight: ARGUMENT_WEIGHT, isPlain: false, mayBeAction: false };
  const named = splitWords(words).map((word) => ({ ...argument, terms: meantBy(stem(word), entries) }));
  return [{ ...argument, terms: new Map([[kind, 1]]) }, ...named];
}

/** JavaScript is one word and fileInfo is two: whole if anything knows the whole, else in parts. */
function wordsOf(clause: string, { lexicon, vocabulary }: Reader): readonly string[] {
  return chunksOf(clause).flatMap((chunk) => {
    const whole = stem(fold(chunk));
    return vocabulary.has(whole) || lexicon.entries.has(whole) ? [fold(chunk)] : splitWords(chunk);
  });
}

/** The longest phrase that begins here, at least the one word, and what it means if anything knows it. */
function phraseAt(
  stems: readonly string[],
  at: number,
  { entries, articleless, longest }: Lexicon,
): { readonly length: number; readonly terms?: Meant | undefined } {
  for (let length = Math.min(longest + 1, stems.length - at); length > 1; length -= 1) {
    const phrase = stems.slice(at, at + length);
    const bare = withoutArticles(phrase);
    // `open the issue` and `Open issue …` are `open an issue`; the open issues of a list are not.
    const mayBeBare = at === 0 || bare !== phrase.join(" ");
    const terms = entries.get(phrase.join(" ")) ?? (mayBeBare ? articleless.get(bare) : undefined);
    if (terms) return { length, terms };
  }
  const verb = stems[at] ?? "";
  const particle = stems.slice(at + 2, at + 2 + MAX_PARTICLE_DISTANCE).find((word) => entries.has(`${verb} ${word}`));
  const isSplit = particle !== undefined && PARTICLES.has(particle);
  return { length: 1, terms: entries.get(isSplit ? `${verb} ${particle}` : verb) };
}

function readUnspaced(run: string, { unspaced }: Lexicon): readonly Asked[] {
  let rest = run;
  return unspaced.flatMap(([phrase, terms]) => {
    if (!rest.includes(phrase)) return [];
    // So that the word for a folder is not also read as the shorter word for a file.
    rest = rest.replaceAll(phrase, " ");
    return [{ phrase, terms, weight: 1, isPlain: false, mayBeAction: true }];
  });
}

function meantBy(key: string, entries: Lexicon["entries"]): Meant {
  return entries.get(key) ?? new Map([[key, 1]]);
}

const CLAUSE_END = /[.,;!?…()\n]+/;
// What follows says what a message, a bug or a note is about, and not what is to be done.
const CONTENT_START =
  /(?<=\bwith the (?:message|title|text|body|subject))\b|\b(?:saying|because|that(?=\s+(?:the|it|it['’]s|we|they|our|this|an?|i|you|he|she|there|my|all|no)\b))/i;
const CONTENT_WEIGHT = 0.6;
// All words of a clause together: a long report must not outweigh that it is to be filed.
const ALL_CONTENT_WEIGHT = 1.2;
// Bring the deleted file back, take Bob out of the list.
const PARTICLES = new Set("away back down in off on out over up".split(" "));
const MAX_PARTICLE_DISTANCE = 4;
const NEGATED =
  /\b(?:don['’]?t|do not|never|without|no need to|rather than)\b(?!\s+forget)(?:\s+[\p{L}\p{N}]+){1,3}/giu;
const QUESTION = /^\W*(?:what|which|who|whose|where|when|why|how|is|are|was|were|do|does|did|has|have)\b|[?？]\s*$/i;
// A word that only may mean to delete does not ask for it.
const MIN_ACTION_WEIGHT = 0.7;

function shorten(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH / 2)}\n${text.slice(-MAX_LENGTH / 2)}`;
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

/** `the list`, `to my log`, `append to list`: a word that could be a verb is none here. */
function isNounAt(stems: readonly string[], at: number): boolean {
  const before = stems[at - 1] ?? "";
  return ARTICLES.has(before) || (before === "to" && actionsIn([[stems[at - 2] ?? "", 1]]).size > 0);
}

function wantedActions(request: string, asked: readonly Asked[]): ReadonlySet<Action> {
  const wanted = new Set<Action>(QUESTION.test(request.trim()) ? ["read"] : []);
  for (const { terms, mayBeAction } of asked) {
    const actions = mayBeAction ? actionsIn(terms) : new Map<Action, number>();
    const most = Math.max(MIN_ACTION_WEIGHT, ...actions.values());
    for (const [action, weight] of actions) if (weight === most) wanted.add(action);
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
