/**
 * Folders whose path begins as one that is being typed.
 */

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";

const MAX_FOLDERS = 20;
// Each one that is looked at may have to be found on the disk.
const MAX_LOOKED_AT = 200;

/** Hidden ones only if a dot was typed. In order, without those that may not be used. */
export async function foldersLike(
  typed: string,
  mayUse: (folder: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const isWhole = typed.endsWith("/") || typed.endsWith(sep);
  const parent = isWhole ? typed : dirname(typed);
  const begin = isWhole ? "" : basename(typed).toLowerCase();
  // One that cannot be read has none.
  const found = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const alike = found
    // A link may lead to one.
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter((name) => name.toLowerCase().startsWith(begin) && (begin.startsWith(".") || !name.startsWith(".")))
    .toSorted()
    .slice(0, MAX_LOOKED_AT);
  const folders: string[] = [];
  for (const name of alike) {
    const folder = join(parent, name);
    if ((await isFolder(folder)) && (await mayUse(folder))) folders.push(folder);
    if (folders.length === MAX_FOLDERS) break;
  }
  return folders;
}

export async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
