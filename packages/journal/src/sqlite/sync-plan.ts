/**
 * Which commits wait for the disk: all but those with nothing but pieces of an answer that is being streamed and messages of
 * MCP servers, for which nothing waits, and of these one every quarter of a second. So that is all that can be lost of them
 * when the whole machine dies, and what SQLite has to catch up with in one go stays small.
 */

import type { RecordSource } from "@tenon/timeline";

import type { Batch } from "../store/store.ts";

const UNSYNCED: Readonly<Partial<Record<RecordSource, ReadonlySet<string>>>> = {
  agent: new Set(["agent_message_chunk", "agent_thought_chunk"]),
  tenon: new Set(["mcp-message"]),
};

const MAX_UNSYNCED = { milliseconds: 250, characters: 32 * 1024 };

export function createSyncPlan(): (batches: readonly Batch[]) => boolean {
  let since: number | undefined;
  let characters = 0;
  return (batches) => {
    const records = batches.flatMap((batch) => batch.records);
    const at = records[0]?.at ?? 0;
    since ??= at;
    for (const { text } of records) characters += text.length;
    const isSynced =
      records.some(({ from, kind }) => UNSYNCED[from]?.has(kind) !== true) ||
      Math.abs(at - since) >= MAX_UNSYNCED.milliseconds ||
      characters >= MAX_UNSYNCED.characters;
    if (isSynced) {
      since = undefined;
      characters = 0;
    }
    return isSynced;
  };
}
