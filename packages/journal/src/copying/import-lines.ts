/**
 * Reads exported sessions back.
 *
 * One bad line costs that line, not the session: it is left out and named in the repairs.
 */

import { importMark } from "./import-mark.ts";
import type { Repair } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import { readExportLine } from "../reading/export-lines.ts";
import type { SessionDraft } from "./session-draft.ts";
import type { SessionHead } from "../store/store.ts";

export interface ImportOptions {
  readonly lines: AsyncIterable<string> | Iterable<string>;
  /** Begins a session under this head's id, or under another one if that is taken; tells which. */
  readonly begin: (head: SessionHead) => Promise<{ readonly id: string; readonly draft: SessionDraft }>;
  readonly onRepair: (repair: Repair) => void;
}

/** The ids of the sessions. */
export async function importLines({ lines, begin, onRepair }: ImportOptions): Promise<readonly string[]> {
  const ids: string[] = [];
  let current: { readonly id: string; readonly draft: SessionDraft } | undefined;
  let line = 0;
  let lastSeq = 0;
  let lastAt = 0;
  try {
    for await (const text of lines) {
      line += 1;
      if (text.trim() === "") continue;
      const read = readExportLine(text);
      if (read?.type === "session") {
        await finish();
        current = await begin(read.head);
        lastSeq = 0;
        lastAt = read.head.createdAt;
      } else if (!current) {
        throw new JournalError("bad_export", `Line ${line} is not the header of an exported session`, { line });
      } else if (!read) {
        onRepair({ what: `Line ${line} could not be read and was skipped`, sessionId: current.id });
      } else if (read.type === "file") {
        await current.draft.addFile(read.file);
      } else if (read.record.seq <= lastSeq) {
        onRepair({ what: `Line ${line} repeats record ${read.record.seq} and was skipped`, sessionId: current.id });
      } else {
        lastSeq = read.record.seq;
        lastAt = read.record.at;
        await current.draft.add(read.record);
      }
    }
    await finish();
    return ids;
  } catch (error) {
    await current?.draft.abandon();
    throw error;
  }

  async function finish() {
    if (!current) return;
    await current.draft.add(importMark(lastAt));
    await current.draft.finish();
    ids.push(current.id);
    current = undefined;
  }
}
