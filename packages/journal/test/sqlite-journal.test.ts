import { openSqliteJournal } from "../src/index.ts";
import { describeJournal } from "./journal-contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describeJournal("SQLite", async (options) => {
  const folder = await temporaryFolder();
  const journal = await openSqliteJournal({ file: folder.file, ...options });
  return {
    journal,
    async [Symbol.asyncDispose]() {
      await journal.close();
      await folder[Symbol.asyncDispose]();
    },
  };
});
