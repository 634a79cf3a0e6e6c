/**
 * The stores of people, in memory, in a file and in Postgres.
 */

import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { openMemoryPeople, openPostgresPeople, openSqlitePeople } from "@tenon/gateway";
import { createTestDatabase } from "@tenon/testkit/postgres";
import pg from "pg";
import { describe, expect, it } from "vitest";

import { type OpenedStore, peopleStoreContract } from "./store-contract.ts";

describe("in memory", () => {
  peopleStoreContract(async () => {
    const store = await openMemoryPeople();
    return { store, again: async () => store, [Symbol.asyncDispose]: () => store.close() };
  });
});

describe("in a SQLite file", () => {
  peopleStoreContract(inFile);

  it("keeps the file to its user", async () => {
    await using opened = await inFile();
    expect((await stat(opened.file)).mode & 0o077).toBe(0);
  });

  it("refuses to change or remove a line of the audit, also by hand", async () => {
    await using opened = await inFile();
    await opened.store.record({ at: 1, personId: "a", name: "Alice", action: "prompt" });
    using byHand = new DatabaseSync(opened.file);
    expect(() => byHand.exec("DELETE FROM people_audit")).toThrow("append-only");
    expect(() => byHand.exec("UPDATE people_audit SET name = 'Bob'")).toThrow("append-only");
  });

  it("waits for another process that writes", async () => {
    await using opened = await inFile();
    using other = new DatabaseSync(opened.file);
    other.exec("BEGIN IMMEDIATE");
    const written = opened.store.record({ at: 1, personId: "a", name: "Alice", action: "prompt" });
    other.exec("COMMIT");
    await written;
    expect(await opened.store.audit({ limit: 9 })).toHaveLength(1);
  });
});

describe("in Postgres", () => {
  peopleStoreContract(inPostgres);

  it("refuses to change or remove a line of the audit, also by hand", async () => {
    await using opened = await inPostgres();
    await opened.store.record({ at: 1, personId: "a", name: "Alice", action: "prompt" });
    await expect(opened.pool.query("DELETE FROM people_audit")).rejects.toThrow("append-only");
    await expect(opened.pool.query("UPDATE people_audit SET name = 'Bob'")).rejects.toThrow("append-only");
  });
});

async function inFile(): Promise<OpenedStore & { readonly file: string }> {
  const folder = await mkdtemp(join(tmpdir(), "tenon-people-"));
  const file = join(folder, "people.db");
  const store = await openSqlitePeople({ file });
  const others: Awaited<ReturnType<typeof openSqlitePeople>>[] = [];
  return {
    file,
    store,
    async again() {
      const other = await openSqlitePeople({ file });
      others.push(other);
      return other;
    },
    async [Symbol.asyncDispose]() {
      for (const one of [store, ...others]) await one.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function inPostgres(): Promise<OpenedStore & { readonly pool: pg.Pool }> {
  const { url } = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Both at once, as two machines do that start together.
  const [store, other] = await Promise.all([openPostgresPeople(pool), openPostgresPeople(pool)]);
  return { pool, store, again: async () => other, [Symbol.asyncDispose]: () => pool.end() };
}
