/** What a host can read and show without a tool call. */

import { defined } from "@tenon/basis";
import { defineResource, defineResourceTemplate, type RequestContext } from "@tenon/toolset";

import { findTable } from "../core/names.ts";
import type { DatabaseState } from "../state.ts";
import { schemaJson, tablesJson } from "./catalogue-json.ts";

export const STATS_URI = "db://stats";

export const stats = defineResource({
  uri: STATS_URI,
  name: "stats",
  title: "Database",
  description: "Version, size, number of tables, and the limits of this connection",
  mimeType: "application/json",
  cache: { maxAgeMs: 5_000 },
  async read({ state, signal }: RequestContext<DatabaseState>) {
    const { database, settings } = state;
    const { version, database: name, role, sizeBytes, tables, views, connections } = await database.stats(signal);
    return {
      database: name,
      kind: database.kind,
      version,
      ...defined({ role }),
      size_bytes: sizeBytes,
      tables,
      views,
      ...defined({ connections }),
      limits: {
        read_only: settings.isReadOnly,
        timeout_ms: settings.timeoutMs,
        max_rows: settings.maxRows,
        confirm_above: settings.confirmAbove,
      },
    };
  },
});

export const tables = defineResource({
  uri: "db://tables",
  name: "tables",
  title: "Tables",
  description: "All tables and views",
  mimeType: "application/json",
  cache: { maxAgeMs: 10_000 },
  read: async ({ state, signal }: RequestContext<DatabaseState>) => tablesJson(await state.database.tables(signal)),
});

export const schema = defineResourceTemplate({
  uriTemplate: "db://schema/{table}",
  name: "schema",
  title: "Schema of a table",
  description: "Columns, keys, references and indexes of a table or view",
  mimeType: "application/json",
  cache: { maxAgeMs: 10_000 },
  async list({ state, signal }: RequestContext<DatabaseState>) {
    const all = await state.database.tables(signal);
    return all.map(({ reference, kind }) => ({
      uri: `db://schema/${encodeURIComponent(reference)}`,
      name: reference,
      title: `Schema of the ${kind} ${reference}`,
      mimeType: "application/json",
    }));
  },
  complete: {
    async table(typed, { state, signal }) {
      const references = (await state.database.tables(signal)).map(({ reference }) => reference);
      return references.filter((reference) => reference.toLowerCase().includes(typed.toLowerCase()));
    },
  },
  async read({ table }, { state, signal }: RequestContext<DatabaseState>) {
    return schemaJson(await state.database.describe(await findTable(state.database, table, signal), signal));
  },
});
