import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { sharedPostgres, startPostgres } from "@tenon/testkit/postgres";
import { leaveNothing } from "@tenon/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { openDatabase } from "../src/open-database.ts";
import { readSettings } from "../src/settings.ts";
import { type SampleDatabase, samplePostgres, sampleSqlite, settingsOf } from "./sample-databases.ts";

const LIMITS = { offset: 0, rows: 10, bytes: 10_000, cellBytes: 1_000 };
const never = new AbortController().signal;

const FOREVER = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

describe("connections to Postgres", () => {
  let sample: SampleDatabase;
  beforeAll(async () => {
    sample = await samplePostgres();
  });
  afterAll(() => sample[Symbol.asyncDispose]());
  // Each test closes its connections, and the server notices a moment later.
  beforeEach(() => until(async () => (await activity(sample)).length === 0));

  it("ends the query in the server when it is cancelled, and leaves no connection", async () => {
    const database = openDatabase(settingsOf(sample));
    const cancel = new AbortController();
    const reading = database.read({ sql: "SELECT pg_sleep(600)", values: [] }, LIMITS, cancel.signal);
    const failure = reading.catch((error: unknown) => error);
    await until(async () => (await activity(sample)).some(({ query }) => query.includes("FETCH")));
    cancel.abort();
    expect(await failure).toMatchObject({ kind: "timeout", message: "The call was cancelled" });
    await until(async () => (await activity(sample)).length === 0);
    expect((await database.read({ sql: "SELECT 1", values: [] }, LIMITS, never)).rows).toEqual([[1]]);
    await database.close();
    await until(async () => (await activity(sample)).length === 0);
  });

  it("ends the query also when the server takes no connection to cancel it", async () => {
    const [{ name } = {}] = await sample.administer("SELECT current_database() AS name");
    // One is the administrator's.
    await sample.administer(`ALTER DATABASE ${String(name)} CONNECTION LIMIT 2`);
    const database = openDatabase(settingsOf(sample));
    const cancel = new AbortController();
    const reading = database.read({ sql: FOREVER, values: [] }, LIMITS, cancel.signal);
    const failure = reading.catch((error: unknown) => error);
    await until(async () => (await activity(sample)).some(({ query }) => query.includes("FETCH")));
    cancel.abort();
    expect(await failure).toMatchObject({ message: "The call was cancelled" });
    await until(async () => (await activity(sample)).length === 0);
    expect((await database.read({ sql: "SELECT 1", values: [] }, LIMITS, never)).rows).toEqual([[1]]);
    await database.close();
    await sample.administer(`ALTER DATABASE ${String(name)} CONNECTION LIMIT -1`);
  });

  it("ends a query that takes too long", async () => {
    const database = openDatabase(settingsOf(sample, { DB_TIMEOUT_MS: "100" }));
    await expect(database.read({ sql: FOREVER, values: [] }, LIMITS, never)).rejects.toMatchObject({ kind: "timeout" });
    await database.close();
    await until(async () => (await activity(sample)).length === 0);
  });

  it("waits no longer for a lock than it may", async () => {
    const database = openDatabase(settingsOf(sample, { DB_TIMEOUT_MS: "300" }));
    await sample.administer("BEGIN");
    await sample.administer("LOCK TABLE orders");
    await expect(database.read({ sql: "SELECT * FROM orders", values: [] }, LIMITS, never)).rejects.toMatchObject({
      name: "ToolError",
    });
    await sample.administer("ROLLBACK");
    await database.close();
  });

  it("connects again after the server was restarted, or has crashed during a query", async () => {
    await using server = await startPostgres();
    const { url } = await server.createDatabase();
    const database = openDatabase(readSettings({ DATABASE_URL: url }));
    const read = async () => (await database.read({ sql: "SELECT 1", values: [] }, LIMITS, never)).rows;
    expect(await read()).toEqual([[1]]);
    await server.restart();
    expect(await read()).toEqual([[1]]);
    const reading = database.read({ sql: "SELECT pg_sleep(600)", values: [] }, LIMITS, never);
    const failure = reading.catch((error: unknown) => error);
    await until(async () => {
      const rows = await server.administer("SELECT 1 FROM pg_stat_activity WHERE query LIKE 'FETCH%'");
      return rows.length > 0;
    });
    await server.crash();
    expect(await failure).toMatchObject({ kind: "unavailable" });
    await expect(read()).rejects.toMatchObject({ kind: "unavailable" });
    await server.start();
    expect(await read()).toEqual([[1]]);
    await database.close();
  });

  it("gives a connection back without settings, locks and temporary objects", async () => {
    const database = openDatabase(settingsOf(sample));
    await database.read({ sql: "SELECT 1", values: [] }, LIMITS, never);
    const [left] = await activity(sample);
    expect(left).toMatchObject({ state: "idle", query: "DISCARD ALL" });
    await database.close();
  });

  it("serves more calls than it has connections", async () => {
    const database = openDatabase(settingsOf(sample));
    const pages = Array.from({ length: 20 }, (_, i) =>
      database.read({ sql: "SELECT $1::int", values: [i] }, LIMITS, never),
    );
    expect((await Promise.all(pages)).map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect((await activity(sample)).length).toBeLessThanOrEqual(4);
    await database.close();
  });

  it("stays bounded in memory with a million rows, and with one huge value", async () => {
    const database = openDatabase(settingsOf(sample));
    const before = process.memoryUsage().rss;
    const million = "SELECT generate_series(1, 1000000), repeat('x', 100)";
    const page = await database.read({ sql: million, values: [] }, { ...LIMITS, rows: 1_000, bytes: 1e6 }, never);
    expect([page.rows.length, page.hasMore]).toEqual([1_000, true]);
    const late = await database.read({ sql: million, values: [] }, { ...LIMITS, offset: 999_995 }, never);
    expect([late.rows.length, late.hasMore]).toEqual([5, false]);
    const huge = "SELECT repeat('x', 100000000)";
    await expect(database.read({ sql: huge, values: [] }, LIMITS, never)).rejects.toMatchObject({ kind: "too_large" });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    await database.close();
  });

  it("names what is wrong when it cannot connect, and never the password", async () => {
    const { host, port } = await sharedPostgres();
    const parts = { DB_HOST: host, DB_PORT: String(port), DB_NAME: "nothing", DB_USER: "app" };
    const database = openDatabase(readSettings({ ...parts, DB_PASSWORD: "wrong-secret" }));
    const error: unknown = await database.tables(never).catch((error: unknown) => error);
    expect(error).toMatchObject({ kind: "configuration" });
    expect(JSON.stringify(error) + String(error) + database.label).not.toContain("wrong-secret");
    await database.close();
  });
});

describe("the process of a SQLite file", () => {
  it("is killed when a query takes too long or is cancelled, and another serves the next", async () => {
    await using sample = await sampleSqlite();
    await leaveNothing(async () => {
      const database = openDatabase(settingsOf(sample, { DB_TIMEOUT_MS: "1000" }));
      const forever = { sql: FOREVER, values: [] };
      await expect(database.read(forever, LIMITS, never)).rejects.toMatchObject({ kind: "timeout" });
      const cancel = new AbortController();
      const reading = database.read(forever, LIMITS, cancel.signal);
      cancel.abort();
      await expect(reading).rejects.toMatchObject({ message: "The call was cancelled" });
      expect((await database.read({ sql: "SELECT 1", values: [] }, LIMITS, never)).rows).toEqual([[1]]);
      await database.close();
    });
  });

  it("names a file that is not a database", async () => {
    for (const file of [tmpdir(), fileURLToPath(import.meta.url), join(tmpdir(), "no", "such", "folder.db")]) {
      const database = openDatabase(readSettings({ DATABASE_URL: file }));
      await expect(database.tables(never)).rejects.toMatchObject({ kind: "configuration" });
      await database.close();
    }
  });

  it("undoes a change whose process was killed in the middle of it", async () => {
    await using sample = await sampleSqlite();
    const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)";
    await sample.administer(`CREATE TABLE big (a text); INSERT INTO big ${numbers} SELECT hex(zeroblob(500)) FROM n`);
    // What a killed process leaves: pages that are written, and the journal with what was there before.
    const killed = spawn(process.execPath, ["-e", KILLED_CHANGE, fileOf(sample)]);
    await once(killed, "exit");
    expect(existsSync(`${fileOf(sample)}-journal`)).toBe(true);
    const database = openDatabase(settingsOf(sample));
    const left = { sql: "SELECT count(*) FROM big WHERE a <> 'gone'", values: [] };
    expect((await database.read(left, LIMITS, never)).rows).toEqual([[3_000]]);
    await database.close();
  });

  it("stays bounded in memory with a million rows, and with one huge value", async () => {
    await using sample = await sampleSqlite();
    const database = openDatabase(settingsOf(sample));
    const million =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i, hex(zeroblob(200)) FROM n";
    const page = await database.read({ sql: million, values: [] }, { ...LIMITS, rows: 1_000, bytes: 1e6 }, never);
    expect([page.rows.length, page.hasMore]).toEqual([1_000, true]);
    const huge = "SELECT hex(randomblob(400000000))";
    await expect(database.read({ sql: huge, values: [] }, LIMITS, never)).rejects.toMatchObject({ kind: "too_large" });
    await database.close();
  });
});

const KILLED_CHANGE = `
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(process.argv[1]);
  database.exec("PRAGMA cache_size = 10; BEGIN IMMEDIATE; UPDATE big SET a = 'gone'");
  process.kill(process.pid, "SIGKILL");`;

function fileOf({ env }: SampleDatabase): string {
  return (env["DATABASE_URL"] ?? "").replace("sqlite:", "");
}

async function activity(sample: { administer(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> }) {
  const rows = await sample.administer(
    `SELECT state, query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tenon-toolset-database'`,
  );
  return rows.map(({ state, query }) => ({ state, query: String(query) }));
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10);
}
