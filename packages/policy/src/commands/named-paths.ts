/**
 * Collects the files that the words of a command may name: each word in its readings, from each folder, with links
 * followed and patterns expanded.
 */

import { lstat, stat } from "node:fs/promises";
import path from "node:path";

import { SECRET_ENTRIES } from "../floor/secret-paths.ts";
import { realOrGiven } from "../paths/real-path.ts";
import type { Access, NamedPath } from "../subject.ts";
import { createPatternExpander } from "./expand-pattern.ts";
import type { WorkingFolders } from "./working-folders.ts";

export interface NamedPaths {
  list(): readonly NamedPath[];
  /** A word may be a file, or hold one: `--output=x`, `of=x`, `-ox`, `@x`. */
  add(word: string, access: Access, isOnlyName?: boolean): Promise<void>;
  /** To name a folder is to name the keys in it. */
  addSecretsIn(folders: Iterable<string>): Promise<void>;
  /** There are more than were looked at. */
  isCut(): boolean;
}

const MAX_WORDS = 1_000;
const MAX_FOLDERS = 200;

export function createNamedPaths(folders: WorkingFolders): NamedPaths {
  const found = new Map<string, NamedPath>();
  const seen = new Set<string>();
  const expander = createPatternExpander();
  let isCut = false;
  return { list: () => [...found.values()], add, addSecretsIn, isCut: () => isCut || expander.isCut() };

  async function add(word: string, access: Access, isOnlyName = false): Promise<void> {
    const readings = [word, word.replace(/^[^=]*=/s, ""), word.replace(/^-[A-Za-z]/, ""), word.replace(/^@/, "")];
    for (const text of new Set(readings)) {
      if (text === "" || text.includes("\0")) continue;
      for (const folder of folders.list()) {
        const key = `${access} ${isOnlyName} ${folder} ${text}`;
        if (seen.has(key)) continue;
        isCut ||= seen.size > MAX_WORDS;
        if (isCut) return;
        seen.add(key);
        for (const asked of await expander.expand(folders.resolve(folder, text))) {
          const real = await realOrGiven(asked);
          found.set(`${access} ${isOnlyName} ${real} ${asked}`, { path: real, asked, access, isOnlyName });
        }
      }
    }
  }

  async function addSecretsIn(candidates: Iterable<string>): Promise<void> {
    let count = 0;
    for (const folder of candidates) {
      if (!(await isFolder(folder))) continue;
      count += 1;
      if (count > MAX_FOLDERS) {
        isCut = true;
        return;
      }
      for (const entry of SECRET_ENTRIES) {
        const asked = path.join(folder, entry);
        if (!(await exists(asked))) continue;
        found.set(`read ${asked}`, { path: await realOrGiven(asked), asked, access: "read" });
      }
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
