/**
 * A page of sessions, the newest first, and a cursor that stays good while others are written.
 */

import { defined, itemsOf, parseJson } from "@tenon/basis";

import type { SessionQuery } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import type { RowQuery, SessionRow, Store } from "../store/store.ts";

const PAGE = 100;

export interface RowPage {
  readonly rows: readonly SessionRow[];
  readonly nextCursor?: string;
}

export async function listSessions(
  store: Store,
  { cursor, title, cwd, limit = PAGE, ...rest }: SessionQuery,
): Promise<RowPage> {
  const rows = await store.list({
    ...rest,
    order: "newest",
    // One more, to know whether there is another page.
    limit: limit + 1,
    ...defined({
      title: title?.toLowerCase(),
      cwd: cwd === undefined ? undefined : folder(cwd),
      beyond: cursor === undefined ? undefined : readCursor(cursor),
    }),
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, ...(last && rows.length > limit && { nextCursor: cursorAt(last) }) };
}

/** A path as it is compared: without a slash at its end. */
export function folder(path: string): string {
  return path.replace(/(?<=[^/\\:])[/\\]+$/, "");
}

function cursorAt({ updatedAt, key }: SessionRow): string {
  return Buffer.from(JSON.stringify([updatedAt, key])).toString("base64url");
}

function readCursor(cursor: string): NonNullable<RowQuery["beyond"]> {
  const value = parseJson(Buffer.from(cursor, "base64url").toString());
  const [updatedAt, key] = itemsOf(value);
  if (typeof updatedAt === "number" && typeof key === "number") return { updatedAt, key };
  throw new JournalError("bad_cursor", "Invalid cursor: use the nextCursor of an earlier page");
}
