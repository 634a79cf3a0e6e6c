/**
 * Files that belong to the user alone, written whole or not at all.
 */

import { randomUUID } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { basename, dirname } from "node:path";

import { removeAbandoned } from "./remove-abandoned.ts";
import { writeAside } from "./write-aside.ts";

const TEMPORARY = /^\.[0-9a-f-]{36}\.tmp$/;

/**
 * Writes aside, syncs and renames: a reader finds the old content or the new, also after a power cut. A folder that is
 * missing is made for the user alone.
 */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder, (other) => other.startsWith(name) && TEMPORARY.test(other.slice(name.length)));
  await writeAside({ temporary: `${path}.${randomUUID()}.tmp`, path, content, mode: 0o600 });
}

export interface PrivateFile {
  readonly text: string;
  /** False if another user owns it or may write to it, so that its content may be theirs. */
  readonly isPrivate: boolean;
}

/** Rejects as `open` does: with ENOENT if there is none. */
export async function readPrivateFile(path: string): Promise<PrivateFile> {
  await using file = await open(path, "r");
  const { mode, uid } = await file.stat();
  // Windows has neither.
  const me = process.getuid?.();
  const isPrivate = me === undefined || (uid === me && (mode & 0o022) === 0);
  return { text: await file.readFile("utf8"), isPrivate };
}
