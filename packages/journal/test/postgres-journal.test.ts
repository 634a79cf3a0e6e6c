import { createTestDatabase } from "@tenon/testkit/postgres";
import pg from "pg";

import { openPostgresJournal } from "../src/postgres/index.ts";
import { describeJournal } from "./journal-contract.ts";

describeJournal("Postgres", async (options) => {
  const database = await createTestDatabase();
  const journal = await openPostgresJournal({ url: database.url, ...options });
  return {
    journal,
    async expireLeases() {
      const client = new pg.Client(database.url);
      await client.connect();
      await client.query("UPDATE tenon_sessions SET lease_until = clock_timestamp()");
      await client.end();
    },
    async [Symbol.asyncDispose]() {
      await journal.close();
      await database.drop();
    },
  };
});
