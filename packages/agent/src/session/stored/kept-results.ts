/**
 * Where the results of a session are that were too large for the model, so that it can still read them.
 *
 * The history names them for as long as it is kept: so they are beside the journal, if there is one, until the session is
 * deleted. Without it they are gone when it is closed.
 */

import { randomUUID } from "node:crypto";
import { rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";

import { errorCode } from "@tenon/basis";
import type { SessionFiles } from "@tenon/journal";
import { pathSubject } from "@tenon/policy";

import { resultsOf } from "./results-folder.ts";
import type { HistoryRecord } from "../../history/history.ts";
import type { StoredSession } from "./stored-session.ts";
import { createStoredFiles, namesIn } from "./stored-files.ts";

export interface KeptResults {
  /** Absolute and real; made when it is needed. What the journal has of it is there. */
  folderOf(sessionId: string): Promise<string>;
  /** A history as it names its files where they are: it was written in a session that this one is a copy of. */
  relocated<Stored extends Pick<StoredSession, "history">>(sessionId: string, stored: Stored): Promise<Stored>;
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
  const realFolderOf = async (sessionId: string) => {
    const path = folderOf(sessionId);
    await stored?.restore(sessionId, path);
    // A rule that allows it is about where links lead.
    const found = await pathSubject({ access: "read", path, roots: [] });
    return "subject" in found ? found.subject.path : path;
  };
  return {
    folderOf: realFolderOf,
    async relocated(sessionId, session) {
      const { history } = session;
      return history.length === 0
        ? session
        : { ...session, history: await relocated(history, await realFolderOf(sessionId)) };
    },
    save: async (sessionId) => stored?.save(sessionId, folderOf(sessionId)),
    async sessionClosed(sessionId) {
      if (folder !== undefined && !stored) return;
      // Here it would stay for ever once the session is another machine's.
      const isSaved = await stored?.save(sessionId, folderOf(sessionId)).then(yes, isLost);
      stored?.forget(sessionId);
      if (isSaved === false) return;
      await remove(sessionId);
      if (folder === undefined) await rmdir(base).catch(() => {}); // Other sessions have theirs in it, or none ever had.
    },
    sessionDeleted: remove,
  };
}

/**
 * Only what is in the folder: another session's files stay that session's. The folder of the one that made them may have been
 * anywhere, on a machine of another system too; there our words for it show where it begins.
 */
async function relocated(history: readonly HistoryRecord[], folder: string): Promise<readonly HistoryRecord[]> {
  const names = await namesIn(folder);
  if (names.length === 0) return history;
  const quoted = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
  const anywhere = String.raw`(?<= in )(?:\/|[A-Za-z]:\\)(?:(?! in )[^\n])*?[/\\]`;
  const paths = names.map((name) => quoted(name).replaceAll(String.raw`\/`, String.raw`[/\\]`)).join("|");
  const moved = new RegExp(
    String.raw`(?:${quoted(dirname(folder) + sep)}|${anywhere})tenon-[\w-]+[/\\](${paths})`,
    "g",
  );
  const here = (text: string) =>
    text.replace(moved, (_, path: string) => folder + sep + path.replaceAll(/[/\\]/g, sep));
  return history.map((record): HistoryRecord => {
    const text = JSON.stringify(record);
    if (!text.includes("tenon-")) return record;
    return JSON.parse(text, (_, value: unknown) => (typeof value === "string" ? here(value) : value));
  });
}

const yes = () => true;
/** What is not stored then is in no history. */
const isLost = (error: unknown) => errorCode(error) === "lease_lost";
