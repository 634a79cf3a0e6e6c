/**
 * A command as it stands in a prompt: `/name` at the beginning of its text, the rest of the text as input, and whatever
 * else the prompt holds [R133].
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";

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

/** Words as a person types them: quotes keep spaces together. */
export function splitWords(input: string): readonly string[] {
  const words = input.match(/(?:[^\s"']|"[^"]*"|'[^']*'|["'])+/g) ?? [];
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}
