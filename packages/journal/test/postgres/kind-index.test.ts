/**
 * What is read when a session is opened costs as much as there is of it, and not as much as the session has records.
 */

import { createTestDatabase } from "@tenon/testkit/postgres";
import { expect, it, vi } from "vitest";

import { openPostgresJournal } from "../../src/postgres/index.ts";
import { HAS_KIND_INDEX } from "../../src/postgres/kind-index.ts";
import { rangeQuery } from "../../src/postgres/record-table.ts";
import { chunk, prompt } from "../messages.ts";
import { connected, run } from "./statements.ts";

const HEAD = { cwd: "/project", agent: "claude" };
const SESSIONS = ["a", "b", "c", "d"];

it("[M-01] reads the prompts of a long session without fetching what was streamed between them", async () => {
  await using database = await createTestDatabase();
  await using journal = await openPostgresJournal({ url: database.url });
  const writers = await Promise.all(SESSIONS.map((id) => journal.create({ id, ...HEAD })));
  for (let turn = 0; turn < 10; turn += 1) {
    const records = [prompt(turn), ...Array.from({ length: 400 }, () => chunk("word "))];
    await Promise.all(writers.map((writer) => writer.append(...records)));
  }
  await Promise.all(writers.map((writer) => writer.close()));
  await run(database.url, "ANALYZE tenon_records");
  const [text, values] = rangeQuery(1, {
    after: 0,
    before: Infinity,
    limit: 500,
    kinds: new Set(["session/prompt", "prompt-waiting"]),
  });
  await using client = await connected(database.url);
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [...values]);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("tenon_records_by_kind");
  expect(plan).not.toContain("Rows Removed by Filter");
  expect(await journal.read("a", { kinds: ["session/prompt"] })).toHaveLength(10);
});

it.each([
  ["lacks the index", "DROP INDEX tenon_records_by_kind"],
  [
    "has a part of it, because its making was interrupted",
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'tenon_records_by_kind'::regclass",
  ],
])("makes it for a database that %s, while others write", async (_, change) => {
  await using database = await createTestDatabase();
  await using older = await openPostgresJournal({ url: database.url });
  await using writer = await older.create({ id: "a", ...HEAD });
  await run(database.adminUrl, change);
  await using journal = await openPostgresJournal({ url: database.url });
  await writer.append(prompt(1));
  await vi.waitUntil(
    async () => {
      const [row] = await run(database.url, `SELECT ${HAS_KIND_INDEX} AS found`);
      return (row as { found: boolean }).found;
    },
    { timeout: 30_000 },
  );
  expect(await journal.read("a", { kinds: ["session/prompt"] })).toHaveLength(1);
});

it("can be closed at once while the index is made", async () => {
  await using database = await createTestDatabase();
  await (await openPostgresJournal({ url: database.url })).close();
  await run(database.url, "DROP INDEX tenon_records_by_kind");
  const journal = await openPostgresJournal({ url: database.url });
  await expect(journal.close()).resolves.toBeUndefined();
});
