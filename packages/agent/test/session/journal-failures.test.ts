/**
 * A journal that cannot be opened: every request says so, names the file and what to do, and the next one tries again.
 */

import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import {
  JournalError,
  type NewSession,
  openMemoryJournal,
  openSqliteJournal,
  PERMITTED,
  type SessionWriter,
} from "@tenon/journal";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("a journal that cannot be opened", () => {
  it("[G-16] is reported in the answer to each request, by file and what to do, until it is fixed", async () => {
    await using place = await temporaryFolder();
    // A file where the folder should be: no user can write there, not even root.
    await writeFile(place.data, "");
    await using client = await connectAgent({ services: place.services });
    const failure = {
      code: -32_603,
      message: `The journal cannot be created or opened: ${place.file}. Check that you have write permission for this file and its folder, then try again.`,
      data: { code: "file_failed" },
    };
    const known = { sessionId: "some", cwd: "/", mcpServers: [] };
    await Promise.all([
      expect(client.request("session/new", { cwd: "/", mcpServers: [] })).rejects.toMatchObject(failure),
      expect(client.request("session/load", known)).rejects.toMatchObject(failure),
      expect(client.request("session/resume", known)).rejects.toMatchObject(failure),
      expect(client.request("session/list", {})).rejects.toMatchObject(failure),
      expect(client.request("session/delete", { sessionId: "some" })).rejects.toMatchObject(failure),
    ]);
    await rm(place.data);
    await mkdir(place.data);
    const sessionId = await client.open();
    await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    // What was refused before is no part of it.
    const { sessions } = await client.request("session/list", {});
    expect(sessions.map((session) => session.sessionId)).toEqual([sessionId]);
  });

  it("[G-16] and is another program's database is left as it is", async () => {
    await using place = await temporaryFolder();
    await mkdir(place.data);
    {
      using other = new DatabaseSync(place.file);
      other.exec("CREATE TABLE theirs (id)");
    }
    await using client = await connectAgent({ services: place.services });
    await expect(client.open()).rejects.toMatchObject({
      message: `Not a journal of Tenon, but a database of another program: ${place.file}. Move the file away, then try again.`,
    });
    using other = new DatabaseSync(place.file);
    expect(other.prepare("SELECT name FROM sqlite_schema").all()).toMatchObject([{ name: "theirs" }]);
  });

  it("[G-16] because it is damaged is set aside, and work goes on", async () => {
    await using place = await temporaryFolder();
    await mkdir(place.data);
    await writeFile(place.file, "no database at all ".repeat(1_000));
    await using client = await connectAgent({ services: place.services });
    const sessionId = await client.open();
    await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    expect(await readdir(place.data)).toContain("journal.db.damaged-1");
  });

  it("does not keep a connection from ending", async () => {
    let fail: (error: Error) => void = () => {};
    const opened = new Promise<never>((_, reject) => (fail = reject));
    const asked = Promise.withResolvers<void>();
    const openJournal = () => {
      asked.resolve();
      return opened;
    };
    await using client = await connectAgent({ services: { openJournal } });
    const opening = client.open();
    opening.catch(() => {});
    await asked.promise;
    await client.drop();
    fail(new Error("The disk has gone"));
    await expect(opening).rejects.toThrow();
  });
});

it("[N-01] a call whose approval could not be recorded fails without the address of the database", async () => {
  const journal = openMemoryJournal();
  const refused = new JournalError("store_failed", "Postgres could not do it: db.internal:5432/tenon", {
    store: "db.internal:5432/tenon",
  });
  const failing = (writer: SessionWriter): SessionWriter => ({
    ...writer,
    lost: writer.lost,
    isHeld: true,
    append: async (...records) => {
      if (records.some(({ text }) => text.includes(PERMITTED))) throw refused;
      return await writer.append(...records);
    },
  });
  const openJournal = async () => ({
    ...journal,
    create: async (session: NewSession) => failing(await journal.create(session)),
  });
  const model = scriptedModel([{ calls: [{ name: "run_command", args: { line: "touch it" } }] }, { text: "Done." }]);
  await using client = await connectAgent({ model, services: { openJournal } });
  const sessionId = await client.open({}, tmpdir());
  await client.prompt(sessionId, "go");
  const sent = client.updates(sessionId).map((update) => JSON.stringify(update));
  expect(sent.join()).toContain("The database of the journal failed");
  expect(sent.join()).not.toContain("db.internal");
});

async function temporaryFolder() {
  const root = await mkdtemp(join(tmpdir(), "tenon-"));
  const data = join(root, "data");
  const file = join(data, "journal.db");
  return {
    data,
    file,
    services: { openJournal: () => openSqliteJournal({ file }) },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
