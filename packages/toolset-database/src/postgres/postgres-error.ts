/** Errors of Postgres and of the connection to it, as a model can act on them. */

import { errorMessage, systemCode } from "@tenon/basis";
import { ToolError, type ToolErrorKind } from "@tenon/toolset";
import pg from "pg";

/** By SQLSTATE, or by its first two characters. */
const KINDS: Readonly<Record<string, readonly [ToolErrorKind, hint?: string]>> = {
  "25006": ["denied", "This tool only reads: use insert_data, update_data or delete_data for changes"],
  "42501": ["denied", "The role of this connection does not have the right"],
  "42P11": ["denied", "Only SELECT, VALUES, TABLE and WITH … SELECT can be run"],
  "57014": ["timeout", "Make the query cheaper: explain_query shows its plan"],
  "55P03": ["busy", "Another transaction holds the rows: try again later"],
  "40001": ["busy", "Try again"],
  "40P01": ["busy", "Try again"],
  "53300": ["unavailable", "The server has no free connection: try again later"],
  "22": ["invalid_input"],
  "23": ["conflict"],
  "28": ["configuration", "Check DB_USER and DB_PASSWORD, or DATABASE_URL"],
  "3D": ["configuration", "Check DB_NAME, or DATABASE_URL"],
  "42": ["invalid_input"],
  "0A": ["unsupported"],
  "08": ["unavailable", "Try again later"],
  "57": ["unavailable", "The server is shutting down or starting: try again later"],
};

export function toToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? "";
    const [kind, hint] = KINDS[code] ?? KINDS[code.slice(0, 2)] ?? ["failed"];
    const detail = error.detail === undefined ? "" : `: ${error.detail}`;
    return new ToolError(kind, `Postgres: ${error.message}${detail}`, { hint: error.hint ?? hint, cause: error });
  }
  if (isConnectionLost(error))
    return new ToolError("unavailable", `The database cannot be reached: ${reason(error)}`, {
      hint: "Try again later; if it stays so, check DB_HOST and DB_PORT, or DATABASE_URL",
      cause: error,
    });
  return new ToolError("failed", `Postgres: ${errorMessage(error)}`, { cause: error });
}

/** The connection failed, and not the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P0[123])/.test(error.code ?? "");
  if (systemCode(error) !== undefined || error instanceof AggregateError) return true;
  return /connection (terminated|error|timeout)|timeout (expired|exceeded)|not queryable|was cut/i.test(
    errorMessage(error),
  );
}

function reason(error: unknown): string {
  // An attempt for each address of a name, with an empty message over all.
  return error instanceof AggregateError ? error.errors.map(errorMessage).join("; ") : errorMessage(error);
}
