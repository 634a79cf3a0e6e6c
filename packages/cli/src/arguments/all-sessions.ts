import type { Journal, SessionQuery, SessionRecord } from "@tenon/journal";

const PAGE = 100;

/** The newest first, read page by page; `limit` counts them all. */
export async function allSessions(
  journal: Journal,
  { limit = Infinity, ...filter }: Omit<SessionQuery, "cursor"> = {},
): Promise<readonly SessionRecord[]> {
  const found: SessionRecord[] = [];
  let next: { readonly cursor?: string } | undefined = {};
  while (next && found.length < limit) {
    const page = await journal.sessions({
      ...filter,
      ...next,
      limit: Math.min(PAGE, limit - found.length),
    });
    found.push(...page.sessions);
    next = page.nextCursor === undefined ? undefined : { cursor: page.nextCursor };
  }
  return found;
}
