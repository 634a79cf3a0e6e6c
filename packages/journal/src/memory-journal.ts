import { createJournal } from "./create-journal.ts";
import type { Journal } from "./journal.ts";
import type { JournalOptions } from "./journal-options.ts";
import { createMemoryStore } from "./store/memory-store.ts";

/** A journal that is gone with the process. */
export function openMemoryJournal(options: JournalOptions = {}): Journal {
  return createJournal(createMemoryStore(options.now ?? Date.now), options).journal;
}
