/**
 * The git folders of a session's roots that are not called `.git`, and the hook folders that git is configured to use.
 *
 * Git is not asked: it would run in a folder of unknown origin. What cannot be read is left out; the
 * usual paths are in the floor by name.
 */

import { readFile, stat } from "node:fs/promises";
import path from "node:path";

import { realOrGiven } from "../paths/real-path.ts";

const MAX_FILE_SIZE = 1024 * 1024;

/** Absolute and real. */
export async function gitPaths(roots: readonly string[], home: string): Promise<readonly string[]> {
  const found = await Promise.all(roots.map((root) => ofRoot(root, home)));
  return [...new Set(found.flat())];
}

async function ofRoot(root: string, home: string): Promise<readonly string[]> {
  const folder = await gitFolder(root);
  if (folder === undefined) return [];
  const common = (await text(path.join(folder, "commondir")))?.trim();
  const folders = [folder, ...(common ? [path.resolve(folder, common)] : [])];
  const files = [
    ...folders.flatMap((one) => [path.join(one, "config"), path.join(one, "config.worktree")]),
    path.join(home, ".gitconfig"),
    path.join(home, ".config", "git", "config"),
  ];
  const hooks = (await Promise.all(files.map(hooksIn))).flat();
  const hookFolders = hooks.map((hook) => path.resolve(root, hook.replace(/^~(?=\/)/, home)));
  return await Promise.all([...folders, ...hookFolders].map(realOrGiven));
}

/** The repository of a folder, wherever above it that begins. */
async function gitFolder(root: string): Promise<string | undefined> {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const git = path.join(folder, ".git");
    const pointer = /^gitdir:\s*(.+)$/m.exec((await text(git)) ?? "")?.[1]?.trim();
    if (pointer !== undefined) return path.resolve(folder, pointer);
    if ((await text(path.join(git, "HEAD"))) !== undefined) return git;
    if (path.dirname(folder) === folder) return undefined;
  }
}

async function hooksIn(file: string): Promise<readonly string[]> {
  const lines = (await text(file)) ?? "";
  return [...lines.matchAll(/^[ \t]*(?:\[[^\]]*\][ \t]*)?hooksPath[ \t]*=[ \t]*"?([^"\r\n]+)"?/gim)].flatMap(
    ([, value = ""]) => value.trim() || [],
  );
}

async function text(file: string): Promise<string | undefined> {
  try {
    // A pipe of that name would never end.
    const found = await stat(file);
    return found.isFile() && found.size <= MAX_FILE_SIZE ? await readFile(file, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
