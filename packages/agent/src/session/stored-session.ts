/**
 * What a session leaves in the journal besides the wire, and how it is found again.
 */

import type { IncludeWord } from "@tenon/hub";
import type { Journal, SessionWriter } from "@tenon/journal";

import { type HistoryRecord, readHistoryRecord } from "../history/history.ts";
import type { SettingsRecord } from "./settings.ts";

/** By this name our sessions stand in the journal. */
export const AGENT = "tenon";

export interface StoredSession {
  readonly history: readonly HistoryRecord[];
  readonly settings: SettingsRecord | undefined;
  /** What the user said of tools, in order. */
  readonly included?: readonly IncludeWord[];
}

// Large enough to be quick, small enough not to hold up everybody else.
const PAGE = 500;

/** All records of a session, a page at a time. */
export async function* allRecords(journal: Journal, sessionId: string) {
  for (let after = 0; ;) {
    const records = await journal.read(sessionId, { after, limit: PAGE });
    yield* records;
    const last = records.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

export async function readStored(journal: Journal, sessionId: string): Promise<StoredSession> {
  const history: HistoryRecord[] = [];
  const included: IncludeWord[] = [];
  let settings: SettingsRecord | undefined;
  for await (const { from, text } of allRecords(journal, sessionId)) {
    if (from !== "tenon") continue;
    const record = readHistoryRecord(text);
    // What a compaction has replaced is of no use any more.
    if (record?.type === "history-replaced") history.length = 0;
    if (record) history.push(record);
    else if (text.startsWith('{"type":"include"')) included.push(JSON.parse(text));
    else settings = readSettings(text) ?? settings;
  }
  return { history, settings, included };
}

/** Keeps a record of our own, without secrets. Resolves when it is durable. */
export function keeper(writer: SessionWriter, hideSecrets: (text: string) => string) {
  return (record: { readonly type: string }): Promise<unknown> =>
    writer.append({ from: "tenon", text: hideSecrets(JSON.stringify(record)) });
}

function readSettings(text: string): SettingsRecord | undefined {
  return text.startsWith('{"type":"settings"') ? JSON.parse(text) : undefined;
}
