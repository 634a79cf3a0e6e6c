/** Failures of SQL that a model wrote, in terms of that SQL and not of the statement that we put around it. */

import { ToolError } from "@tenon/toolset";
import pg from "pg";

import type { Table } from "../core/database.ts";
import { suggestion } from "../core/names.ts";

const ONLY_READS = {
  message: "Only one SELECT, VALUES, TABLE or WITH … SELECT can be run",
  hint: "Use insert_data, update_data or delete_data for changes",
};

export async function explainFailure(
  error: ToolError,
  { prefix, sql }: { readonly prefix: string; readonly sql: string },
  tables: () => Promise<readonly Table[]>,
): Promise<ToolError> {
  const { cause } = error;
  if (!(cause instanceof pg.DatabaseError)) return error;
  const { code, position } = cause;
  const before = position === undefined ? undefined : sql.slice(0, Number(position) - 1 - prefix.length);
  // Without a position: several statements in one message.
  const isFirstWord = before === undefined || before.replaceAll(/--.*$|\/\*.*?\*\//gms, "").trim() === "";
  if (code === "42601" && isFirstWord)
    return new ToolError("denied", ONLY_READS.message, { hint: ONLY_READS.hint, cause });
  // A WITH that writes; its own message is about cursors.
  if (code === "0A000" && /\bCURSOR\b/.test(cause.message))
    return new ToolError("denied", ONLY_READS.message, { hint: ONLY_READS.hint, cause });
  if (code !== "42P01" || before === undefined) return error;
  const name = /^"?([\p{L}\p{N}_$.]+)/u.exec(sql.slice(before.length))?.[1] ?? "";
  const references = (await tables()).map(({ reference }) => reference);
  const hint = suggestion(name, references) ?? "Use list_tables to see what exists";
  return new ToolError("not_found", error.message, { hint, cause });
}
