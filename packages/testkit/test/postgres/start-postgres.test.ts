import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import pg from "pg";
import { describe, expect, it } from "vitest";

import { markedProcesses } from "../../src/index.ts";
import { createTestDatabase, sharedPostgres, startPostgres } from "../../src/postgres/index.ts";

describe("a Postgres server for tests", () => {
  it("gives each test file an empty database of an ordinary role", async () => {
    await using one = await createTestDatabase();
    await using other = await createTestDatabase();
    await query(one.url, "CREATE TABLE note (text text)");
    expect(await query(other.url, "SELECT to_regclass('note') AS found")).toEqual([{ found: null }]);
    expect(await query(one.url, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")).toEqual([
      { rolsuper: false },
    ]);
  });

  it("is one server for all tests of a worker", async () => {
    expect(await sharedPostgres()).toBe(await sharedPostgres());
  });

  it("keeps what was committed over a crash and a restart", async () => {
    await using server = await startPostgres();
    const { url } = await server.createDatabase();
    await query(url, "CREATE TABLE note AS SELECT 'kept' AS text");
    await server.crash();
    await expect(query(url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED|ENOENT/);
    await server.start();
    await server.restart();
    expect(await query(url, "SELECT text FROM note")).toEqual([{ text: "kept" }]);
  });

  it("ends and leaves no folder when the process that started it is killed", async () => {
    const mark = { name: "TENON_TEST_POSTGRES_MARK", value: crypto.randomUUID() };
    const program = fileURLToPath(new URL("fixtures/start-and-wait.ts", import.meta.url));
    const child = spawn(process.execPath, ["--conditions=tenon:source", program], {
      env: { ...process.env, [mark.name]: mark.value },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { folder, url } = await firstLine(child);
    expect(existsSync(folder)).toBe(true);
    child.kill("SIGKILL");
    await markedProcesses(mark).gone({ within: 30_000 });
    expect(existsSync(folder)).toBe(false);
    await expect(query(url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED|ENOENT/);
  });
});

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function firstLine(child: ChildProcess): Promise<{ folder: string; url: string }> {
  const [line] = (await once(createInterface({ input: child.stdout! }), "line")) as [string];
  return JSON.parse(line) as { folder: string; url: string };
}
