/**
 * Keeps the files of a session's folder in the journal too, where sessions go from one machine to another: the history names
 * them, and the model must find them wherever the session is.
 */

import { readdir, readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";

import { errorCode } from "@tenon/basis";
import { writePrivateFile } from "@tenon/basis/node";
import { isFileName, type SessionFiles } from "@tenon/journal";

export interface StoredFiles {
  /** Stores what is new or has grown. */
  save(sessionId: string, folder: string): Promise<void>;
  /** Writes what is stored and not there, or not whole. */
  restore(sessionId: string, folder: string): Promise<void>;
  forget(sessionId: string): void;
}

// What is larger stays on the machine where it was made: it would hold up everyone who uses the store.
export const MAX_BYTES = 64 * 1024 * 1024;

export function createStoredFiles(files: SessionFiles): StoredFiles {
  /** By session, the sizes of files that are stored. */
  const stored = new Map<string, Map<string, number>>();
  return {
    async save(sessionId, folder) {
      const known = knownOf(sessionId);
      for (const name of await namesIn(folder)) {
        const { size } = await stat(join(folder, name));
        if (size > MAX_BYTES || known.get(name) === size) continue;
        await files.put(sessionId, name, await readFile(join(folder, name)));
        known.set(name, size);
      }
    },
    async restore(sessionId, folder) {
      const known = knownOf(sessionId);
      for (const name of await files.names(sessionId)) {
        if (known.has(name)) continue;
        const content = await files.get(sessionId, name);
        if (!content || !isFileName(name)) continue;
        const path = join(folder, name);
        const size = await sizeOf(path);
        // Files only grow: one that is shorter here was cut off while it was written.
        if (size === undefined || size < content.length) await writePrivateFile(path, content);
        known.set(name, content.length);
      }
    },
    forget: (sessionId) => void stored.delete(sessionId),
  };

  function knownOf(sessionId: string): Map<string, number> {
    const known = stored.get(sessionId) ?? new Map<string, number>();
    stored.set(sessionId, known);
    return known;
  }
}

/** With `/` between folders, whatever this machine uses. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return names.map((path) => path.slice(folder.length + 1).replaceAll(sep, "/"));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** Undefined if there is no such file. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
