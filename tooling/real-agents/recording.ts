/**
 * The traffic of one connection, fit to be kept: nothing in it names this machine, its folders or its keys, and the long
 * prose that agents send along is cut. Everything else stays as it was on the wire.
 */

import { hostname, tmpdir, userInfo } from "node:os";
import { fileURLToPath } from "node:url";

import type { RecordedLine } from "@tenon/testkit/acp";

const MAX_TEXT_LENGTH = 200;
/** That is how many `mkdtemp` adds. */
const RANDOM_LETTERS = 6;

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

/** What else names this machine in a recording. */
export function machineNames(of: {
  /** The agent's home and project are in it. */
  readonly root: string;
  /** Where agents are installed. */
  readonly folder: string;
  readonly modelUrl: string;
  /** The port by which a scripted server is controlled. */
  readonly port: string | undefined;
}): Record<string, string> {
  const { root, folder, modelUrl, port } = of;
  // Agents that show arguments while they come in show paths that are not whole.
  const cutRoots = Array.from({ length: RANDOM_LETTERS + 1 }, (_, missing) => root.slice(0, root.length - missing));
  return {
    ...Object.fromEntries(cutRoots.map((path) => [path, "/rehearsal"])),
    [folder]: "/agents",
    [process.execPath]: "/usr/bin/node",
    [fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "")]: "/tenon",
    [tmpdir()]: "/tmp",
    [modelUrl]: "http://127.0.0.1:8080",
    ...(port !== undefined && { [JSON.stringify(port)]: '"8081"' }),
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
