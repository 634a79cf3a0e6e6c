/**
 * Rows of the store as what they stand for.
 */

import { defined, objectOf, parseJson } from "@tenon/basis";

import { type Allowance, organisationRoles, type Person, type SessionRole, sessionRoles } from "../person.ts";
import type { AuditEntry, StoredLink, StoredToken } from "./people-store.ts";
import type { Row } from "./sql.ts";

/** Two names that look alike are one: a person must not pass for another by a capital letter or a full-width one. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

export function personIn(row: Row): Person {
  const [issuer, subject] = [row["issuer"], row["subject"]];
  return {
    id: text(row, "id"),
    name: text(row, "name"),
    role: organisationRoles.find((role) => role === row["role"]) ?? "guest",
    ...(typeof issuer === "string" && typeof subject === "string" && { subject: { issuer, subject } }),
    isRemoved: Number(row["is_removed"]) === 1,
    allowance: allowanceIn(row),
    createdAt: Number(row["created_at"]),
  };
}

export function tokenIn(row: Row): StoredToken {
  return {
    id: text(row, "id"),
    personId: text(row, "person_id"),
    hash: text(row, "hash"),
    createdAt: Number(row["created_at"]),
    ...defined({ expiresAt: time(row, "expires_at"), revokedAt: time(row, "revoked_at") }),
  };
}

export function linkIn(row: Row): StoredLink {
  return {
    id: text(row, "id"),
    sessionId: text(row, "session_id"),
    hash: text(row, "hash"),
    role: sessionRoleIn(row),
    createdBy: text(row, "created_by"),
    createdAt: Number(row["created_at"]),
    ...defined({ expiresAt: time(row, "expires_at") }),
  };
}

export function auditIn(row: Row): AuditEntry {
  const details = objectOf(parseJson(text(row, "details")));
  return {
    number: Number(row["number"]),
    at: Number(row["at"]),
    personId: text(row, "person_id"),
    name: text(row, "name"),
    action: text(row, "action"),
    ...(typeof row["session_id"] === "string" && { sessionId: row["session_id"] }),
    ...(Object.keys(details).length > 0 && { details }),
  };
}

export function allowanceIn(row: Row): Allowance {
  return objectOf(parseJson(text(row, "allowance")));
}

/** One that a newer version wrote gives the least. */
export function sessionRoleIn(row: Row, column = "role"): SessionRole {
  return sessionRoles.find((role) => role === row[column]) ?? "viewer";
}

export function text(row: Row, column: string): string {
  return String(row[column]);
}

function time(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : Number(row[column]);
}

export function mapped<Value>(row: Row | undefined, read: (row: Row) => Value): Value | undefined {
  return row && read(row);
}
