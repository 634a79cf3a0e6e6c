/**
 * What the errors of Postgres, and of the connection to it, mean to users of a journal. None shows the password.
 */

import { errorMessage, systemCode } from "@tenon/basis";
import pg from "pg";

import { JournalError, type JournalErrorCode } from "../journal-error.ts";

/** By SQLSTATE, or by its first two characters. */
const MEANINGS: Readonly<Record<string, readonly [JournalErrorCode, string]>> = {
  "28": ["store_refused", "Postgres refuses the user or the password"],
  "3D": ["store_refused", "Postgres has no such database"],
  "42501": ["store_refused", "The user lacks rights to the journal's tables"],
  "3F000": ["store_refused", "The user has no schema to create the journal's tables in"],
  "25006": ["store_refused", "Postgres accepts no writes: this is a replica, or it is set to read only"],
  "53100": ["disk_full", "No disk space left for the journal"],
  "08": ["store_unreachable", "Postgres cannot be reached"],
  "53300": ["store_unreachable", "Postgres has no free connection"],
  "57P": ["store_unreachable", "Postgres is starting or shutting down"],
};

export function toJournalError(error: unknown, address: string): unknown {
  if (error instanceof JournalError) return error;
  const [code, message] = meaningOf(error);
  return new JournalError(code, `${message}: ${address}`, { store: address }, { cause: error });
}

/** The connection failed, and not the statement: another attempt may work. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53300)/.test(error.code ?? "");
  if (error instanceof AggregateError) return true;
  if (systemCode(error) !== undefined) return true;
  return /connection (terminated|error|timeout|ended)|timeout (expired|exceeded)|read timeout|not queryable/i.test(
    errorMessage(error),
  );
}

function meaningOf(error: unknown): readonly [JournalErrorCode, string] {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? "";
    const known = MEANINGS[code] ?? MEANINGS[code.slice(0, 3)] ?? MEANINGS[code.slice(0, 2)];
    return known ?? ["store_failed", `Postgres could not do it (${error.message})`];
  }
  if (isConnectionLost(error)) return ["store_unreachable", `Postgres cannot be reached (${reason(error)})`];
  // The driver found no password, or the server asks for what it cannot do.
  if (/SASL|password/i.test(errorMessage(error))) return ["store_refused", "Postgres asks for a password"];
  if (/SSL|certificate|self[- ]signed/i.test(errorMessage(error)))
    return ["store_unreachable", `Postgres cannot be reached over TLS (${reason(error)})`];
  return ["store_failed", `Postgres could not do it (${reason(error)})`];
}

function reason(error: unknown): string {
  // An attempt for each address of a name, with an empty message over all.
  return error instanceof AggregateError ? error.errors.map(errorMessage).join("; ") : errorMessage(error);
}
