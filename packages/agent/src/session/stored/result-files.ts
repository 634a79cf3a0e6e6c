/**
 * The files of sessions in a folder, for a journal whose store does not keep them: they go with what is copied from there.
 */

import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { errorCode } from "@tenon/basis";
import type { SessionFiles } from "@tenon/journal";

import { resultsOf } from "./results-folder.ts";
import { isBelow, MAX_BYTES, namesIn } from "./stored-files.ts";

/** `folder` is that of the results of all sessions. What is too large for a store that is shared goes nowhere. */
export function resultFiles(folder: string): SessionFiles {
  return {
    names: (sessionId) => namesIn(resultsOf(folder, sessionId)),
    async get(sessionId, name) {
      const path = join(resultsOf(folder, sessionId), name);
      const found = await stat(path).catch(unlessGone);
      return found && found.size <= MAX_BYTES ? await readFile(path).catch(unlessGone) : undefined;
    },
    async put(sessionId, name, content) {
      // An import may come from anyone.
      if (!isBelow(name)) return;
      const path = join(resultsOf(folder, sessionId), name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, content, { mode: 0o600 });
    },
  };
}

function unlessGone(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
