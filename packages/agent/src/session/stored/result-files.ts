/**
 * The files of sessions in a folder, for a journal whose store does not keep them: they go with what is copied from there.
 */

import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { errorCode } from "@tenon/basis";
import { writePrivateFile } from "@tenon/basis/node";
import type { OutsideFiles } from "@tenon/journal";

import { resultsOf } from "./results-folder.ts";
import { MAX_BYTES, namesIn, sizeOf } from "./stored-files.ts";

/** `folder` is that of the results of all sessions. What is too large for a store that is shared goes nowhere. */
export function resultFiles(folder: string): OutsideFiles {
  return {
    names: (sessionId) => namesIn(resultsOf(folder, sessionId)),
    async get(sessionId, name) {
      const path = join(resultsOf(folder, sessionId), name);
      const size = (await sizeOf(path)) ?? Infinity;
      return size <= MAX_BYTES ? await readFile(path).catch(unlessGone) : undefined;
    },
    put: (sessionId, name, content) => writePrivateFile(join(resultsOf(folder, sessionId), name), content),
    remove: (sessionId, name) => rm(join(resultsOf(folder, sessionId), name), { force: true }),
  };
}

function unlessGone(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
