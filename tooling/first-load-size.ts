/**
 * How much JavaScript a browser loads before the page shows anything.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** In bytes, gzipped: the scripts that the built page names. */
export async function firstLoadSize(folder: string): Promise<number> {
  const page = await readFile(join(folder, "index.html"), "utf8");
  const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/gu)].map(([, path = ""]) => path);
  if (scripts.length === 0) throw new Error(`The page in ${folder} names no script`);
  const sizes = await Promise.all(scripts.map(async (path) => gzipSync(await readFile(join(folder, path))).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}
