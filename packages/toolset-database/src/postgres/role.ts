/** Roles that no read-only transaction confines. */

import { ToolError } from "@tenon/toolset";

/** A subquery: what the current role can do outside the database. */
export const DANGEROUS_POWERS = `ARRAY(
  SELECT 'superuser' FROM pg_catalog.pg_roles WHERE rolname = current_user AND rolsuper
  UNION ALL SELECT rolname::text FROM pg_catalog.pg_roles
  WHERE rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
    AND pg_catalog.pg_has_role(current_user, oid, 'MEMBER')
)`;

export function refuseRole(role: string, powers: readonly string[]): void {
  if (powers.length === 0) return;
  const is = powers.includes("superuser") ? "a superuser" : `a member of ${powers.join(", ")}`;
  throw new ToolError(
    "configuration",
    `The role ${JSON.stringify(role)} is ${is}: it reaches files or programs of the database server, which no read-only transaction prevents`,
    { hint: "Connect as a role without these rights, or set DB_ALLOW_SUPERUSER=1" },
  );
}
