/**
 * Turns the records of one session into what is stored, and knows what they leave unfinished.
 */

import type { SessionRedaction } from "@tenon/policy";
import { kindOf, messageOf } from "@tenon/timeline";

import type { GroupCommit } from "./group-commit.ts";
import { hideAddresses } from "./hide-addresses.ts";
import type { NewRecord } from "../journal.ts";
import { cutLargeStrings } from "../store/large-strings.ts";
import { followOpenWork, interruption } from "./open-work.ts";
import type { Lease, RecordToStore } from "../store/store.ts";

/** Its kind is known if it was stored before. */
export type KnownRecord = NewRecord & { readonly kind?: string };

export interface RecordWriter {
  readonly hasOpenWork: boolean;
  write(records: readonly KnownRecord[]): Promise<number>;
  /** Writes an interruption, and why, if that is known. */
  interrupt(at: number, reason?: string): Promise<number>;
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
    interrupt: (at, reason) => write([{ from: "tenon", text: interruption(reason), at }]),
    async flush() {
      const rest = redaction?.flush() ?? [];
      if (rest.length > 0) await store(() => rest.map(({ from, text }) => ({ from: sourceOf(from), text })));
    },
  };

  function write(records: readonly KnownRecord[]): Promise<number> {
    // What was redacted when it was first written stays as it is.
    return store(() => (redaction ? redaction.take(records.map(hideAddresses)) : records));
  }

  async function store(redacted: () => readonly KnownRecord[]): Promise<number> {
    try {
      const records = redacted().map(prepare);
      return await commit.add({ lease, records, hasOpenWork: hasFailed || work.isOpen, hasPrompt: work.hasPrompt });
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }

  function prepare({ from, text, at, kind: stored, message: given }: KnownRecord): RecordToStore {
    // What redaction has not seen says nothing about the text that is stored.
    const known = redaction ? undefined : stored;
    const message = known === undefined ? messageOf({ text, message: given }) : given;
    const kind = known ?? kindOf(from, message);
    work.see({ from, kind, text, message });
    // Half a surrogate pair has no form in UTF-8: better replaced here than differently by each store.
    return { from, at: at ?? now(), kind: kind.toWellFormed(), ...cutLargeStrings(text.toWellFormed()) };
  }
}

function sourceOf(from: string): NewRecord["from"] {
  return from === "client" || from === "agent" ? from : "tenon";
}
