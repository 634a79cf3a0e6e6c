import { resolve } from "node:path";
import { homedir } from "node:os";

import { defined } from "@tenon/basis";
import type { SessionQuery, SessionRecord } from "@tenon/journal";

import { phrase, t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { textTable } from "../../terminal/text-table.ts";
import { printableLine } from "../../terminal/printable.ts";
import { allSessions } from "../../arguments/all-sessions.ts";
import { formatMoment, parseMoment } from "../../arguments/moment.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export interface ListFlags extends StoreFlags {
  readonly cwd?: string;
  readonly agent?: string;
  readonly title?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  readonly all: boolean;
  readonly json: boolean;
}

export async function runList(flags: ListFlags): Promise<void> {
  const query = queryOf(flags);
  await withJournal(flags, async (journal) => {
    const { limit, all } = flags;
    // One more than is shown, to know whether there are more.
    const found = await allSessions(journal, { ...query, limit: limit + 1, ...(!all && { isUsed: true }) });
    const shown = found.slice(0, limit);
    if (flags.json) return await writeStdout(`${JSON.stringify(shown, undefined, 2)}\n`);
    if (shown.length === 0)
      return await writeStdout(`${Object.keys(query).length === 0 ? t(NOTHING_YET) : t(NOTHING_FOUND)}\n`);
    await writeStdout(textTable([HEADINGS.map((heading) => t(heading)), ...rowsOf(shown)], { shrink: [2, 3] }));
    if (found.length > limit)
      await writeStdout(
        `\n${t("Older sessions are not shown; pass --limit {limit} to see more.", { limit: limit * 5 })}\n`,
      );
  });
}

const HEADINGS = [phrase("ID"), phrase("UPDATED"), phrase("AGENT"), phrase("FOLDER"), phrase("TITLE")];

const NOTHING_YET = phrase('No recorded sessions yet. Start one with: tenon run "<prompt>"');
const NOTHING_FOUND = phrase("No matching sessions. List all with: tenon log list --all");

function queryOf({ cwd, agent, title, since, until }: ListFlags): SessionQuery {
  const now = Date.now();
  return defined({
    agent,
    title,
    cwd: cwd === undefined ? undefined : resolve(cwd),
    since: since === undefined ? undefined : parseMoment(since, { flag: "--since", now, edge: "begin" }),
    until: until === undefined ? undefined : parseMoment(until, { flag: "--until", now, edge: "end" }),
  });
}

function rowsOf(sessions: readonly SessionRecord[]): readonly (readonly string[])[] {
  const length = shortestLength(sessions.map(({ id }) => id));
  const home = homedir();
  return sessions.map(({ id, updatedAt, isLive, agent, cwd, title = "" }) =>
    [
      id.slice(0, length),
      isLive ? t("{moment} live", { moment: formatMoment(updatedAt) }) : formatMoment(updatedAt),
      agent,
      cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd,
      title,
    ].map(printableLine),
  );
}

const SHORTEST_ID = 8;

/** So much of each id that no two of them look the same. */
function shortestLength(ids: readonly string[]): number {
  let length = SHORTEST_ID;
  while (new Set(ids.map((id) => id.slice(0, length))).size < ids.length) length++;
  return length;
}
