import { createTestDatabase } from "@tenon/testkit/postgres";

import { openPostgresJournal } from "../../src/postgres/index.ts";
import { describeJournal } from "../journal-contract.ts";
import { expireLeases } from "./statements.ts";

describeJournal("Postgres", async (options) => {
  const database = await createTestDatabase();
  const journal = await openPostgresJournal({ url: database.url, ...options });
  return {
    journal,
    expireLeases: () => expireLeases(database.url),
    async [Symbol.asyncDispose]() {
      await journal.close();
      await database.drop();
    },
  };
});
