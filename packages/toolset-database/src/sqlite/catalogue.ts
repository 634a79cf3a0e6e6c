/** Tables and their parts, from the schema of a SQLite file. */

import type { DatabaseSync } from "node:sqlite";

import type { Column, ForeignKey, Table, TableSchema } from "../core/database.ts";

export function readTables(database: DatabaseSync): Table[] {
  const rows = database
    .prepare(
      `SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'view', 'virtual')
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name LIMIT 10000`,
    )
    .all();
  return rows.map(({ name, type }) => ({
    schema: "main",
    name: String(name),
    reference: String(name),
    kind: type === "view" ? ("view" as const) : ("table" as const),
  }));
}

export function readSchema(database: DatabaseSync, table: Table): TableSchema {
  // 1 is hidden: a column of a virtual table that is only an argument.
  const columns = database.prepare("SELECT * FROM pragma_table_xinfo(?) WHERE hidden <> 1").all(table.name);
  const key = columns
    .filter(({ pk }) => Number(pk) > 0)
    .toSorted((one, other) => Number(one["pk"]) - Number(other["pk"]));
  const indexes = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY name",
    )
    .all(table.name);
  return {
    table,
    columns: columns.map(({ name, type, notnull, pk, dflt_value: byDefault }): Column => ({
      name: String(name),
      type: String(type).toLowerCase(),
      isNullable: Number(notnull) === 0 && Number(pk) === 0,
      default: byDefault === null ? undefined : String(byDefault),
    })),
    primaryKey: key.map(({ name }) => String(name)),
    foreignKeys: foreignKeys(database, table.name).map(({ near, far, ...one }) => ({
      ...one,
      columns: near,
      otherColumns: far,
    })),
    referencedBy: readTables(database).flatMap((other) =>
      foreignKeys(database, other.name)
        .filter((one) => one.table.toLowerCase() === table.name.toLowerCase())
        .map(({ near, far, onDelete }): ForeignKey => ({
          columns: far,
          table: other.name,
          otherColumns: near,
          onDelete,
        })),
    ),
    indexes: indexes.map(({ name, sql }) => ({ name: String(name), definition: String(sql) })),
  };
}

function foreignKeys(database: DatabaseSync, table: string) {
  const rows = database.prepare("SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq").all(table);
  const byId = Map.groupBy(rows, ({ id }) => Number(id));
  return [...byId.values()].map((parts) => ({
    near: parts.map(({ from }) => String(from)),
    table: String(parts[0]?.["table"]),
    // Without a name it is the primary key.
    far: parts.flatMap(({ to }) => (to === null ? [] : [String(to)])),
    onDelete: String(parts[0]?.["on_delete"]),
  }));
}
