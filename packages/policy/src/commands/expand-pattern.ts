/**
 * Expands `*`, `?` and `[…]` in a path as a shell would, for all words of a command with one budget.
 */

import { readdir } from "node:fs/promises";
import path from "node:path";

import { matchesGlob } from "@tenon/basis";

export interface PatternExpander {
  /** The files that are there and match, after the pattern itself, which stays for what is not there. */
  expand(pattern: string): Promise<readonly string[]>;
  /** There are more than the budget allows. */
  isCut(): boolean;
}

/** Of all patterns together. */
const MAX_EXPANDED = 2_000;

export function createPatternExpander(): PatternExpander {
  let left = MAX_EXPANDED;
  return { expand, isCut: () => left <= 0 };

  async function expand(pattern: string): Promise<readonly string[]> {
    if (!/[*?[]/.test(pattern)) return [pattern];
    let found: readonly string[] = [path.parse(pattern).root];
    for (const part of pattern.split(path.sep).filter((one) => one !== "")) {
      if (!/[*?[]/.test(part)) {
        found = found.map((folder) => path.join(folder, part));
        continue;
      }
      left -= 1;
      if (left <= 0) return [pattern];
      const glob = part.replaceAll(/\[[^\]]*\]|\?/g, "*");
      const entries = await Promise.all(found.map((folder) => entriesOf(folder, glob)));
      found = entries.flat().slice(0, left);
      left -= found.length;
    }
    return [pattern, ...found];
  }
}

async function entriesOf(folder: string, glob: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const shown = glob.startsWith("*") ? names.filter((name) => !name.startsWith(".")) : names;
  return shown.filter((name) => matchesGlob(glob, name)).map((name) => path.join(folder, name));
}
