/**
 * The traffic of one connection, fit to be kept: nothing in it names this machine, its folders or its keys, and the long
 * prose that agents send along is cut. Everything else stays as it was on the wire.
 */

import { hostname, userInfo } from "node:os";

import type { RecordedLine } from "@tenon/testkit/acp";

const MAX_TEXT_LENGTH = 200;

export interface Recording {
  readonly lines: readonly RecordedLine[];
  record(line: RecordedLine): void;
  /** JSON Lines, with these words and paths replaced. */
  toJsonLines(replacements: Readonly<Record<string, string>>): string;
}

export function createRecording(): Recording {
  const lines: RecordedLine[] = [];
  return {
    lines,
    record: ({ from, text }) => void lines.push({ from, text }),
    toJsonLines(replacements) {
      const replace = replacer({ ...namesOfThisMachine(), ...replacements });
      return lines.map(({ from, text }) => `${JSON.stringify({ from, text: replace(cut(text)) })}\n`).join("");
    },
  };
}

/** Short names would be found in the middle of words. */
function namesOfThisMachine(): Record<string, string> {
  const names: [string, string][] = [
    [hostname(), "machine"],
    [userInfo().username, "someone"],
  ];
  return Object.fromEntries(names.filter(([name]) => name.length > 4));
}

function replacer(replacements: Readonly<Record<string, string>>): (text: string) => string {
  // The longest first: one folder may be inside another.
  const pairs = Object.entries(replacements)
    .flatMap(([from, to]) => [...forms(from, to)])
    .toSorted(([one], [other]) => other.length - one.length);
  return (text) => pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

/** Agents write a path also without its first slash, and with dashes for slashes. */
function* forms(from: string, to: string): Generator<[string, string]> {
  yield [from, to];
  if (!from.startsWith("/")) return;
  yield [from.slice(1), to.slice(1)];
  yield [from.replaceAll("/", "-"), to.replaceAll("/", "-")];
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  const message: unknown = JSON.parse(text);
  const isLong = (value: unknown) => typeof value === "string" && value.length > MAX_TEXT_LENGTH;
  let hasLong = false;
  const shorter = JSON.stringify(message, (_key, value: unknown) => {
    if (typeof value !== "string" || !isLong(value)) return value;
    hasLong = true;
    return `${value.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…`;
  });
  return hasLong ? shorter : text;
}
