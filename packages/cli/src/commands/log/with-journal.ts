/**
 * Opens the user's journal for one command and closes it for sure. A reader that has seen enough, such as `head`, ends
 * the command without complaint.
 */

import { errorCode } from "@tenon/basis";
import type { Journal } from "@tenon/journal";

import { openUserJournal } from "../../user/user-journal.ts";

export interface StoreFlags {
  readonly store?: string;
}

export async function withJournal({ store }: StoreFlags, run: (journal: Journal) => Promise<void>): Promise<void> {
  await using journal = await openUserJournal({ store });
  try {
    await run(journal);
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}

function isClosedPipe(error: unknown): boolean {
  return ["EPIPE", "ERR_STREAM_DESTROYED"].includes(errorCode(error) ?? "");
}
