/**
 * What a session leaves in the journal besides the wire, and how it is found again.
 */

import type { IncludeWord, ServerSpec } from "@tenon/hub";
import type { Journal } from "@tenon/journal";

import type { UsageRecord } from "../../context/usage-count.ts";
import type { HistoryRecord } from "../../history/history.ts";
import { createBroughtReader } from "../../mcp/record/brought-servers.ts";
import { DEFAULT_MODE } from "../../modes/modes.ts";
import type { SettingsRecord } from "../settings/settings.ts";
import { readUnfinished, type UnfinishedTurn } from "./unfinished-turn.ts";

/** By this name our sessions stand in the journal. */
export const AGENT = "tenon";

export interface StoredSession {
  readonly history: readonly HistoryRecord[];
  readonly settings: SettingsRecord | undefined;
  /** The include modes that the user set for tools, in order. */
  readonly included?: readonly IncludeWord[];
  /** The servers that the user had brought into it. */
  readonly brought?: readonly ServerSpec[];
  readonly usage?: UsageRecord | undefined;
  /** Its folders are on the client's machine. */
  readonly isAtClient?: boolean;
  /** Its last turn was cut off while it waited for a person. */
  readonly unfinished?: UnfinishedTurn | undefined;
}

/** The event of a session whose folders are on the client's machine. */
export const TREE_AT_CLIENT = "tree-at-client";

/** Without the messages of servers, which are many and large. */
const KINDS = [
  "imported",
  "history",
  "history-replaced",
  "history-media-refused",
  "include",
  "usage",
  "settings",
  TREE_AT_CLIENT,
  "server-brought",
  "server-gone",
];

export async function readStored(journal: Journal, sessionId: string): Promise<StoredSession> {
  const history: HistoryRecord[] = [];
  const included: IncludeWord[] = [];
  const brought = createBroughtReader();
  let settings: SettingsRecord | undefined;
  let usage: UsageRecord | undefined;
  let isAtClient = false;
  for await (const { kind, text } of journal.records(sessionId, { from: ["tenon"], kinds: KINDS })) {
    switch (kind) {
      case "imported":
        // Its mode was chosen by the author of the file.
        settings = settings && { ...settings, mode: DEFAULT_MODE.id };
        break;
      case "history-replaced":
        // What a compaction has replaced is of no use any more.
        history.length = 0;
        history.push(JSON.parse(text));
        break;
      case "history":
      case "history-media-refused":
        history.push(JSON.parse(text));
        break;
      case "include":
        included.push(JSON.parse(text));
        break;
      case "usage":
        usage = JSON.parse(text);
        break;
      case "settings":
        settings = JSON.parse(text);
        break;
      case TREE_AT_CLIENT:
        isAtClient = true;
        break;
      case "server-brought":
      case "server-gone":
        brought.read(JSON.parse(text));
    }
  }
  const unfinished = await readUnfinished(journal, sessionId, history);
  return { history, settings, included, brought: brought.specs, usage, isAtClient, unfinished };
}
