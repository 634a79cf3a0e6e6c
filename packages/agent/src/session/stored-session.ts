/**
 * What a session leaves in the journal besides the wire, and how it is found again.
 */

import type { IncludeWord, ServerSpec } from "@tenon/hub";
import { isImportMark, type Journal, type SessionWriter } from "@tenon/journal";

import { readUsageRecord, type UsageRecord } from "../context/usage-count.ts";
import { type HistoryRecord, readHistoryRecord } from "../history/history.ts";
import { createBroughtReader } from "../mcp/record/brought-servers.ts";
import { DEFAULT_MODE } from "../modes/modes.ts";
import type { SettingsRecord } from "./settings.ts";

/** By this name our sessions stand in the journal. */
export const AGENT = "tenon";

export interface StoredSession {
  readonly history: readonly HistoryRecord[];
  readonly settings: SettingsRecord | undefined;
  /** What the user said of tools, in order. */
  readonly included?: readonly IncludeWord[];
  /** The servers that the user had brought into it. */
  readonly brought?: readonly ServerSpec[];
  readonly usage?: UsageRecord | undefined;
}

export async function readStored(journal: Journal, sessionId: string): Promise<StoredSession> {
  const history: HistoryRecord[] = [];
  const included: IncludeWord[] = [];
  const brought = createBroughtReader();
  let settings: SettingsRecord | undefined;
  let usage: UsageRecord | undefined;
  for await (const stored of journal.records(sessionId, { from: ["tenon"] })) {
    const { text } = stored;
    if (isImportMark(stored)) {
      // Its mode was chosen by the author of the file.
      settings = settings && { ...settings, mode: DEFAULT_MODE };
      continue;
    }
    const record = readHistoryRecord(text);
    // What a compaction has replaced is of no use any more.
    if (record?.type === "history-replaced") history.length = 0;
    if (record) history.push(record);
    else if (text.startsWith('{"type":"include"')) included.push(JSON.parse(text));
    else {
      usage = readUsageRecord(text) ?? usage;
      settings = readSettings(text) ?? settings;
      brought.read(text);
    }
  }
  return { history, settings, included, brought: brought.specs, usage };
}

/** Keeps a record of our own, given as JSON. Resolves when it is durable. */
export function keeper(writer: SessionWriter) {
  return (record: string): Promise<unknown> => writer.append({ from: "tenon", text: record });
}

function readSettings(text: string): SettingsRecord | undefined {
  return text.startsWith('{"type":"settings"') ? JSON.parse(text) : undefined;
}
