import { createTestDatabase, sharedPostgres } from "@tenon/testkit/postgres";
import { describe, expect, it } from "vitest";

import { type JournalError, openMemoryJournal, openSqliteJournal } from "../../src/index.ts";
import { openPostgresJournal } from "../../src/postgres/index.ts";
import { FORMAT, UPGRADES } from "../../src/postgres/schema.ts";
import { describeFailure } from "../../src/stream/index.ts";
import { filesInMemory } from "../files-in-memory.ts";
import { chunk, prompt, turnEnd } from "../messages.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { run } from "./statements.ts";

const HEAD = { cwd: "/project", agent: "claude" };
const SECRET = "s3cr3t-of-mine";

describe("a journal in Postgres that cannot be opened", () => {
  it("says what is wrong and what to do, and never shows the password", async () => {
    await using database = await createTestDatabase();
    const here = new URL(database.url);
    const changed = (change: (url: URL) => void) => {
      const url = new URL(here);
      url.password = SECRET;
      change(url);
      return url.href;
    };
    const right = here.password;
    const cases = [
      ["store_unreachable", `postgres://app:${SECRET}@127.0.0.1:1/db`, /cannot be reached/],
      ["store_unreachable", `postgres://app:${SECRET}@no-such-host.invalid/db`, /cannot be reached/],
      ["store_refused", changed(() => {}), /refuses the user or the password/],
      ["store_refused", changed((url) => ([url.password, url.pathname] = [right, "/nothing"])), /no such database/],
      ["bad_address", `mysql://app:${SECRET}@here/db`, /postgres:\/\/user@host/],
      ["bad_address", `app:${SECRET}`, /postgres:\/\/user@host/],
    ] as const;
    for (const [code, url, words] of cases) {
      const error = await failureOf(openPostgresJournal({ url }));
      expect(error).toMatchObject({ code });
      expect(describeFailure(error)).toMatch(words);
      expect(describeFailure(error) + JSON.stringify(error.details)).not.toContain(SECRET);
    }
  });

  it("says that a role has no rights", async () => {
    await using database = await createTestDatabase();
    const server = await sharedPostgres();
    await server.administer("CREATE ROLE reader LOGIN PASSWORD 'reader'");
    const url = new URL(database.url);
    [url.username, url.password] = ["reader", "reader"];
    expect(await failureOf(openPostgresJournal({ url: url.href }))).toMatchObject({ code: "store_refused" });
    await server.administer("DROP ROLE reader");
  });

  it("refuses tables that only a newer version can use, and works beside one that added to them", async () => {
    await using database = await createTestDatabase();
    const { url } = database;
    await (await openPostgresJournal({ url })).close();
    await run(url, "UPDATE tenon_format SET format = 99");
    await run(url, "ALTER TABLE tenon_sessions ADD COLUMN mood text NOT NULL DEFAULT 'good'");
    await run(url, "ALTER TABLE tenon_records ADD COLUMN weight integer");
    {
      await using journal = await openPostgresJournal({ url });
      await using writer = await journal.create({ id: "a", ...HEAD });
      await writer.append(chunk("1"));
      await journal.check();
      expect(await run(url, "SELECT format FROM tenon_format")).toEqual([{ format: 99 }]);
    }
    await run(url, "UPDATE tenon_format SET oldest_user = 99");
    const error = await failureOf(openPostgresJournal({ url }));
    expect(error).toMatchObject({ code: "newer_format", details: { format: 99 } });
    expect(describeFailure(error)).toContain("Update Tenon");
  });

  it("uses tables that only a newer version can use no more when they become such while it is open", async () => {
    await using database = await createTestDatabase();
    await using journal = await openPostgresJournal({ url: database.url });
    const writer = await journal.create({ id: "a", ...HEAD });
    await run(database.url, "UPDATE tenon_format SET format = 99, oldest_user = 99");
    await journal.machines?.announce();
    expect(writer.lost.aborted).toBe(true);
    const newer = { code: "newer_format", details: { format: 99 } };
    await expect(writer.append(chunk("1"))).rejects.toMatchObject({ code: "lease_lost" });
    await writer.close();
    await expect(journal.open("a")).rejects.toMatchObject(newer);
    await expect(journal.create({ id: "b", ...HEAD })).rejects.toMatchObject(newer);
    await expect(journal.check()).rejects.toMatchObject(newer);
  });

  it.each([1, 2])("brings the tables of format %i to its own, with all that is in them", async (format) => {
    await using database = await createTestDatabase();
    for (let step = 1; step <= format; step += 1) await run(database.url, UPGRADES[step]!);
    await run(database.url, `UPDATE tenon_format SET format = ${format}, oldest_user = 1`);
    // As that version wrote it.
    await run(
      database.url,
      `INSERT INTO tenon_sessions (id, cwd, agent, title, title_in_lower_case, created_at, updated_at, last_seq, is_prompted)
         VALUES ('a', '/project', 'claude', 'T', 't', 1, 2, 2, true)`,
    );
    const large = "x".repeat(20_000);
    await run(
      database.url,
      `INSERT INTO tenon_records (session, seq, at, source, kind, form, text)
         VALUES (1, 1, 2, 0, 'session/prompt', 0, $1), (1, 2, 2, 1, 'agent_message_chunk', 0, $2)`,
      [prompt(1, "Find it.").text, chunk(large).text],
    );
    await using journal = await openPostgresJournal({ url: database.url });
    expect(await run(database.url, "SELECT format, oldest_user FROM tenon_format")).toEqual([
      { format: FORMAT, oldest_user: 1 },
    ]);
    expect(await journal.session("a")).toMatchObject({ title: "T", lastSeq: 2 });
    expect((await journal.read("a")).map(({ text }) => text)).toEqual([prompt(1, "Find it.").text, chunk(large).text]);
    await using writer = await journal.open("a");
    expect(await writer.append(turnEnd(1))).toBe(3);
    expect((await journal.search({ text: "find" })).hits).toMatchObject([{ sessionId: "a", seq: 1 }]);
    journal.machines?.join(() => ({ address: "http://a:1" }));
    await journal.machines?.announce();
  });
});

describe("a journal in Postgres", () => {
  it("says that nothing can be written when that is so", async () => {
    await using database = await createTestDatabase();
    await using journal = await openPostgresJournal({ url: database.url });
    await journal.check();
    await run(database.adminUrl, `ALTER DATABASE ${database.name} SET default_transaction_read_only = on`);
    await run(
      database.adminUrl,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tenon'",
    );
    await expect(journal.check()).rejects.toMatchObject({ code: "store_refused" });
  });

  it("takes what a backup of another server brought for known, and not for news without end", async () => {
    await using database = await createTestDatabase();
    const later = "changed > pg_snapshot_xmax(pg_current_snapshot())";
    await (await openPostgresJournal(database)).close();
    await run(
      database.url,
      `INSERT INTO tenon_sessions (id, cwd, agent, created_at, updated_at, changed) VALUES ('a', '/', 'tenon', 0, 0, '999999999')`,
    );
    expect(await run(database.url, `SELECT id FROM tenon_sessions WHERE ${later}`)).toHaveLength(1);
    await using journal = await openPostgresJournal(database);
    expect(await run(database.url, `SELECT id FROM tenon_sessions WHERE ${later}`)).toEqual([]);
    expect(await journal.session("a")).toMatchObject({ id: "a" });
  });

  it("makes a table that it could not make when it is needed again, and goes on meanwhile", async () => {
    await using database = await createTestDatabase();
    await using journal = await openPostgresJournal({ url: database.url });
    await using writer = await journal.create({ id: "a", ...HEAD });
    await writer.append(prompt(1), chunk("1"), turnEnd(1));
    await run(database.adminUrl, "REVOKE CREATE ON SCHEMA public FROM pg_database_owner");
    const uses = [
      () => journal.search({ text: "1" }),
      () => journal.checkpoint("a", { records: 0 }),
      async () => journal.files?.names("a"),
    ];
    for (const use of uses) await expect(use()).rejects.toMatchObject({ code: "store_refused" });
    // As many at once as there are connections.
    await Promise.all(Array.from({ length: 8 }, () => journal.session("a")));
    await run(database.adminUrl, "GRANT CREATE ON SCHEMA public TO pg_database_owner");
    for (const use of uses) await use();
  });

  it("[R161] gives sessions to a file and back without losing anything", async () => {
    await using database = await createTestDatabase();
    await using folder = await temporaryFolder();
    await using memory = openMemoryJournal();
    await using postgres = await openPostgresJournal({ url: database.url });
    await using file = await openSqliteJournal({ file: folder.file, files: filesInMemory() });
    await using writer = await memory.create({ id: "a", ...HEAD, title: "T", additionalDirectories: ["/more"] });
    await writer.append(prompt(1), chunk("x".repeat(20_000)), { from: "agent", text: "no \0 JSON" }, turnEnd(1));
    const lines = await Array.fromAsync(memory.export("a"));
    await postgres.import(lines);
    await postgres.files?.put("a", "results/dump.txt", Buffer.from("all of it"));
    await postgres.files?.put("a", "results/image.png", Buffer.from([0x89, 0xff, 0]));
    await file.import(postgres.export("a"));
    await postgres.delete("a");
    await postgres.import(file.export("a"));
    expect(await postgres.files?.names("a")).toEqual(["results/dump.txt", "results/image.png"]);
    expect(await postgres.files?.get("a", "results/image.png")).toEqual(Buffer.from([0x89, 0xff, 0]));
    const records = await postgres.read("a");
    expect(records.slice(0, 4)).toEqual(await memory.read("a"));
    // And the marks of three imports.
    expect(records).toHaveLength(7);
    const { title, createdAt, additionalDirectories } = (await memory.session("a"))!;
    expect(await postgres.session("a")).toMatchObject({ title, createdAt, additionalDirectories });
  });
});

async function failureOf(opening: Promise<AsyncDisposable>): Promise<JournalError> {
  try {
    await using _ = await opening;
  } catch (error) {
    return error as JournalError;
  }
  throw new Error("It was opened");
}
