/**
 * Cuts a list into pages, and names them well or badly.
 */

import type { Misbehaviour } from "../misbehaviour.ts";

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly nextCursor?: string;
}

interface Paging {
  /** As the client sent it; undefined asks for the first page. */
  readonly cursor: unknown;
  readonly size: number;
  readonly cursors: Misbehaviour["cursors"];
}

/** Undefined when there is no such cursor. */
export function pageOf<Entry>(entries: readonly Entry[], paging: Paging): Page<Entry> | undefined {
  const { cursor, size, cursors } = paging;
  const count = Math.max(1, Math.ceil(entries.length / size));
  const names = Array.from({ length: count }, (_, index) =>
    index === 1 && cursors === "empty-string" ? "" : `page-${index + 1}`,
  );
  const index = cursor === undefined ? 0 : names.findIndex((name) => name === cursor);
  if (index === -1) return undefined;
  const next = cursors === "repeating" || (cursors === "looping" && index === count - 1) ? names[0] : names[index + 1];
  const page = { entries: entries.slice(index * size, (index + 1) * size) };
  return next === undefined ? page : { ...page, nextCursor: next };
}
