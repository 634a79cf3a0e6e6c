/**
 * A file as text to be searched. Whatever cannot be one is left out, as any search does.
 */

import { constants } from "node:fs";
import { open } from "node:fs/promises";

import { decodeText, withPlainEndings } from "@tenon/workspace";

export const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;

/** Undefined if it is no text, too long, or gone. */
export async function readSearched(
  path: string,
  { upTo }: { readonly upTo: number },
): Promise<string | { readonly isLarger: true } | undefined> {
  try {
    // Not following a link that was put there since, nor waiting for a pipe's other end [K-12].
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > MAX_SEARCHED_BYTES) return undefined;
    if (stats.size > upTo) return { isLarger: true };
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(stats.size), 0, stats.size, 0);
    const text = decodeText(buffer.subarray(0, bytesRead))?.text;
    return text === undefined ? undefined : withPlainEndings(text);
  } catch {
    return undefined; // Removed meanwhile, or not for us to read: a search finds nothing in it.
  }
}
