import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { findSession } from "../../arguments/find-session.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export async function runTitle(flags: StoreFlags, id: string, text: string): Promise<void> {
  const title = text.trim();
  if (title === "") throw new UsageError(t("The title must not be empty"));
  await withJournal(flags, async (journal) => {
    const session = await findSession(journal, id);
    await journal.describe(session.id, { title });
    await writeStdout(`${session.id}\n`);
  });
}
