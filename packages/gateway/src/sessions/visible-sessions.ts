/**
 * The sessions that a person may look at, a page at a time.
 *
 * The law: nothing tells of the others: neither a short page nor the cursor of a next one that would be empty.
 */

import type { SessionQuery } from "@tenon/journal";

import type { GatewaySessions, SessionView, SessionViewPage } from "../gateway.ts";
import type { Access } from "../people/access.ts";

const BATCH = 500;
const PAGE = 100;

export async function listVisible(
  sessions: Pick<GatewaySessions, "list">,
  access: Access | undefined,
  query: SessionQuery,
): Promise<SessionViewPage> {
  if (!access || access.may("administer")) return await sessions.list(query);
  const { limit = PAGE } = query;
  const found: SessionView[] = [];
  let last: { readonly query: SessionQuery; readonly count: number } | undefined;
  for (let next: SessionQuery | undefined = { ...query, limit: BATCH }; next;) {
    const page: SessionViewPage = await sessions.list(next);
    for (const [index, session] of page.sessions.entries()) {
      if (!access.may("look", session.id)) continue;
      // One more than the page: its end is the cursor behind the last one.
      if (found.length === limit && last) return { sessions: found, ...(await cursorBehind(sessions, last)) };
      found.push(session);
      last = { query: next, count: index + 1 };
    }
    next = page.nextCursor === undefined ? undefined : { ...next, cursor: page.nextCursor };
  }
  return { sessions: found };
}

async function cursorBehind(
  sessions: Pick<GatewaySessions, "list">,
  { query, count }: { readonly query: SessionQuery; readonly count: number },
): Promise<Pick<SessionViewPage, "nextCursor">> {
  const { nextCursor } = await sessions.list({ ...query, limit: count });
  return nextCursor === undefined ? {} : { nextCursor };
}
