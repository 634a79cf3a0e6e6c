import type { Journal, JournalRecord, SessionRecord } from "@tenon/journal";

const PAGE = 500;

/** What the session had when it was looked up, read page by page; with `last`, only so many of them. */
export async function* allRecords(
  journal: Journal,
  session: SessionRecord,
  options: { readonly last?: number } = {},
): AsyncIterable<JournalRecord> {
  const end = session.lastSeq + 1;
  let after = options.last === undefined ? 0 : Math.max(0, session.lastSeq - options.last);
  while (after < session.lastSeq) {
    const page = await journal.read(session.id, { after, before: end, limit: PAGE });
    const newest = page.at(-1);
    if (!newest) return;
    yield* page;
    after = newest.seq;
  }
}
