import type { SessionRecord } from "@tenon/journal";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { askYesOrNo } from "../../terminal/ask-yes-or-no.ts";
import { printableLine } from "../../terminal/printable.ts";
import { UsageError } from "../../process/usage-error.ts";
import { findSessions } from "../../arguments/find-session.ts";
import { formatMoment } from "../../arguments/moment.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export async function runDelete(
  flags: StoreFlags & { readonly yes: boolean },
  ...ids: readonly string[]
): Promise<void> {
  await withJournal(flags, async (journal) => {
    const sessions = await findSessions(journal, ids);
    const live = sessions.filter(({ isLive }) => isLive);
    if (live.length > 0) {
      throw new Error(
        t("Nothing deleted: these sessions are running: {ids}", { ids: live.map(({ id }) => id).join(", ") }),
      );
    }
    if (!flags.yes && !(await isConfirmed(sessions))) return await writeStdout(`${t("Nothing deleted.")}\n`);
    for (const { id } of sessions) {
      await journal.delete(id);
      await writeStdout(`${t("Deleted {what}", { what: id })}\n`);
    }
  });
}

async function isConfirmed(sessions: readonly SessionRecord[]): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError(t("Cannot ask for confirmation without a terminal; pass --yes to delete"));
  const lines = sessions.map(
    ({ id, updatedAt, title = "" }) => `  ${id}  ${formatMoment(updatedAt)}  ${printableLine(title)}`,
  );
  const question =
    sessions.length === 1 ? t("Delete this session permanently?") : t("Delete these sessions permanently?");
  return await askYesOrNo(`${lines.join("\n")}\n${question}`);
}
