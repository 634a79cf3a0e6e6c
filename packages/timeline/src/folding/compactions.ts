/**
 * Folds compactions: each is one entry, patched where it stands. What an update leaves out stays, null or an empty list
 * clears, a list replaces, a chunk is added [R152].
 */

import { arrayOf, type JsonObject, nonEmptyStringOf, stringOf } from "@tenon/basis";

import { appendBlock, isContentBlock, joinBlocks } from "../content.ts";
import type { CompactionEntry } from "../entry.ts";
import type { Body, EntryList, Slot } from "./entry-list.ts";

export interface Compactions {
  /** False if the update makes no sense. */
  update(update: JsonObject): boolean;
  addChunk(chunk: JsonObject): boolean;
  /** What is still going on will not be finished. */
  closeAll(): void;
  carry(): CompactionsCarry;
}

/** The ids of compactions, and their status. */
export type CompactionsCarry = readonly (readonly [compactionId: string, status: string])[];

/** `onNew` is called before a compaction gets its entry. */
export function createCompactions(list: EntryList, onNew: () => void, carried: CompactionsCarry = []): Compactions {
  const slots = new Map<string, Slot<Body<CompactionEntry>>>();
  for (const [compactionId, status] of carried) {
    slots.set(compactionId, list.hidden({ type: "compaction", compactionId, status, summary: [] }));
  }

  return {
    update(update) {
      const slot = slotOf(update);
      if (!slot) return false;
      const { error: before, ...rest } = slot.body;
      const status = nonEmptyStringOf(update["status"]) ?? rest.status;
      const given = arrayOf(update["summary"], isContentBlock);
      const summary = update["summary"] === null ? [] : given ? joinBlocks(given) : rest.summary;
      const error = update["error"] === null ? undefined : (stringOf(update["error"]) ?? before);
      slot.set({ ...rest, status, summary, ...(error !== undefined && { error }) });
      return true;
    },
    addChunk(chunk) {
      const block = chunk["content"];
      const slot = isContentBlock(block) ? slotOf(chunk) : undefined;
      if (!slot || !isContentBlock(block)) return false;
      slot.set({ ...slot.body, summary: appendBlock(slot.body.summary, block) });
      return true;
    },
    closeAll() {
      for (const slot of slots.values()) {
        if (slot.body.status === "in_progress") slot.set({ ...slot.body, status: "failed" });
      }
    },
    carry: () => [...slots].map(([compactionId, { body }]) => [compactionId, body.status]),
  };

  function slotOf(update: JsonObject): Slot<Body<CompactionEntry>> | undefined {
    const compactionId = stringOf(update["compactionId"]);
    if (compactionId === undefined) return undefined;
    const known = slots.get(compactionId);
    if (known) return known;
    onNew();
    const slot = list.push<Body<CompactionEntry>>({
      type: "compaction",
      compactionId,
      status: "in_progress",
      summary: [],
    });
    slots.set(compactionId, slot);
    return slot;
  }
}
