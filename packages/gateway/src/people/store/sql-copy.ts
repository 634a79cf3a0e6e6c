/**
 * All that a store has, out of it and into an empty one: to go from a file to the database that several machines share.
 */

import type { PeopleStore, StoredPeople } from "./people-store.ts";
import type { Queries } from "./queries.ts";
import type { Row, Sql, SqlValue, Statement } from "./sql.ts";

/** In the order in which one names another, each with the order of its rows. The audit is numbered anew. */
const TABLES = [
  ["people", "id, name, name_key, role, issuer, subject, is_removed, allowance, created_at", "created_at, id"],
  ["people_tokens", "id, person_id, hash, created_at, expires_at, revoked_at", "created_at, id"],
  ["people_roles", "person_id, session_id, role", "person_id, session_id"],
  ["people_links", "id, session_id, hash, role, created_by, created_at, expires_at", "created_at, id"],
  ["people_closed_links", "link_id, person_id", "link_id, person_id"],
  ["people_spent", "mark, ends_at", "mark"],
  ["people_allowances", "role, allowance", "role"],
  ["people_audit", "at, person_id, name, action, session_id, details, words", "number"],
] as const;

// One statement has a limit of parameters.
const ROWS_AT_ONCE = 500;

export function sqlCopy(sql: Pick<Sql, "run">, { one, change }: Queries): Pick<PeopleStore, "contents" | "fill"> {
  return {
    async contents() {
      const rows = await sql.run(
        TABLES.map(([table, names, order]) => ({ text: `SELECT ${names} FROM ${table} ORDER BY ${order}` })),
      );
      return Object.fromEntries(TABLES.map(([table], index) => [table, rows[index] ?? []]));
    },
    async fill(contents) {
      if (await one("SELECT id FROM people LIMIT 1")) return false;
      await change(TABLES.flatMap(([table, names]) => insertions(table, names, contents[table] ?? [])));
      return true;
    },
  };
}

function insertions(table: string, names: string, rows: StoredPeople[string]): readonly Statement[] {
  const columns = names.split(", ");
  const statements: Statement[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const values = some.flatMap((row) => columns.map((column) => valueIn(row, column)));
    const places = some.map(
      (_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(", ")})`,
    );
    statements.push({ text: `INSERT INTO ${table} (${names}) VALUES ${places.join(", ")}`, values });
  }
  return statements;
}

function valueIn(row: Row, column: string): SqlValue {
  const value = row[column];
  return typeof value === "string" || typeof value === "number" ? value : null;
}
