/**
 * A folder that is held open, so that no link can be put in its place between the check of a path and its use [K-12].
 *
 * On Linux names are looked up in the open folder itself, whatever has become of its path. Node.js cannot do so on other
 * systems: there the path is checked again at the last moment, and a moment is left.
 */

import { constants } from "node:fs";
import { mkdir, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { errorCode } from "@tenon/basis";

import { refusal } from "../workspace-error.ts";

export interface HeldFolder extends AsyncDisposable {
  /** The path to open for a name in this folder. */
  at(name: string): string;
}

/** The path must be real; rejects if it no longer is. */
export async function holdFolder(path: string, options: { readonly create?: boolean } = {}): Promise<HeldFolder> {
  try {
    return process.platform === "linux" ? await holdOpen(path) : await holdByName(path);
  } catch (error) {
    if (!options.create || errorCode(error) !== "ENOENT") throw error;
  }
  await using parent = await holdFolder(dirname(path), options);
  await mkdir(parent.at(basename(path))).catch((error: unknown) => {
    // Another process was faster; whether it is a folder shows right after.
    if (errorCode(error) !== "EEXIST") throw error;
  });
  return await holdFolder(path);
}

async function holdOpen(path: string): Promise<HeldFolder> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const self = `/proc/self/fd/${handle.fd}`;
  const current = await readlink(self).catch(() => undefined); // A system without /proc.
  if (current === path) return { at: (name) => `${self}/${name}`, [Symbol.asyncDispose]: () => handle.close() };
  await handle.close();
  if (current === undefined) return await holdByName(path);
  throw current === `${path} (deleted)` ? removed(path) : moved(path);
}

async function holdByName(path: string): Promise<HeldFolder> {
  if ((await realpath(path)) !== path) throw moved(path);
  return { at: (name) => join(path, name), [Symbol.asyncDispose]: async () => {} };
}

function moved(path: string): Error {
  return refusal(path, "it was replaced by a link during the operation.");
}

/** What the system says of a folder that is gone. */
function removed(path: string): Error {
  return Object.assign(new Error(`ENOENT: the folder was removed: ${JSON.stringify(path)}`), { code: "ENOENT" });
}
