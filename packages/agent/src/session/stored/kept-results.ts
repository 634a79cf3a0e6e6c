/**
 * Where the results of a session are that were too large for the model, so that it can still read them.
 *
 * The history names them for as long as it is kept: so they are beside the journal, if there is one, until the session is
 * deleted. Without it they are gone when it is closed.
 */

import { randomUUID } from "node:crypto";
import { rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SessionFiles } from "@tenon/journal";
import { pathSubject } from "@tenon/policy";

import { resultsOf } from "./results-folder.ts";
import { createStoredFiles } from "./stored-files.ts";

export interface KeptResults {
  /** Absolute and real; made when it is needed. What the journal has of it is there. */
  folderOf(sessionId: string): Promise<string>;
  /** What is in the folder now outlives this machine, where the journal does. */
  save(sessionId: string): Promise<void>;
  sessionClosed(sessionId: string): Promise<void>;
  sessionDeleted(sessionId: string): Promise<void>;
}

/** `files` are the journal's, where sessions go from one machine to another. */
export function keptResults(folder: string | undefined, files?: SessionFiles): KeptResults {
  // One of its own: a session of another agent may have the same id.
  const base = folder ?? join(tmpdir(), `tenon-results-${randomUUID()}`);
  const folderOf = (sessionId: string) => resultsOf(base, sessionId);
  const stored = files && createStoredFiles(files);
  const remove = (sessionId: string) => rm(folderOf(sessionId), { recursive: true, force: true });
  return {
    async folderOf(sessionId) {
      const path = folderOf(sessionId);
      await stored?.restore(sessionId, path);
      // A rule that allows it is about where links lead.
      const found = await pathSubject({ access: "read", path, roots: [] });
      return "subject" in found ? found.subject.path : path;
    },
    save: async (sessionId) => stored?.save(sessionId, folderOf(sessionId)),
    async sessionClosed(sessionId) {
      if (folder !== undefined && !stored) return;
      // Here it would stay for ever once the session is another machine's.
      const isSaved = await stored?.save(sessionId, folderOf(sessionId)).then(yes, no);
      stored?.forget(sessionId);
      if (isSaved === false) return;
      await remove(sessionId);
      if (folder === undefined) await rmdir(base).catch(() => {}); // Other sessions have theirs in it, or none ever had.
    },
    sessionDeleted: remove,
  };
}

const yes = () => true;
const no = () => false;
