import { createTestDatabase } from "@tenon/testkit/postgres";
import { afterAll, beforeAll } from "vitest";

import { openPostgresJournal } from "../../src/postgres/index.ts";
import { describeJournal } from "../journal-contract.ts";
import { connected } from "./statements.ts";

// One database with a schema for each journal: a database of its own takes a hundred times as long to make.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let admin: Awaited<ReturnType<typeof connected>>;
let schemas = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await connected(database.url);
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

describeJournal("Postgres", async (options) => {
  const schema = `journal_${(schemas += 1)}`;
  await admin.query(`CREATE SCHEMA ${schema}`);
  const url = `${database.url}?options=${encodeURIComponent(`-csearch_path=${schema}`)}`;
  const journal = await openPostgresJournal({ url, ...options });
  return {
    journal,
    expireLeases: async () =>
      void (await admin.query(`UPDATE ${schema}.tenon_sessions SET lease_until = clock_timestamp()`)),
    [Symbol.asyncDispose]: () => journal.close(),
  };
});
