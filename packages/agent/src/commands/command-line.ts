/**
 * A command as it stands in a prompt: `/name` at the beginning of its text, the rest of the text as input, and whatever
 * else the prompt holds [R133].
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { splitShellWords } from "@tenon/basis";

export interface CommandLine {
  readonly name: string;
  readonly input: string;
  /** The prompt without the command. */
  readonly others: readonly ContentBlock[];
}

/** Undefined if the text does not begin with a slash and a name. */
export function readCommandLine(prompt: readonly ContentBlock[]): CommandLine | undefined {
  const text = prompt.find((block) => block.type === "text");
  const [, name, input = ""] = /^\s*\/(\S+)(?:\s+(.*))?$/s.exec(text?.text ?? "") ?? [];
  if (name === undefined) return undefined;
  return { name, input: input.trim(), others: prompt.filter((block) => block !== text) };
}

/** The first word, and what comes after it. */
export function firstWord(input: string): readonly [word: string, rest: string] {
  const [, word = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(input.trim()) ?? [];
  return [word, rest];
}

/** Quotes keep spaces together. Where one is left open it is an apostrophe: `what's new`. */
export function splitWords(input: string): readonly string[] {
  const { words, isOpen } = splitShellWords(input, { escapes: false });
  return isOpen ? input.split(/\s+/).filter((word) => word !== "") : words;
}
