/**
 * Attempts to change something, or to reach something else, through the tools that only read, and through the names and
 * values of those that change. A dump before and after must be equal.
 */

import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { deleteStatement, insertStatement, updateStatement } from "../src/core/change.ts";
import type { Database } from "../src/core/database.ts";
import { findTable } from "../src/core/names.ts";
import { dialectOf, openDatabase } from "../src/open-database.ts";
import { type SampleDatabase, samplePostgres, sampleSqlite, settingsOf } from "./sample-databases.ts";

const LIMITS = { offset: 0, rows: 10, bytes: 10_000, cellBytes: 1_000 };
const signal = new AbortController().signal;

const BOTH = [
  "DELETE FROM orders",
  "UPDATE customer SET balance = 0",
  "INSERT INTO orders VALUES (99, 1, 1)",
  "INSERT INTO orders VALUES (99, 1, 1) RETURNING id",
  "DROP TABLE orders",
  "CREATE TABLE stolen AS SELECT * FROM customer",
  "CREATE TEMP TABLE stolen (a text)",
  "ALTER TABLE orders ADD COLUMN a text",
  "SELECT 1; DELETE FROM orders",
  "SELECT 1; COMMIT; DELETE FROM orders",
  "COMMIT; DROP TABLE orders; --",
  "ROLLBACK; DELETE FROM orders; SELECT 1",
  "SELECT 1) ; DELETE FROM orders; --",
  "/* SELECT */ DELETE FROM orders",
  "-- SELECT\nDELETE FROM orders",
  "SELECT 1 /* ; */ ; /* */ DELETE FROM orders",
  "SELECT 1;\u00a0DELETE FROM orders",
  "\ufeffDELETE FROM orders",
  "WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone",
  "BEGIN",
  "COMMIT",
  "END; DELETE FROM orders",
  "SAVEPOINT a",
  "VACUUM",
  "REINDEX TABLE orders",
  "ANALYZE orders",
  "EXPLAIN ANALYZE DELETE FROM orders",
  "SELECT * FROM orders WHERE id = 1; DROP TABLE orders",
  "ＳＥＬＥＣＴ 1; DELETE FROM orders",
  "SELECT 1\u0000; DELETE FROM orders",
];

const POSTGRES = [
  "SELECT * INTO stolen FROM customer",
  "WITH a AS (INSERT INTO orders VALUES (99, 1, 1) RETURNING *), b AS (SELECT 1) SELECT * FROM a, b",
  "WITH a AS (MERGE INTO orders o USING customer c ON o.id = c.id WHEN NOT MATCHED THEN DO NOTHING RETURNING o.id) SELECT * FROM a",
  "SELECT * FROM orders FOR UPDATE",
  "SELECT purge()",
  "SELECT purge_later()",
  "SELECT nextval('ticket')",
  "SELECT setval('ticket', 7)",
  "SELECT set_config('transaction_read_only', 'off', false), purge()",
  "SELECT set_config('default_transaction_read_only', 'off', false)",
  "SELECT set_config('statement_timeout', '0', false)",
  "SELECT \"set_config\"('role', 'postgres', false)",
  "SELECT U&\"s\\0065t_config\"('role', 'postgres', false)",
  "SELECT pg_catalog./* */set_config('role', 'postgres', false)",
  "SELECT SET_CONFIG('role', 'postgres', false)",
  "SELECT query_to_xml('SELECT ' || 'pg_' || 'advisory_lock(1)', true, true, '')",
  "SELECT * FROM ts_stat('SELECT ''a''::tsvector')",
  "SELECT pg_notify('a', 'b')",
  "SELECT pg_advisory_lock(1)",
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT pg_ls_dir('/')",
  "SELECT lo_create(4711)",
  "SELECT lo_from_bytea(4712, 'x')",
  "SELECT lo_import('/etc/passwd')",
  "SELECT lo_export(1, '/tmp/tenon-escape')",
  "SELECT pg_reload_conf()",
  "SELECT pg_logical_emit_message(false, 'a', 'b')",
  "SELECT pg_stat_reset()",
  "SELECT pg_switch_wal()",
  "SELECT 1 LIMIT (SELECT pg_try_advisory_lock(1)::int)",
  "COPY (SELECT 1) TO PROGRAM 'touch /tmp/tenon-escape'",
  "COPY customer TO '/tmp/tenon-escape'",
  "COPY orders FROM STDIN",
  "DO $$ BEGIN DELETE FROM orders; END $$",
  "CALL purge()",
  "SET ROLE postgres",
  "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
  "SET transaction_read_only = off",
  "RESET ALL",
  "DISCARD ALL",
  "NOTIFY a",
  "LISTEN a",
  "LOCK TABLE orders",
  "PREPARE a AS DELETE FROM orders",
  "EXECUTE a",
  "DECLARE a CURSOR WITH HOLD FOR SELECT 1",
  "FETCH ALL FROM tenon",
  "GRANT ALL ON orders TO PUBLIC",
  "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "CREATE EXTENSION dblink",
  "LOAD 'auto_explain'",
  "ALTER ROLE app SET default_transaction_read_only = off",
  "ALTER SYSTEM SET fsync = off",
  "CREATE DATABASE stolen",
  "EXPLAIN (ANALYZE) CREATE TABLE stolen AS SELECT 1",
  "TRUNCATE orders",
  "CHECKPOINT",
  "SECURITY LABEL ON TABLE orders IS 'x'",
];

const SQLITE = [
  "ATTACH DATABASE 'FOLDER/escape.sqlite' AS other",
  "ATTACH DATABASE '/etc/passwd' AS other",
  "VACUUM INTO 'FOLDER/escape.sqlite'",
  "PRAGMA query_only = OFF",
  "PRAGMA journal_mode = WAL",
  "PRAGMA writable_schema = ON",
  "PRAGMA user_version = 7",
  "SELECT load_extension('/tmp/x')",
  "SELECT writefile('FOLDER/escape.sqlite', 'x')",
  "SELECT readfile('/etc/passwd')",
  "SELECT fts3_tokenizer('simple')",
  "DETACH main",
  "REPLACE INTO orders VALUES (10, 1, 0)",
  "CREATE VIRTUAL TABLE stolen USING fts5(a)",
  "CREATE TEMP TRIGGER t AFTER INSERT ON orders BEGIN DELETE FROM orders; END",
  "UPDATE sqlite_schema SET sql = ''",
];

describe.each([
  { kind: "Postgres", create: samplePostgres, attempts: [...BOTH, ...POSTGRES] },
  { kind: "SQLite", create: sampleSqlite, attempts: [...BOTH, ...SQLITE] },
])("what a query cannot do on $kind", ({ create, attempts }) => {
  let folder: string;
  let sample: SampleDatabase;
  let database: Database;
  let before: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tenon-escape-"));
    sample = await create();
    database = openDatabase(settingsOf(sample));
    before = await sample.dump();
  });
  afterAll(async () => {
    await database.close();
    await sample[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it.each(attempts)("refuses %j", async (attempt) => {
    const sql = attempt.replaceAll("FOLDER", folder);
    await expect(database.read({ sql, values: [] }, LIMITS, signal)).rejects.toMatchObject({ name: "ToolError" });
    // A plan of a change is fine; executing it is not.
    await database.explain({ sql, values: [] }, { analyze: true }, signal).catch(() => {});
    await database.explain({ sql: `ANALYZE ${sql}`, values: [] }, { analyze: false }, signal).catch(() => {});
  });

  it("has changed nothing by all that, in the database or beside it", async () => {
    expect(await sample.dump()).toBe(before);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync("/tmp/tenon-escape")).toBe(false);
  });

  it.each([
    "orders; DROP TABLE orders",
    'orders"; DROP TABLE orders; --',
    "orders WHERE 1=1 --",
    "(SELECT 1) x",
    "pg_catalog.pg_class",
    "sqlite_schema",
    "information_schema.tables",
    "ORDERS\u0000",
    "оrders",
    "",
    "*",
  ])("has no table %j", async (name) => {
    await expect(findTable(database, name, signal)).rejects.toMatchObject({ kind: "not_found" });
  });

  it("takes names of columns only from the catalogue, and everything else as values", async () => {
    const schema = await database.describe(await findTable(database, "customer", signal), signal);
    const dialect = dialectOf(database);
    const evil = [
      "id; DROP TABLE customer",
      'id" = 1; --',
      "id) --",
      "1=1 OR id",
      "ID\u0000",
      "іd",
      "__proto__",
      "constructor",
    ];
    for (const column of evil) {
      const where = [{ column, op: "=" as const, value: 1 }];
      expect(() => deleteStatement(schema, dialect, where)).toThrow(/no column/);
      expect(() => updateStatement(schema, dialect, { set: { [column]: 1 }, where: [] })).toThrow(/column/);
      expect(() => insertStatement(schema, dialect, { rows: [{ ["name"]: "x", [column]: 1 }] })).toThrow(/column/);
      expect(() => insertStatement(schema, dialect, { rows: [{ name: "x" }], returning: [column] })).toThrow(
        /no column/,
      );
    }
    for (const value of ["1 OR 1=1", "'; DROP TABLE customer; --", "\\'; --", "$1", "?", "''", "ADA"]) {
      const where = [{ column: "name", op: "=" as const, value }];
      const { rows } = await database.change(deleteStatement(schema, dialect, where), { atMost: 0 }, signal);
      expect(rows).toBe(0);
    }
    expect(await sample.dump()).toBe(before);
  });

  it("changes a table whose own name is an attack, and only that", async () => {
    const schema = await database.describe(
      await findTable(database, 'odd "name"; DROP TABLE customer; --', signal),
      signal,
    );
    const statement = updateStatement(schema, dialectOf(database), { set: { 'a "b" c': "new" }, where: [] });
    expect(await database.change(statement, { atMost: 0 }, signal)).toMatchObject({ rows: 1, isCommitted: false });
    expect(await sample.dump()).toBe(before);
  });
});

describe("what a role of Postgres may be", () => {
  let sample: SampleDatabase;
  beforeAll(async () => {
    sample = await samplePostgres();
  });
  afterAll(() => sample[Symbol.asyncDispose]());

  it("refuses a superuser unless that is allowed", async () => {
    const env = { DATABASE_URL: sample.env["DATABASE_URL"]!.replace("//app:", "//postgres:") };
    const refused = openDatabase(settingsOf({ ...sample, env }));
    await expect(refused.tables(signal)).rejects.toMatchObject({
      kind: "configuration",
      message: expect.stringContaining("superuser"),
    });
    await refused.close();
    const allowed = openDatabase(settingsOf({ ...sample, env }, { DB_ALLOW_SUPERUSER: "1" }));
    expect(await allowed.tables(signal)).not.toEqual([]);
    const before = await sample.dump();
    for (const sql of [
      "SELECT pg_read_file('/etc/passwd')",
      "SELECT pg_ls_dir('/')",
      "SELECT lo_export(1, '/tmp/tenon-escape')",
    ])
      await expect(allowed.read({ sql, values: [] }, LIMITS, signal)).rejects.toMatchObject({ kind: "denied" });
    expect(await sample.dump()).toBe(before);
    await allowed.close();
  });

  it("does not let a query end another session of the same role", async () => {
    const other = new pg.Client({ connectionString: sample.env["DATABASE_URL"] });
    await other.connect();
    const { rows } = await other.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const database = openDatabase(settingsOf(sample));
    for (const name of [
      "pg_terminate_backend",
      "pg_cancel_backend",
      '"pg_terminate_backend"',
      "PG_Terminate_Backend",
    ]) {
      const query = { sql: `SELECT ${name}($1)`, values: [rows[0]?.pid] };
      await expect(database.read(query, LIMITS, signal)).rejects.toMatchObject({ kind: "denied" });
    }
    expect((await other.query("SELECT 1")).rowCount).toBe(1);
    await other.end();
    await database.close();
  });

  it("takes the name of such a function as a value", async () => {
    const database = openDatabase(settingsOf(sample));
    const query = {
      sql: "SELECT proname::text FROM pg_proc WHERE proname = $1 LIMIT 1",
      values: ["pg_terminate_backend"],
    };
    expect((await database.read(query, LIMITS, signal)).rows).toEqual([["pg_terminate_backend"]]);
    await database.close();
  });
});
