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

import { pathSubject } from "@tenon/policy";

import { resultsOf } from "./results-folder.ts";

export interface KeptResults {
  /** Absolute and real; made when it is needed. */
  folderOf(sessionId: string): Promise<string>;
  sessionClosed(sessionId: string): Promise<void>;
  sessionDeleted(sessionId: string): Promise<void>;
}

export function keptResults(folder: string | undefined): KeptResults {
  // One of its own: a session of another agent may have the same id.
  const base = folder ?? join(tmpdir(), `tenon-results-${randomUUID()}`);
  const folderOf = (sessionId: string) => resultsOf(base, sessionId);
  const remove = (sessionId: string) => rm(folderOf(sessionId), { recursive: true, force: true });
  return {
    async folderOf(sessionId) {
      const path = folderOf(sessionId);
      // A rule that allows it is about where links lead.
      const found = await pathSubject({ access: "read", path, roots: [] });
      return "subject" in found ? found.subject.path : path;
    },
    async sessionClosed(sessionId) {
      if (folder !== undefined) return;
      await remove(sessionId);
      await rmdir(base).catch(() => {}); // Other sessions have theirs in it, or none ever had.
    },
    sessionDeleted: remove,
  };
}
