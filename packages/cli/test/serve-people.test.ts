/**
 * `tenon serve token`, beside the file and beside the database that several machines share.
 */

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { createTestDatabase } from "@tenon/testkit/postgres";
import { expect, it } from "vitest";

import { tenon } from "./tenon.ts";

it.each(["a file", "Postgres"])("creates, lists and revokes tokens in %s", async (place) => {
  const folder = await mkdtemp(join(tmpdir(), "tenon-people-"));
  const store = place === "Postgres" ? { TENON_STORE: (await createTestDatabase()).url } : {};
  const env = { ...process.env, TENON_DATA: folder, TENON_CONFIG: folder, ...store };
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [tenon, "serve", "token", ...args], { env })).stdout;
  const created = await run("create", "alice", "--expires", "30d");
  expect(created).toMatch(/^tenon_[\w-]{43}\n$/);
  expect(await run("list")).toMatch(/^[\da-f-]{36} {2}alice \(member\) {2}expires \d{4}-\d\d-\d\d\n$/);
  expect(await run("revoke", "alice")).toBe("Revoked 1 of 1.\n");
  expect(await run("list")).toContain("alice (member)  revoked");
  await expect(run("revoke", "nobody")).rejects.toThrow('No token with the id or name "nobody"');
  await expect(run("create", "alice", "--role", "guest")).rejects.toThrow("alice is there already, as member");
  await rm(folder, { recursive: true });
});

it("copies people and their tokens from the file to the database, once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tenon-people-"));
  await using database = await createTestDatabase();
  const env = { ...process.env, TENON_DATA: folder, TENON_CONFIG: folder };
  const run = async (store: string | undefined, ...args: string[]) => {
    const all = { ...env, ...(store !== undefined && { TENON_STORE: store }) };
    return (await promisify(execFile)(process.execPath, [tenon, "serve", ...args], { env: all })).stdout;
  };
  await run(undefined, "token", "create", "alice");
  const listed = await run(undefined, "token", "list");
  const file = join(folder, "people.db");
  await expect(run(undefined, "people", "import", file)).rejects.toThrow("--store or TENON_STORE");
  await expect(run(database.url, "people", "import", join(folder, "none.db"))).rejects.toThrow("No such file");
  expect(await run(database.url, "people", "import", file)).toBe("Copied; people: 1, tokens: 1.\n");
  expect(await run(database.url, "token", "list")).toBe(listed);
  await expect(run(database.url, "people", "import", file)).rejects.toThrow("has people already");
  await rm(folder, { recursive: true });
});
