/**
 * Files in a session's folders by a part of their path, for people who mention one in a prompt.
 *
 * Links are not followed, so nothing outside the folders is found; a large tree is searched from its top until a limit.
 */

import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";

export interface FoundFile {
  /** From its folder, with forward slashes. */
  readonly name: string;
  readonly uri: string;
}

const MAX_ENTRIES = 20_000;
const MAX_FOUND = 20;
/** What programs keep beside the work of people. */
const SKIPPED = new Set([".git", ".hg", ".svn", "node_modules", ".venv", "__pycache__", "target", ".cache"]);

export async function findFiles(roots: readonly string[], query: string): Promise<readonly FoundFile[]> {
  const words = query.toLowerCase();
  const found: { readonly name: string; readonly path: string; readonly rank: number }[] = [];
  let seen = 0;
  for (const root of roots) {
    const waiting = [root];
    for (let folder = waiting.shift(); folder !== undefined && seen < MAX_ENTRIES; folder = waiting.shift()) {
      // One that cannot be read has nothing to offer.
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      seen += entries.length;
      for (const entry of entries) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path);
        const name = relative(root, path).replaceAll(sep, "/");
        const rank = entry.isFile() ? rankOf(name.toLowerCase(), words) : undefined;
        if (rank !== undefined) found.push({ name, path, rank });
      }
    }
  }
  const best = found.toSorted((one, other) => one.rank - other.rank || one.name.length - other.name.length);
  return best.slice(0, MAX_FOUND).map(({ name, path }) => ({ name, uri: pathToFileURL(path).href }));
}

/** The beginning of the file's name is the best match, then its middle, then anywhere in its path. */
function rankOf(path: string, words: string): number | undefined {
  const base = path.slice(path.lastIndexOf("/") + 1);
  if (base.startsWith(words)) return 0;
  if (base.includes(words)) return 1;
  return path.includes(words) ? 2 : undefined;
}
