/**
 * The cursor of a page: where the next page of the same query begins. It is stateless, so no transaction stays open between
 * two pages.
 */

import { hash } from "node:crypto";

import { objectOf, parseJson } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import type { Query } from "./database.ts";

export function writeCursor(query: Query, offset: number): string {
  return Buffer.from(JSON.stringify({ offset, query: fingerprint(query) })).toString("base64url");
}

/** The offset of the page; 0 without a cursor. */
export function readCursor(cursor: string | undefined, query: Query): number {
  if (cursor === undefined) return 0;
  const value = objectOf(parseJson(Buffer.from(cursor, "base64url").toString()));
  const { offset } = value;
  if (typeof offset !== "number" || !Number.isSafeInteger(offset) || offset < 0)
    throw new ToolError("invalid_input", "The cursor is not one that query_database returned");
  if (value["query"] !== fingerprint(query))
    throw new ToolError("invalid_input", "The cursor belongs to another query", {
      hint: "Send the same sql and values as for the page before, or leave the cursor out",
    });
  return offset;
}

function fingerprint({ sql, values }: Query): string {
  return hash("sha256", JSON.stringify([sql, values]), "base64url").slice(0, 16);
}
