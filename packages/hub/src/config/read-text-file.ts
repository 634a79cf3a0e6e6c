/**
 * The text of a file that others may have written: bounded, and never waited for.
 */

import { constants, open } from "node:fs/promises";

import { errorCode } from "@tenon/basis";

export type TextFile = { readonly text: string } | { readonly fault: string };

// No honest file is near it, and the file of a stranger must not fill our memory.
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** `undefined` if there is no such file. Never rejects. */
export async function readTextFile(file: string): Promise<TextFile | undefined> {
  try {
    // A pipe that has the file's name would otherwise block until it has a writer [K-12].
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await handle.stat();
    if (!stats.isFile()) return { fault: "expected a file, found something else" };
    if (stats.size > MAX_FILE_BYTES) return { fault: `expected at most ${MAX_FILE_BYTES} bytes, found ${stats.size}` };
    return { text: await handle.readFile("utf8") };
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : { fault: `cannot be read (${code})` };
  }
}
