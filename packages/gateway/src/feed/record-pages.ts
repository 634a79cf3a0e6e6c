/**
 * Parts of a session's record, for a page that shows the end of a long one first.
 *
 * The law: a page of records begins with a prompt, so that no tool call or message of it began before.
 */

import type { Journal } from "@tenon/journal";

import type { RecordPages } from "../gateway.ts";
import { recordFrame } from "./frame.ts";

/** How far back a prompt is looked for, in records: a turn may be very long. */
const STEP = 1_000;
const HEAD = 200;

const STATE_KINDS = [
  "available_commands_update",
  "config_option_update",
  "current_mode_update",
  "session_info_update",
  "plan",
  "receipt",
  "include",
  "session/load",
  "session/resume",
  "_tenon/servers/detach",
];

export function createRecordPages(journal: Journal): RecordPages {
  return {
    async page(sessionId, { before, limit }) {
      const end = before ?? ((await journal.session(sessionId))?.lastSeq ?? 0) + 1;
      const start = await turnBegin(sessionId, Math.max(1, end - limit));
      const records = await journal.read(sessionId, { after: start - 1, before: end });
      return records.map(recordFrame);
    },
    async *state(sessionId, { before }) {
      let last = 0;
      for (const record of await journal.read(sessionId, { after: 0, before, limit: HEAD })) {
        if (record.kind === "session/prompt") break;
        last = record.seq;
        yield recordFrame(record);
      }
      for await (const record of journal.records(sessionId, { after: last, before, kinds: STATE_KINDS })) {
        yield recordFrame(record);
      }
    },
  };

  /** The last prompt at or before a record; 1 if there is none. */
  async function turnBegin(sessionId: string, seq: number): Promise<number> {
    for (let before = seq + 1; before > 1; before -= STEP) {
      const prompts = await journal.read(sessionId, { before, limit: STEP, kinds: ["session/prompt"] });
      const last = prompts.at(-1);
      if (last) return last.seq;
    }
    return 1;
  }
}
