/** Tables and their parts, from the catalogue of Postgres. */

import { isString, itemsOf, numberOf, objectOf, stringOf } from "@tenon/basis";

import type { ForeignKey, Stats, Table, TableSchema } from "../core/database.ts";
import type { Transaction } from "./transaction.ts";

const KINDS: Readonly<Record<string, Table["kind"]>> = { v: "view", m: "materialized view", f: "foreign table" };

export async function readTables(transaction: Transaction): Promise<Table[]> {
  const { rows } = await transaction.run(`
    SELECT n.nspname, c.relname, c.relkind::text, pg_table_is_visible(c.oid), c.reltuples::float8,
      obj_description(c.oid, 'pg_class')
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
      AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
      AND has_schema_privilege(n.oid, 'USAGE')
      AND (has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE') OR has_any_column_privilege(c.oid, 'SELECT'))
    ORDER BY NOT pg_table_is_visible(c.oid), n.nspname, c.relname LIMIT 10000`);
  return rows.map(([schema, name, kind, isVisible, tuples, comment]) => ({
    schema: String(schema),
    name: String(name),
    reference: isVisible === true ? String(name) : `${String(schema)}.${String(name)}`,
    kind: KINDS[String(kind)] ?? "table",
    // -1 before the first ANALYZE, and for views.
    rows: typeof tuples === "number" && tuples >= 0 && kind !== "v" ? tuples : undefined,
    comment: stringOf(comment),
  }));
}

export async function readSchema(transaction: Transaction, table: Table): Promise<TableSchema> {
  const { rows } = await transaction.run(
    `WITH t AS (SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = $1 AND c.relname = $2)
    SELECT
      (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isNullable', NOT a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid),
          'comment', col_description(a.attrelid, a.attnum)) ORDER BY a.attnum)
        FROM pg_catalog.pg_attribute a LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped),
      (SELECT json_agg(${columnsOf("i.indrelid", "i.indkey::int2[]")}) FROM pg_catalog.pg_index i
        WHERE i.indrelid = t.oid AND i.indisprimary),
      (SELECT json_agg(${foreignKey("k.conrelid", "k.conkey", "k.confrelid", "k.confkey")} ORDER BY k.conname)
        FROM pg_catalog.pg_constraint k WHERE k.contype = 'f' AND k.conrelid = t.oid),
      (SELECT json_agg(${foreignKey("k.confrelid", "k.confkey", "k.conrelid", "k.conkey")} ORDER BY k.conname)
        FROM pg_catalog.pg_constraint k WHERE k.contype = 'f' AND k.confrelid = t.oid),
      (SELECT json_agg(json_build_object('name', x.relname, 'definition', pg_get_indexdef(i.indexrelid)) ORDER BY x.relname)
        FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid WHERE i.indrelid = t.oid)
    FROM t`,
    [table.schema, table.name],
  );
  const [columns, primaryKey, foreignKeys, referencedBy, indexes] = rows[0] ?? [];
  return {
    table,
    columns: itemsOf(columns).map((one) => {
      const { name, type, isNullable, default: byDefault, comment } = objectOf(one);
      return {
        name: String(name),
        type: String(type),
        isNullable: isNullable === true,
        default: stringOf(byDefault),
        comment: stringOf(comment),
      };
    }),
    primaryKey: itemsOf(itemsOf(primaryKey)[0]).filter(isString),
    foreignKeys: itemsOf(foreignKeys).map(toForeignKey),
    referencedBy: itemsOf(referencedBy).map(toForeignKey),
    indexes: itemsOf(indexes).map((one) => {
      const { name, definition } = objectOf(one);
      return { name: String(name), definition: String(definition) };
    }),
  };
}

export async function readStats(transaction: Transaction): Promise<Stats> {
  const { rows } = await transaction.run(`
    SELECT current_setting('server_version'), current_database(), current_user, pg_database_size(current_database()),
      (SELECT count(*) FROM pg_catalog.pg_stat_activity WHERE datname = current_database())`);
  const [version, database, role, size, connections] = rows[0] ?? [];
  const tables = await readTables(transaction);
  const views = tables.filter(({ kind }) => kind === "view" || kind === "materialized view").length;
  return {
    version: `PostgreSQL ${String(version)}`,
    database: String(database),
    role: stringOf(role),
    sizeBytes: numberOf(size) ?? 0,
    tables: tables.length - views,
    views,
    connections: numberOf(connections),
  };
}

function columnsOf(table: string, numbers: string): string {
  return `(SELECT json_agg(a.attname ORDER BY o.n) FROM unnest(${numbers}) WITH ORDINALITY o(number, n)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = ${table} AND a.attnum = o.number)`;
}

function foreignKey(near: string, nearColumns: string, far: string, farColumns: string): string {
  return `json_build_object('columns', ${columnsOf(near, nearColumns)}, 'table', ${far}::regclass::text,
    'otherColumns', ${columnsOf(far, farColumns)}, 'onDelete', CASE k.confdeltype WHEN 'c' THEN 'CASCADE'
      WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' WHEN 'r' THEN 'RESTRICT' ELSE 'NO ACTION' END)`;
}

function toForeignKey(value: unknown): ForeignKey {
  const { columns, table, otherColumns, onDelete } = objectOf(value);
  return {
    columns: itemsOf(columns).filter(isString),
    table: String(table),
    otherColumns: itemsOf(otherColumns).filter(isString),
    onDelete: String(onDelete),
  };
}
