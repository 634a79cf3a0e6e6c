import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { deleteStatement, insertStatement, updateStatement } from "../src/core/change.ts";
import type { Database, PageLimits } from "../src/core/database.ts";
import { findTable } from "../src/core/names.ts";
import { dialectOf, openDatabase } from "../src/open-database.ts";
import { type SampleDatabase, samplePostgres, sampleSqlite, settingsOf } from "./sample-databases.ts";

const LIMITS: PageLimits = { offset: 0, rows: 100, bytes: 100_000, cellBytes: 1_000 };
const signal = new AbortController().signal;

describe.each([
  { kind: "Postgres", sample: samplePostgres },
  { kind: "SQLite", sample: sampleSqlite },
])("a database on $kind", ({ sample: create }) => {
  let sample: SampleDatabase;
  let database: Database;
  beforeAll(async () => {
    sample = await create();
    database = openDatabase(settingsOf(sample));
  });
  afterAll(async () => {
    await database.close();
    await sample[Symbol.asyncDispose]();
  });
  const read = (sql: string, values: unknown[] = [], limits: Partial<PageLimits> = {}) =>
    database.read({ sql, values }, { ...LIMITS, ...limits }, signal);
  const placeholder = () => dialectOf(database).placeholder(1);

  it("lists tables and views, and no system tables", async () => {
    const tables = await database.tables(signal);
    expect(tables.map(({ reference, kind }) => `${kind} ${reference}`)).toEqual(
      expect.arrayContaining(["table customer", "table orders", "view big_orders"]),
    );
    expect(tables.some(({ name }) => /^(pg_|sqlite_)/.test(name))).toBe(false);
  });

  it("describes columns, keys, references and indexes of a table", async () => {
    const schema = await database.describe(await findTable(database, "orders", signal), signal);
    expect(schema.columns.map(({ name }) => name)).toEqual(["id", "customer_id", "total"]);
    expect(schema.primaryKey).toEqual(["id"]);
    expect(schema.foreignKeys).toEqual([
      { columns: ["customer_id"], table: "customer", otherColumns: ["id"], onDelete: "CASCADE" },
    ]);
    expect(schema.indexes.map(({ name }) => name)).toContain("orders_by_customer");
    const customer = await database.describe(await findTable(database, "customer", signal), signal);
    expect(customer.referencedBy).toEqual([
      { columns: ["id"], table: "orders", otherColumns: ["customer_id"], onDelete: "CASCADE" },
    ]);
    expect(customer.columns.find(({ name }) => name === "name")?.isNullable).toBe(false);
  });

  it("reads rows with their columns, and takes values as parameters", async () => {
    const page = await read(`SELECT id, name FROM customer WHERE name = ${placeholder()}`, ["O'Hara; --"]);
    expect(page.columns.map(({ name, type }) => [name, type.toLowerCase()])).toEqual([
      ["id", "integer"],
      ["name", "text"],
    ]);
    expect(page.rows).toEqual([[3, "O'Hara; --"]]);
    expect(page.hasMore).toBe(false);
  });

  it("keeps two columns of the same name apart", async () => {
    expect((await read("SELECT 1 AS a, 2 AS a")).rows).toEqual([[1, 2]]);
  });

  it("takes a query with a trailing semicolon or comment", async () => {
    expect((await read("SELECT 1; -- one")).rows).toEqual([[1]]);
    expect((await read("SELECT 1 -- ; one")).rows).toEqual([[1]]);
  });

  it("gives numbers that JSON would round as strings", async () => {
    expect((await read("SELECT 9007199254740993")).rows).toEqual([["9007199254740993"]]);
  });

  it("pages through a result, each row once", async () => {
    const numbers =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) SELECT i FROM n ORDER BY i";
    const seen: unknown[] = [];
    for (let hasMore = true; hasMore;) {
      const page = await read(numbers, [], { offset: seen.length, rows: 100 });
      seen.push(...page.rows.map(([i]) => i));
      hasMore = page.hasMore;
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  });

  it("ends a page at its byte limit, but always has one row on it", async () => {
    const long = "SELECT 'xxxxxxxxxxxxxxxxxxxx' AS t UNION ALL SELECT 'yyyyyyyyyyyyyyyyyyyy'";
    const page = await read(long, [], { bytes: 30 });
    expect([page.rows.length, page.hasMore]).toEqual([1, true]);
    expect((await read(long, [], { bytes: 1 })).rows).toHaveLength(1);
  });

  it("cuts a long cell and says how much is left out", async () => {
    const page = await read(`SELECT ${placeholder()} || ''`, ["x".repeat(2_000)]);
    expect(page.cutCells).toBe(1);
    expect(page.rows[0]?.[0]).toBe(`${"x".repeat(1_000)}… (1000 more characters)`);
  });

  it("keeps a row with many long cells within the page", async () => {
    const columns = Array.from({ length: 100 }, (_, index) => `${placeholder()} || '' AS c${index}`);
    const values = database.kind === "postgres" ? ["x".repeat(900)] : columns.map(() => "x".repeat(900));
    const page = await read(`SELECT ${columns.join(", ")}`, values, { bytes: 10_000 });
    expect(page.cutCells).toBe(100);
    expect(JSON.stringify(page.rows).length).toBeLessThan(15_000);
  });

  it("suggests the table that was probably meant", async () => {
    await expect(read("SELECT * FROM custmer")).rejects.toMatchObject({
      kind: "not_found",
      hint: 'Did you mean "customer"?',
    });
    await expect(findTable(database, "Ordres", signal)).rejects.toMatchObject({ hint: 'Did you mean "orders"?' });
  });

  it("says what can be run instead of a change", async () => {
    for (const sql of ["DELETE FROM orders", "-- all\nDELETE FROM orders", "SELECT 1; SELECT 2"])
      await expect(read(sql)).rejects.toMatchObject({
        message: expect.stringMatching(/^Only (one )?(SELECT|statement)|^SQLite: not authorized/),
      });
  });

  it("names a syntax error as one", async () => {
    await expect(read("SELECT 1 FORM orders WHERE")).rejects.toMatchObject({
      name: "ToolError",
      message: expect.stringMatching(/syntax/),
    });
  });

  it("explains a query, and a change without making it", async () => {
    const before = await sample.dump();
    expect(await database.explain({ sql: "SELECT * FROM orders", values: [] }, { analyze: false }, signal)).toMatch(
      /scan/i,
    );
    await database.explain({ sql: "DELETE FROM orders", values: [] }, { analyze: false }, signal);
    for (const sql of ["ANALYZE SELECT 1", "(ANALYZE) SELECT 1", "QUERY PLAN SELECT 1", "SELECT 1; SELECT 2"])
      await expect(database.explain({ sql, values: [] }, { analyze: false }, signal)).rejects.toThrow();
    expect(await sample.dump()).toBe(before);
  });

  it("inserts, updates and deletes rows by structured conditions", async () => {
    const customer = await database.describe(await findTable(database, "customer", signal), signal);
    const dialect = dialectOf(database);
    const rows = [
      { name: "Lin", email: "lin@example.com", tags: ["a", { b: 1 }] },
      { name: 'Mei "x"', email: null, tags: null },
    ];
    const inserted = await database.change(
      insertStatement(customer, dialect, { rows, returning: ["name"] }),
      { atMost: 5 },
      signal,
    );
    expect(inserted).toEqual({ rows: 2, isCommitted: true, returned: [{ name: "Lin" }, { name: 'Mei "x"' }] });
    const where = [{ column: "name", op: "in" as const, value: ["Lin", 'Mei "x"'] }];
    const updated = await database.change(
      updateStatement(customer, dialect, { set: { balance: 5 }, where }),
      { atMost: 5 },
      signal,
    );
    expect(updated).toMatchObject({ rows: 2, isCommitted: true });
    expect((await read("SELECT count(*) FROM customer WHERE balance = 5")).rows).toEqual([[2]]);
    const deleted = await database.change(deleteStatement(customer, dialect, where), { atMost: 5 }, signal);
    expect(deleted).toMatchObject({ rows: 2, isCommitted: true });
  });

  it("undoes a change that touches more rows than it may", async () => {
    const before = await sample.dump();
    const customer = await database.describe(await findTable(database, "customer", signal), signal);
    const statement = updateStatement(customer, dialectOf(database), { set: { balance: 1 }, where: [] });
    expect(await database.change(statement, { atMost: 2 }, signal)).toMatchObject({ rows: 3, isCommitted: false });
    expect(await sample.dump()).toBe(before);
  });

  it("reports a violated constraint as a conflict", async () => {
    const customer = await database.describe(await findTable(database, "customer", signal), signal);
    const statement = insertStatement(customer, dialectOf(database), { rows: [{ id: 1, name: "Twice" }] });
    await expect(database.change(statement, { atMost: 5 }, signal)).rejects.toMatchObject({ kind: "conflict" });
    expect((await read("SELECT name FROM customer WHERE id = 1")).rows).toEqual([["Ada"]]);
  });

  it("reports its version, size and number of tables", async () => {
    const stats = await database.stats(signal);
    expect(stats.version).toMatch(/^(PostgreSQL|SQLite) \d/);
    expect(stats.sizeBytes).toBeGreaterThan(0);
    expect(stats.views).toBe(1);
  });
});
