import { expect, it } from "vitest";

import { openMemoryJournal } from "../src/index.ts";
import { filesInMemory } from "./files-in-memory.ts";
import { describeJournal } from "./journal-contract.ts";

describeJournal("memory", async (options) => {
  const journal = openMemoryJournal(options);
  return { journal, [Symbol.asyncDispose]: () => journal.close() };
});

it("an export redacts a large file while everything else goes on", async () => {
  const files = filesInMemory();
  await using journal = openMemoryJournal({ files });
  await (await journal.create({ id: "a", cwd: "/project", agent: "claude" })).close();
  await files.put("a", "result.txt", Buffer.from(`${"word ".repeat(400_000)}\npassword: hunter2!`));
  let turns = 0;
  let isDone = false;
  const other = () => {
    turns += 1;
    if (!isDone) setImmediate(other);
  };
  setImmediate(other);
  const lines = await Array.fromAsync(journal.export("a"));
  isDone = true;
  expect(turns).toBeGreaterThan(5);
  const { base64 } = JSON.parse(lines.at(-1) ?? "");
  expect(Buffer.from(base64, "base64").toString()).toMatch(/word \npassword: \[redacted\]$/);
});
