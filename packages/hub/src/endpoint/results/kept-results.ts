/**
 * Results that were too long for the agent, for `read_result`. The oldest are dropped when there are too many.
 */

import { randomUUID } from "node:crypto";

import { headOf } from "../../call/result/cut-text.ts";

export interface KeptResults {
  /** Keeps the text and gives its handle. */
  keep(text: string): string;
  /** A page of it from this character on; undefined if there is none of this handle. */
  read(handle: string, offset: number): string | undefined;
  clear(): void;
}

const MAX_RESULTS = 64;
// A text has two bytes for each character: 64 MB.
const MAX_CHARACTERS = 32 * 1024 * 1024;
const HANDLE_LENGTH = 8;
// For the sentence below a page.
const FOOTER_LENGTH = 200;

export function createKeptResults(options: { readonly pageCharacters: number }): KeptResults {
  const page = Math.max(FOOTER_LENGTH, options.pageCharacters - FOOTER_LENGTH);
  const texts = new Map<string, string>();
  let characters = 0;

  return {
    keep(text) {
      const handle = `result-${randomUUID().slice(0, HANDLE_LENGTH)}`;
      const kept = text.slice(0, MAX_CHARACTERS);
      texts.set(handle, kept);
      characters += kept.length;
      for (const [oldest, { length }] of texts) {
        if (texts.size <= MAX_RESULTS && characters <= MAX_CHARACTERS) break;
        texts.delete(oldest);
        characters -= length;
      }
      return handle;
    },
    read(handle, offset) {
      const text = texts.get(handle);
      if (text === undefined) return undefined;
      const from = Math.min(Math.max(0, Math.trunc(offset)), text.length);
      const piece = headOf(text.slice(from), page);
      const end = from + piece.length;
      const rest = end < text.length ? `Continue with offset ${end}.` : "This is the end.";
      return `${piece}\n[Characters ${from} to ${end} of ${text.length}. ${rest}]`;
    },
    clear() {
      texts.clear();
      characters = 0;
    },
  };
}
