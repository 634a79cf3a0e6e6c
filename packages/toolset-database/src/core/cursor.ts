/**
 * The cursor of a page: where the next page of the same query begins. It is stateless, so no transaction stays open between
 * two pages.
 */

import { createHash } from "node:crypto";

import { isObject, parseJson } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import type { Query } from "./database.ts";

export function writeCursor(query: Query, offset: number): string {
  return Buffer.from(JSON.stringify({ offset, query: fingerprint(query) })).toString("base64url");
}

/** The offset of the page; 0 without a cursor. */
export function readCursor(cursor: string | undefined, query: Query): number {
  if (cursor === undefined) return 0;
  const value = tryParse(Buffer.from(cursor, "base64url").toString());
  const offset = isObject(value) ? value["offset"] : undefined;
  if (!isObject(value) || typeof offset !== "number" || !Number.isSafeInteger(offset) || offset < 0)
    throw new ToolError("invalid_input", "The cursor is not one that query_database returned");
  if (value["query"] !== fingerprint(query))
    throw new ToolError("invalid_input", "The cursor belongs to another query", {
      hint: "Send the same sql and values as for the page before, or leave the cursor out",
    });
  return offset;
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The caller reports it, with what a cursor is.
    return undefined;
  }
}

function fingerprint({ sql, values }: Query): string {
  return createHash("sha256")
    .update(JSON.stringify([sql, values]))
    .digest("base64url")
    .slice(0, 16);
}
