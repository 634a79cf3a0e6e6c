/**
 * All files below a folder, one folder after the other: first the files in it, then those of its folders, by name.
 *
 * Links are not followed. Without `everything`, hidden files, `node_modules` and what `.gitignore` files name are left out.
 */

import type { Dirent } from "node:fs";
import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

import { addIgnoreRules, type IgnoreRules, isIgnored } from "./ignore-rules.ts";

export interface WalkOptions {
  /** Absolute and real. */
  readonly folder: string;
  readonly everything: boolean;
  readonly signal: AbortSignal;
}

export interface WalkedFolder {
  /** Seen from where the walk began; none for that folder itself. */
  readonly segments: readonly string[];
  readonly files: readonly string[];
}

interface Folder {
  /** From the folder where rules begin to count. */
  readonly segments: readonly string[];
  readonly rules: IgnoreRules | undefined;
  listing?: Promise<Listing>;
}

interface Listing {
  readonly files: readonly string[];
  readonly folders: readonly Folder[];
}

// The next ones are read while the first is looked at.
const READ_AHEAD = 16;

export async function* walkFiles({ folder, everything, signal }: WalkOptions): AsyncGenerator<WalkedFolder> {
  const top = everything ? folder : ((await findRepository(folder)) ?? folder);
  const begin = relative(top, folder).split(sep).filter(Boolean);
  const waiting: Folder[] = [{ segments: begin, rules: everything ? undefined : await rulesAbove(top, begin) }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    signal.throwIfAborted();
    for (const soon of waiting.slice(-READ_AHEAD)) soon.listing ??= list(soon);
    const { files, folders } = await (next.listing ?? list(next));
    if (files.length > 0) yield { segments: next.segments.slice(begin.length), files };
    waiting.push(...folders.toReversed());
  }

  async function list({ segments, rules }: Folder): Promise<Listing> {
    const entries = await readFolder(join(top, ...segments));
    const own = everything ? undefined : await rulesIn(entries, segments, rules);
    const kept = everything ? entries.filter(isNotGit) : entries.filter((entry) => isOfInterest(entry, segments, own));
    return {
      files: kept.filter((entry) => entry.isFile()).map(({ name }) => name),
      folders: kept
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => ({ segments: [...segments, name], rules: own })),
    };
  }

  async function rulesIn(entries: readonly Dirent[], segments: readonly string[], outer: IgnoreRules | undefined) {
    // A repository in a repository has only rules of its own.
    const around = entries.some(({ name }) => name === ".git") ? undefined : outer;
    if (!entries.some((entry) => entry.name === ".gitignore" && entry.isFile())) return around;
    return await addRulesOf(top, segments, around);
  }
}

function isOfInterest(entry: Dirent, folder: readonly string[], rules: IgnoreRules | undefined): boolean {
  const { name } = entry;
  if (name.startsWith(".") || name === "node_modules") return false;
  return !isIgnored(rules, { folder, name, isFolder: entry.isDirectory() });
}

function isNotGit({ name }: Dirent): boolean {
  return name !== ".git";
}

/** What cannot be read has nothing to show. */
async function readFolder(path: string): Promise<readonly Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The top folder of the repository that a folder is in, if it is in one. */
export async function findRepository(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const isTop = await access(join(at, ".git")).then(
      () => true,
      () => false,
    );
    if (isTop) return at;
    if (dirname(at) === at) return undefined;
  }
}

async function rulesAbove(top: string, segments: readonly string[]): Promise<IgnoreRules | undefined> {
  let rules: IgnoreRules | undefined;
  for (let depth = 0; depth < segments.length; depth += 1)
    rules = await addRulesOf(top, segments.slice(0, depth), rules);
  return rules;
}

async function addRulesOf(top: string, segments: readonly string[], outer: IgnoreRules | undefined) {
  // Most folders have none.
  const text = await readFile(join(top, ...segments, ".gitignore"), "utf8").catch(() => "");
  return addIgnoreRules(outer, text, segments.length);
}
