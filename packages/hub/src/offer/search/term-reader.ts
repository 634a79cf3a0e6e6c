/**
 * Reads the terms of tools' texts: the stems of all words that say something.
 */

import { commonWords } from "./common-words.ts";
import { chunksOf, splitWords } from "./split-words.ts";
import { stem } from "./stem.ts";

export type TermReader = (text: string) => readonly string[];

/** A reader remembers the words it has seen: the tools of one server say the same ones again and again. */
export function createTermReader(): TermReader {
  const seen = new Map<string, readonly string[]>();
  return (text) =>
    chunksOf(text).flatMap((chunk) => {
      const terms = seen.get(chunk) ?? read(chunk);
      seen.set(chunk, terms);
      return terms;
    });
}

function read(chunk: string): readonly string[] {
  return splitWords(chunk, { joined: true })
    .filter((word) => !commonWords.has(word))
    .map(stem);
}
