import { setTimeout as sleep } from "node:timers/promises";

import { descendantsOf } from "@tenon/testkit";
import type { StartedToolset } from "@tenon/testkit/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type SampleDatabase, samplePostgres, sampleSqlite } from "./sample-databases.ts";
import { openServer, REVISIONS, startServer } from "./start-server.ts";

const FOREVER = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

const databases = [
  { kind: "Postgres", create: samplePostgres },
  { kind: "SQLite", create: sampleSqlite },
];

describe.each(databases.flatMap((one) => REVISIONS.map((revision) => ({ ...one, revision }))))(
  "the server on $kind in $revision",
  ({ create, revision }) => {
    let sample: SampleDatabase;
    let server: StartedToolset;
    beforeAll(async () => {
      sample = await create();
      server = await startServer({ ...sample.env, DB_CONFIRM_ABOVE: "2" }, { revision, confirms: true });
    });
    afterAll(async () => {
      await server[Symbol.asyncDispose]();
      await sample[Symbol.asyncDispose]();
    });

    it("lists seven tools, three of which can change data", async () => {
      const { tools } = await server.client.listTools();
      const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
      expect(tools).toHaveLength(7);
      expect(changing).toEqual(["insert_data", "update_data", "delete_data"]);
    });

    it("answers list_tables and get_table_schema", async () => {
      const { structured } = await server.call("list_tables");
      expect(structured?.["tables"]).toEqual(expect.arrayContaining([expect.objectContaining({ table: "customer" })]));
      const schema = await server.call("get_table_schema", { table: "orders" });
      expect(schema.structured).toMatchObject({
        primary_key: ["id"],
        foreign_keys: [{ columns: ["customer_id"], references: "customer", on_delete: "CASCADE" }],
      });
    });

    it("pages through a query by its cursor", async () => {
      const sql = "SELECT id FROM customer ORDER BY id";
      const first = await server.call("query_database", { sql, limit: 2 });
      expect(first.structured).toMatchObject({ rows: [[1], [2]], cursor: expect.any(String) });
      const cursor = first.structured?.["cursor"];
      expect((await server.call("query_database", { sql, cursor })).structured).toMatchObject({ rows: [[3]] });
      expect(await server.call("query_database", { sql: "SELECT 1", cursor })).toMatchObject({
        isError: true,
        text: expect.stringContaining("another query"),
      });
      expect(await server.call("query_database", { sql, cursor: "nonsense" })).toMatchObject({ isError: true });
    });

    it("explains a query", async () => {
      expect((await server.call("explain_query", { sql: "SELECT * FROM orders" })).text).toMatch(/scan/i);
    });

    it("reports in a dry run how many rows a change would touch, and changes nothing", async () => {
      const before = await sample.dump();
      const where = [{ column: "customer_id", op: "=", value: 1 }];
      const deleting = await server.call("delete_data", { table: "orders", where, dry_run: true });
      expect(deleting.structured).toMatchObject({ rows: 2, committed: false });
      const cascading = await server.call("delete_data", {
        table: "customer",
        where: [{ column: "id", op: "=", value: 1 }],
        dry_run: true,
      });
      expect(cascading.text).toContain("and the rows of orders that refer to them");
      expect(await sample.dump()).toBe(before);
    });

    it("refuses a change without conditions unless every row is named explicitly", async () => {
      const before = await sample.dump();
      for (const [tool, args] of [
        ["delete_data", { table: "orders" }],
        ["delete_data", { table: "orders", where: [] }],
        ["update_data", { table: "orders", set: { total: 0 } }],
      ] as const)
        expect(await server.call(tool, args)).toMatchObject({
          isError: true,
          text: expect.stringContaining("every row"),
        });
      expect(await sample.dump()).toBe(before);
    });

    it("inserts, updates and deletes, and asks the user above the limit", async () => {
      const inserted = await server.call("insert_data", {
        table: "orders",
        rows: [{ id: 50, customer_id: 2, total: 1.5 }],
        returning: ["id"],
      });
      expect(inserted.structured).toMatchObject({ rows: 1, committed: true, returned: [{ id: 50 }] });
      expect(server.questions).toEqual([]);
      const updated = await server.call("update_data", { table: "orders", set: { total: 9 }, all_rows: true });
      expect(updated.structured).toMatchObject({ rows: 4, committed: true });
      expect(server.questions).toEqual([expect.stringContaining("Update 4 rows of orders")]);
      const deleted = await server.call("delete_data", {
        table: "orders",
        where: [{ column: "id", op: "=", value: 50 }],
      });
      expect(deleted.structured).toMatchObject({ rows: 1, committed: true });
      expect(
        (await server.call("query_database", { sql: "SELECT count(*) FROM orders WHERE total = 9" })).structured,
      ).toMatchObject({ rows: [[3]] });
    });

    it("suggests near names for tables, columns and resources", async () => {
      const wrong = await server.call("get_table_schema", { table: "costumer" });
      expect(wrong.text).toContain('Did you mean "customer"?');
      const column = await server.call("update_data", { table: "orders", set: { totl: 1 }, all_rows: true });
      expect(column.text).toContain('Did you mean "total"?');
      await expect(server.read("db://schema/ordrs")).rejects.toThrow('Did you mean "orders"?');
      await expect(server.read("db://tabels")).rejects.toThrow("Resource not found: db://tabels");
    });

    it("serves db://stats, db://tables and db://schema/{table}, with completion", async () => {
      expect(JSON.parse(await server.read("db://stats"))).toMatchObject({
        kind: sample.kind,
        limits: { confirm_above: 2 },
      });
      expect(JSON.parse(await server.read("db://tables"))).toMatchObject({ tables: expect.arrayContaining([TABLE]) });
      expect(JSON.parse(await server.read("db://schema/customer"))).toMatchObject({
        table: "customer",
        primary_key: ["id"],
      });
      const odd = 'odd "name"; DROP TABLE customer; --';
      expect(JSON.parse(await server.read(`db://schema/${encodeURIComponent(odd)}`))).toMatchObject({ table: odd });
      const { resources } = await server.client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(
        expect.arrayContaining(["db://stats", "db://tables", "db://schema/orders"]),
      );
      const { completion } = await server.client.complete({
        ref: { type: "ref/resource", uri: "db://schema/{table}" },
        argument: { name: "table", value: "ord" },
      });
      expect(completion.values).toContain("orders");
    });

    it("offers its policy pack", async () => {
      expect(JSON.parse(await server.read("tenon://policy"))).toMatchObject({
        rules: expect.arrayContaining([expect.objectContaining({ effect: "ask", tool: "delete_data" })]),
      });
    });
  },
);

describe("the server in memory", () => {
  it("refuses a large change that the user declines, or that cannot be asked about", async () => {
    await using sample = await sampleSqlite();
    const before = await sample.dump();
    const args = { table: "customer", set: { balance: 0 }, all_rows: true };
    await using declining = await openServer({ ...sample.env, DB_CONFIRM_ABOVE: "2" }, { confirms: false });
    expect(await declining.call("update_data", args)).toMatchObject({
      isError: true,
      text: expect.stringContaining("did not agree"),
    });
    await using mute = await openServer({ ...sample.env, DB_CONFIRM_ABOVE: "2" });
    expect(await mute.call("update_data", args)).toMatchObject({
      isError: true,
      text: expect.stringContaining("consent"),
    });
    expect(await sample.dump()).toBe(before);
  });

  it("offers no changes when it is read-only", async () => {
    await using sample = await sampleSqlite();
    await using server = await openServer({ ...sample.env, DB_READ_ONLY: "1" });
    const { tools } = await server.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "query_database",
      "explain_query",
      "list_tables",
      "get_table_schema",
    ]);
  });

  it("answers with the setting that is wrong, and stays", async () => {
    await using server = await openServer({ DATABASE_URL: "mysql://root@localhost/shop" });
    expect(await server.call("list_tables")).toMatchObject({
      isError: true,
      text: expect.stringContaining("DATABASE_URL must begin"),
    });
    await using other = await openServer({ DB_HOST: "127.0.0.1" });
    expect((await other.call("list_tables")).text).toContain("DB_NAME is not set");
  });

  it("never shows the password", async () => {
    const secret = "s3cret-passw0rd";
    const url = { DATABASE_URL: `postgres://app:${secret}@127.0.0.1:1/shop` };
    const parts = { DB_HOST: "127.0.0.1", DB_PORT: "1", DB_NAME: "shop", DB_USER: "app", DB_PASSWORD: secret };
    for (const env of [url, parts]) {
      await using server = await openServer(env);
      const outcome = await server.call("query_database", { sql: "SELECT 1" });
      expect(outcome).toMatchObject({ isError: true, text: expect.stringContaining("cannot be reached") });
      const shown = await server.read("db://stats").catch(String);
      expect(JSON.stringify([outcome, shown]) + server.log()).not.toContain(secret);
    }
  });

  it("ends the query in Postgres when the call is cancelled", async () => {
    await using sample = await samplePostgres();
    await using server = await openServer(sample.env);
    const cancel = new AbortController();
    const calling = server.client.callTool(
      { name: "query_database", arguments: { sql: FOREVER } },
      { signal: cancel.signal },
    );
    const failure = calling.catch((error: unknown) => error);
    await until(async () => (await running(sample)) > 0);
    cancel.abort();
    expect(await failure).toBeInstanceOf(Error);
    await until(async () => (await running(sample)) === 0);
    expect((await server.call("query_database", { sql: "SELECT 1 AS one" })).structured).toMatchObject({ rows: [[1]] });
  });
});

describe("the server as a process", () => {
  it.each(["SIGTERM", "SIGKILL"] as const)(
    "leaves no connection in Postgres when it ends by %s during a query",
    async (signal) => {
      await using sample = await samplePostgres();
      await using server = await startServer(sample.env);
      const failure = server.call("query_database", { sql: FOREVER }).catch((error: unknown) => error);
      await until(async () => (await running(sample)) > 0);
      process.kill(server.pid, signal);
      await failure;
      await until(async () => (await connections(sample)) === 0);
    },
  );

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "leaves no process for SQLite when it ends by %s during a query",
    async (signal) => {
      await using sample = await sampleSqlite();
      await using server = await startServer(sample.env);
      await server.call("list_tables");
      const processes = descendantsOf(server.pid);
      expect(await processes.living()).not.toEqual([]);
      const failure = server.call("query_database", { sql: FOREVER }).catch((error: unknown) => error);
      process.kill(server.pid, signal);
      await failure;
      await processes.gone({ within: 30_000 });
    },
  );
});

const TABLE = expect.objectContaining({ table: "customer", kind: "table" }) as object;

async function running(sample: SampleDatabase): Promise<number> {
  const rows = await sample.administer(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'FETCH%' AND state = 'active'",
  );
  return rows.length;
}

async function connections(sample: SampleDatabase): Promise<number> {
  const rows = await sample.administer(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  return rows.length;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10);
}
