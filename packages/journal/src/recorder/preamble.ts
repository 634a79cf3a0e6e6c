import type { NewRecord } from "../journal.ts";

export interface Preamble {
  readonly records: readonly NewRecord[];
  add(record: NewRecord): void;
}

// What is said before and beside the sessions is little; an agent that talks for ever does not fill our memory.
const MAX_PREAMBLE = { records: 100, characters: 1_048_576 };

/** What a connection has said so far that belongs to all its sessions: initialize, authenticate and their answers. */
export function createPreamble(): Preamble {
  const records: NewRecord[] = [];
  let characters = 0;
  return {
    records,
    add(record) {
      if (records.length >= MAX_PREAMBLE.records || characters + record.text.length > MAX_PREAMBLE.characters) return;
      records.push(record);
      characters += record.text.length;
    },
  };
}
