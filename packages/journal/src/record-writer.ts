/**
 * Turns the records of one session into what is stored, and knows what they leave unfinished.
 */

import type { GroupCommit } from "./group-commit.ts";
import { hideAddresses } from "./hide-addresses.ts";
import { isStreamedWord } from "./is-streamed-word.ts";
import type { NewRecord } from "./journal.ts";
import { cutLargeStrings } from "./large-strings.ts";
import { followOpenWork, INTERRUPTION } from "./open-work.ts";
import type { Lease, RecordToStore } from "./store.ts";

export interface RecordWriter {
  readonly hasOpenWork: boolean;
  write(records: readonly NewRecord[]): Promise<number>;
  /** Writes an interruption. */
  interrupt(at: number): Promise<number>;
}

export interface RecordWriterOptions {
  readonly commit: GroupCommit;
  readonly lease: Lease;
  readonly now: () => number;
  readonly redact: (text: string) => string;
}

export function createRecordWriter({ commit, lease, now, redact }: RecordWriterOptions): RecordWriter {
  const work = followOpenWork();
  // A record that could not be written may have been the end of the turn, so the session counts as unfinished.
  let hasFailed = false;
  return {
    get hasOpenWork() {
      return hasFailed || work.isOpen;
    },
    write,
    interrupt: (at) => write([{ from: "tenon", text: INTERRUPTION, at }]),
  };

  async function write(records: readonly NewRecord[]): Promise<number> {
    try {
      const toStore = records.map(prepare);
      return await commit.add({ lease, records: toStore, hasOpenWork: hasFailed || work.isOpen });
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }

  function prepare({ from, text, at }: NewRecord): RecordToStore {
    // Half a surrogate pair has no form in UTF-8: better replaced here than differently by each store.
    const cut = cutLargeStrings(redact(hideAddresses(text)).toWellFormed());
    work.see(from, cut.text);
    return { from, at: at ?? now(), ...cut, isStreamedWord: isStreamedWord({ from, text: cut.text }) };
  }
}
