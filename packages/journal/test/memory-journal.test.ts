import { openMemoryJournal } from "../src/index.ts";
import { describeJournal } from "./journal-contract.ts";

describeJournal("memory", async (options) => {
  const journal = openMemoryJournal(options);
  return { journal, [Symbol.asyncDispose]: () => journal.close() };
});
