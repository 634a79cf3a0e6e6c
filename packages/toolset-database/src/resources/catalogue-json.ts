/** The catalogue as models and hosts read it, without what says nothing. */

import { defined, type JsonObject } from "@tenon/basis";

import type { ForeignKey, Table, TableSchema } from "../core/database.ts";

export function tablesJson(tables: readonly Table[]): JsonObject {
  return { tables: tables.map(tableJson) };
}

export function schemaJson(schema: TableSchema): JsonObject {
  const { table, columns, primaryKey, foreignKeys, referencedBy, indexes } = schema;
  return {
    ...tableJson(table),
    columns: columns.map(({ name, type, isNullable, default: byDefault, comment }) => ({
      name,
      type,
      nullable: isNullable,
      ...defined({ default: byDefault, comment }),
    })),
    primary_key: primaryKey,
    foreign_keys: foreignKeys.map(keyJson),
    referenced_by: referencedBy.map(keyJson),
    indexes,
  };
}

function tableJson({ reference, kind, rows, comment }: Table): JsonObject {
  return { table: reference, kind, ...defined({ estimated_rows: rows, comment }) };
}

function keyJson({ columns, table, otherColumns, onDelete }: ForeignKey): JsonObject {
  return { columns, references: table, referenced_columns: otherColumns, on_delete: onDelete };
}
