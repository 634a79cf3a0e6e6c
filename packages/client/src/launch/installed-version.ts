/**
 * The version of a program that npm has installed, from its package; nothing is started.
 */

import { readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";

import { objectOf, parseJson, stringOf } from "@tenon/basis";

// `bin` of a package is seldom deeper.
const MAX_LEVELS = 5;

/** Undefined if it is not in a package, or cannot be read. */
export async function installedVersion(file: string): Promise<string | undefined> {
  let folder = dirname(await realpath(file).catch(() => file));
  for (let level = 0; level < MAX_LEVELS && folder !== dirname(folder); level += 1) {
    const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
    const { name, version } = objectOf(manifest === undefined ? undefined : parseJson(manifest));
    // One without a name only says how its folder is to be read.
    if (typeof name === "string") return stringOf(version);
    folder = dirname(folder);
  }
  return undefined;
}
