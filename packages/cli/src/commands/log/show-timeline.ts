/**
 * A whole session as a person reads it: what it is, then its entries in order.
 */

import type { Journal, SessionRecord } from "@tenon/journal";
import type { Entry } from "@tenon/timeline";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { printableLine } from "../../terminal/printable.ts";
import type { Style } from "../../terminal/style.ts";
import { createEntryText } from "./entry-text.ts";
import { formatMoment } from "../../arguments/moment.ts";
import { createSessionFold } from "./session-fold.ts";

export async function showTimeline(
  journal: Journal,
  session: SessionRecord,
  options: { readonly style: Style; readonly last?: number },
): Promise<void> {
  await writeStdout(`${sessionHeading(session, options.style)}\n`);
  const entries = await entriesOf(journal, session, options);
  const textOf = createEntryText(options.style);
  let isEmpty = true;
  for (const entry of entries) {
    const text = textOf(entry);
    if (text === "") continue;
    await writeStdout(text);
    isEmpty = false;
  }
  if (isEmpty) await writeStdout(`${t("This session is empty.")}\n`);
}

export async function entriesOf(
  journal: Journal,
  session: SessionRecord,
  options: { readonly last?: number },
): Promise<readonly Entry[]> {
  const fold = createSessionFold();
  for await (const record of journal.records(session.id, { before: session.lastSeq + 1 })) fold.add(record);
  return options.last === undefined ? fold.entries : fold.entries.slice(-options.last);
}

export function sessionHeading({ id, agent, cwd, createdAt, title }: SessionRecord, { paint }: Style): string {
  const facts = [formatMoment(createdAt), agent, cwd, id].map(printableLine).join("  ");
  return `${title === undefined ? "" : `${paint("bold", printableLine(title))}\n`}${paint("dim", facts)}\n`;
}
