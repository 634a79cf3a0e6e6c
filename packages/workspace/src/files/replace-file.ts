/**
 * Writes a file whole or not at all: beside it first, then in its place.
 *
 * The new file has the mode of the old, and its owner where we may give it one. Another name of the old file (a hard
 * link) keeps the old content, so nothing is ever written through it to somewhere else.
 */

import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, type FileHandle } from "node:fs/promises";

import { removeAbandoned, writeAside } from "@tenon/basis/node";

import type { HeldFolder } from "./held-folder.ts";

interface Replacing {
  readonly folder: HeldFolder;
  readonly name: string;
  readonly bytes: Buffer;
  /** Of the file that is there. */
  readonly previous: Stats | undefined;
}

export async function replaceFile({ folder, name, bytes, previous }: Replacing): Promise<void> {
  // A read-only file could be replaced all the same, and must not be.
  if (previous) await access(folder.at(name), constants.W_OK);
  await removeAbandoned(folder.at("."), (other) => TEMPORARY.test(other));
  await writeAside({
    temporary: folder.at(`.tenon-${randomBytes(6).toString("hex")}.tmp`),
    path: folder.at(name),
    content: bytes,
    // No other user may read it before it has its final mode.
    mode: previous ? 0o600 : 0o666,
    prepare: (file) => (previous ? makeLike(file, previous) : undefined),
  });
}

/** What a process that was killed leaves in the user's folder. */
const TEMPORARY = /^\.tenon-[0-9a-f]{12}\.tmp$/;

async function makeLike(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  // Only root may give files away; for others it becomes ours.
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {});
  await handle.chmod(mode & 0o7777);
}
