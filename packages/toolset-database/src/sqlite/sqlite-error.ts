/** Errors of SQLite, as a model can act on them. */

import { toError } from "@tenon/basis";
import { ToolError, type ToolErrorKind } from "@tenon/toolset";

/** By the primary result code. */
const KINDS: Readonly<Record<number, readonly [ToolErrorKind, hint?: string]>> = {
  1: ["invalid_input"],
  5: ["busy", "Another program is writing to the file: try again later"],
  6: ["busy", "Try again later"],
  7: ["too_large", "The query needs too much memory"],
  8: ["denied", "This tool only reads: use insert_data, update_data or delete_data for changes"],
  18: ["too_large", "The query has a value that is too long"],
  19: ["conflict"],
  20: ["invalid_input"],
  23: [
    "denied",
    "Only SELECT, VALUES and WITH … SELECT can be run: use insert_data, update_data or delete_data for changes",
  ],
  26: ["configuration", "The file is not a SQLite database: check DATABASE_URL or DB_NAME"],
};

export function toToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  const code = error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : 0;
  const [kind, hint] = KINDS[code & 0xff] ?? ["failed"];
  return new ToolError(kind, `SQLite: ${toError(error).message}`, { hint, cause: error });
}
