/**
 * Reads files and finds the lines in them, a group of files at a time, until there are enough.
 */

import { join } from "node:path";

import { matchLines, type MatchedLines, type SearchedText } from "./match-lines.ts";
import type { LineTest } from "./pattern.ts";
import { MAX_SEARCHED_BYTES, readSearched } from "./read-searched.ts";
import { createTimeLimit } from "./time-limit.ts";

export interface FileSearch {
  readonly test: LineTest;
  /** Absolute and real. */
  readonly folder: string;
  /** Paths that are not looked at, seen from the folder. */
  readonly skip: ReadonlySet<string>;
  /** Whether what is found in a file may be shown. */
  readonly mayShow: (path: string) => boolean;
  readonly mostMatches: number;
  readonly signal: AbortSignal;
}

const FILES_AT_ONCE = 32;
// Larger ones are read by themselves: thirty of the largest would fill the memory.
const SMALL_BYTES = 1024 * 1024;

/** In the order of the paths, which are seen from the folder. */
export async function searchFiles(
  paths: AsyncIterable<readonly (readonly string[])[]>,
  { test, folder, skip, mayShow, mostMatches, signal }: FileSearch,
): Promise<readonly MatchedLines[]> {
  const within = createTimeLimit();
  const found: MatchedLines[] = [];
  let left = mostMatches;
  for await (const all of inGroups(paths)) {
    signal.throwIfAborted();
    const group = all.filter((path) => !skip.has(path.join("/")));
    const read = await Promise.all(group.map((path) => readFile(path, SMALL_BYTES)));
    let small: SearchedText[] = [];
    for (const [index, path] of group.entries()) {
      const text = read[index];
      if (typeof text === "string") small.push({ name: path.join("/"), text });
      if (typeof text !== "object") continue;
      await match(small);
      small = [];
      const large = await readFile(path, MAX_SEARCHED_BYTES);
      if (typeof large === "string") await match([{ name: path.join("/"), text: large }]);
    }
    await match(small);
    if (left <= 0) break;
  }
  return found;

  function readFile(path: readonly string[], upTo: number) {
    return readSearched(join(folder, ...path), { upTo });
  }

  async function match(texts: readonly SearchedText[]): Promise<void> {
    for (const matched of await matchLines(texts, { test, within, most: left, signal })) {
      if (!mayShow(join(folder, matched.name))) continue;
      found.push(matched);
      left -= matched.matches.length;
    }
  }
}

async function* inGroups<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  let waiting: T[] = [];
  for await (const batch of batches) {
    for (const item of batch) {
      waiting.push(item);
      if (waiting.length < FILES_AT_ONCE) continue;
      yield waiting;
      waiting = [];
    }
  }
  if (waiting.length > 0) yield waiting;
}
