/**
 * The file that is there now. Only a regular file is read: a pipe or a device would never end [K-12].
 */

import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

import { errorCode } from "@tenon/basis";

import { refusal } from "../workspace-error.ts";
import type { HeldFolder } from "./held-folder.ts";

export interface ExistingFile {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

interface Reading {
  readonly folder: HeldFolder;
  readonly name: string;
  /** As the agent named it, for the answer. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** A larger file is refused. */
  readonly refuseOver?: number;
  /** Of a larger file only so much is read. */
  readonly stopAfter?: number;
}

/** Undefined if there is none. */
export async function readExistingFile(reading: Reading): Promise<ExistingFile | undefined> {
  const { folder, name, path, signal, refuseOver = Infinity, stopAfter = Infinity } = reading;
  // Not following a link that was put there after the check, nor waiting for a pipe's other end.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await using handle = await open(folder.at(name), flags).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === "ENOENT") return undefined;
    if (code === "EISDIR") throw refusal(path, "it is a folder.");
    if (code === "ENXIO") throw refusal(path, NOT_REGULAR);
    throw error;
  });
  if (!handle) return undefined;
  const stats = await handle.stat();
  if (stats.isDirectory()) throw refusal(path, "it is a folder.");
  if (!stats.isFile()) throw refusal(path, NOT_REGULAR);
  if (stats.size > refuseOver) throw refusal(path, `it has ${stats.size} bytes; the limit is ${refuseOver}.`);
  return { stats, bytes: await readBytes(handle, Math.min(stats.size, stopAfter), signal) };
}

const NOT_REGULAR = "it is a device, a pipe or a socket, not a regular file.";

/** No more than there was at first: a file that is being written may never end. */
async function readBytes(handle: FileHandle, size: number, signal: AbortSignal): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(bytes, filled, size - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
