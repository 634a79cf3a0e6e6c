/**
 * Turns the records of one session into what is stored, and knows what they leave unfinished.
 */

import type { SessionRedaction } from "@tenon/policy";

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
  /** Writes what was withheld of texts that may have become secrets: nothing more will come. */
  flush(): Promise<void>;
}

export interface RecordWriterOptions {
  readonly commit: GroupCommit;
  readonly lease: Lease;
  readonly now: () => number;
  /** Undefined for records that were redacted when they were first written. */
  readonly redaction: SessionRedaction | undefined;
}

export function createRecordWriter({ commit, lease, now, redaction }: RecordWriterOptions): RecordWriter {
  const work = followOpenWork();
  // A record that could not be written may have been the end of the turn, so the session counts as unfinished.
  let hasFailed = false;
  return {
    get hasOpenWork() {
      return hasFailed || work.isOpen;
    },
    write,
    interrupt: (at) => write([{ from: "tenon", text: INTERRUPTION, at }]),
    async flush() {
      const rest = redaction?.flush() ?? [];
      if (rest.length > 0) await store(() => rest.map(({ from, text }) => ({ from: sourceOf(from), text })));
    },
  };

  function write(records: readonly NewRecord[]): Promise<number> {
    return store(() => {
      const shown = records.map((record) => ({ ...record, text: hideAddresses(record.text) }));
      return redaction ? redaction.take(shown) : shown;
    });
  }

  async function store(redacted: () => readonly NewRecord[]): Promise<number> {
    try {
      const records = redacted().map(prepare);
      return await commit.add({ lease, records, hasOpenWork: hasFailed || work.isOpen, hasPrompt: work.hasPrompt });
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }

  function prepare({ from, text, at }: NewRecord): RecordToStore {
    // Half a surrogate pair has no form in UTF-8: better replaced here than differently by each store.
    const cut = cutLargeStrings(text.toWellFormed());
    work.see(from, cut.text);
    return { from, at: at ?? now(), ...cut, isStreamedWord: isStreamedWord({ from, text: cut.text }) };
  }
}

function sourceOf(from: string): NewRecord["from"] {
  return from === "client" || from === "agent" ? from : "tenon";
}
