import type { Journal, SessionRecord } from "@tenon/journal";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { styleFor } from "../../terminal/style.ts";
import { UsageError } from "../../process/usage-error.ts";
import { findSession } from "../../arguments/find-session.ts";
import { rawLine } from "./raw-line.ts";
import { entriesOf, showTimeline } from "./show-timeline.ts";
import { createWireLines } from "./wire-lines.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export interface ShowFlags extends StoreFlags {
  readonly last?: number;
  readonly full: boolean;
  readonly json: boolean;
  readonly raw: boolean;
  readonly wire: boolean;
  readonly offer?: number | "last";
}

export async function runShow(flags: ShowFlags, id: string): Promise<void> {
  const { json, raw, wire, full, last, offer } = flags;
  if (offer !== undefined && (raw || wire || last !== undefined)) {
    throw new UsageError(t("--offer cannot be combined with --raw, --wire or --last"));
  }
  if ([json, raw, wire, full].filter(Boolean).length > 1) {
    throw new UsageError(t("--full, --json, --raw and --wire cannot be combined"));
  }
  const range = last === undefined ? {} : { last };
  await withJournal(flags, async (journal) => {
    const session = await findSession(journal, id);
    if (offer !== undefined) {
      // It loads our agent.
      const { showOffer } = await import("./show-offer.ts");
      return await showOffer(journal, session, { step: offer, json, full });
    }
    if (raw) return await showRaw(journal, session, range);
    if (wire) return await showWire(journal, session, range);
    if (json) {
      for (const entry of await entriesOf(journal, session, range)) await writeStdout(`${JSON.stringify(entry)}\n`);
      return;
    }
    const style = styleFor(process.stdout, { environment: process.env, ...(full && { maxLines: Infinity }) });
    await showTimeline(journal, session, { style, ...range });
  });
}

type Range = { readonly last?: number };

async function showRaw(journal: Journal, session: SessionRecord, { last = Infinity }: Range): Promise<void> {
  const isTerminal = process.stdout.isTTY;
  const after = Math.max(0, session.lastSeq - last);
  for await (const record of journal.records(session.id, { after, before: session.lastSeq + 1 })) {
    await writeStdout(`${rawLine(record, { isTerminal })}\n`);
  }
}

async function showWire(journal: Journal, session: SessionRecord, { last = Infinity }: Range): Promise<void> {
  const lineOf = createWireLines();
  for await (const record of journal.records(session.id, { before: session.lastSeq + 1 })) {
    const line = lineOf(record);
    if (record.seq > session.lastSeq - last) await writeStdout(`${line}\n`);
  }
}
