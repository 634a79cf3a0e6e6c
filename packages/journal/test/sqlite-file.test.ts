/**
 * What a journal's file is, and how several processes share it.
 */

import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";

import { createRecordRedaction } from "@tenon/policy";
import { describe, expect, it, vi } from "vitest";

import { openSqliteJournal } from "../src/index.ts";
import { filesInMemory } from "./files-in-memory.ts";
import { chunk, prompt, toolCall, turnEnd } from "./messages.ts";
import { programFile, runProgram } from "./run-program.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const HEAD = { cwd: "/project", agent: "claude" };

describe("the file of a journal", () => {
  it.skipIf(process.platform === "win32")(
    "is its user's alone, and so are its folder and the files beside it",
    async () => {
      await using folder = await temporaryFolder();
      const file = join(folder.path, "new", "folder", "journal.db");
      await using journal = await openSqliteJournal({ file });
      await using writer = await journal.create({ id: "a", ...HEAD });
      await writer.append(chunk("x"));
      const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
      expect(await modeOf(join(folder.path, "new", "folder"))).toBe("700");
      expect(await modeOf(file)).toBe("600");
      expect(await modeOf(`${file}-wal`)).toBe("600");
    },
  );

  it("never holds a secret that was redacted, and no longer what was deleted", async () => {
    await using folder = await temporaryFolder();
    const redaction = createRecordRedaction({ secrets: ["hunter2"] });
    const journal = await openSqliteJournal({ file: folder.file, redaction });
    const writer = await journal.create({ id: "a", ...HEAD, title: "hunter2" });
    await writer.append(chunk("hunter2"), chunk("confidential"), chunk(`huge ${"confidential".repeat(2_000)}`));
    await writer.append({ from: "agent", text: '{"jsonrpc":"2.0","method":"hunter2"}' });
    await writer.append({ from: "tenon", text: '{"type":"hunter2"}', message: { type: "hunter2" } });
    const filesContain = async (word: string) => {
      const names = await readdir(folder.path);
      const contents = await Promise.all(names.map((name) => readFile(join(folder.path, name), "latin1")));
      return contents.some((content) => content.includes(word));
    };
    expect(await filesContain("hunter2")).toBe(false);
    expect(await filesContain("confidential")).toBe(true);
    await writer.close();
    await journal.delete("a");
    await journal.vacuum();
    expect(await filesContain("confidential")).toBe(false);
    await journal.close();
  });

  it("[M5] holds nothing that was deleted in any of its files, as soon as no reader has it open", async () => {
    await using folder = await temporaryFolder();
    await using journal = await openSqliteJournal({ file: folder.file });
    await using other = await openSqliteJournal({ file: folder.file });
    const writer = await journal.create({ id: "a", ...HEAD, title: "confidential" });
    await writer.append(chunk("confidential"), chunk(`huge ${"confidential".repeat(2_000)}`));
    await writer.close();
    const isThere = async () => {
      const names = await readdir(folder.path);
      const contents = await Promise.all(names.map((name) => readFile(join(folder.path, name), "latin1")));
      return contents.some((content) => content.includes("confidential"));
    };
    expect(await other.session("a")).toMatchObject({ id: "a" });
    using reader = new DatabaseSync(folder.file);
    reader.exec("BEGIN; SELECT * FROM records LIMIT 1");
    await journal.delete("a");
    expect(await isThere()).toBe(true);
    reader.exec("COMMIT");
    await expect.poll(isThere, { timeout: 30_000 }).toBe(false);

    const next = await journal.create({ id: "b", ...HEAD });
    await next.append(chunk("confidential"));
    await next.close();
    expect(await isThere()).toBe(true);
    await journal.delete("b");
    expect(await isThere()).toBe(false);
  });

  it.skipIf(process.platform === "win32")("is taken from others if they could read it", async () => {
    await using folder = await temporaryFolder();
    await (await openSqliteJournal({ file: folder.file })).close();
    await chmod(folder.file, 0o666);
    await using _ = await openSqliteJournal({ file: folder.file });
    expect(((await stat(folder.file)).mode & 0o777).toString(8)).toBe("600");
    expect(((await stat(`${folder.file}-wal`)).mode & 0o777).toString(8)).toBe("600");
  });

  it.skipIf(process.platform === "win32")("is refused at once if it is a pipe", async () => {
    await using folder = await temporaryFolder();
    execFileSync("mkfifo", [folder.file]);
    await expect(openSqliteJournal({ file: folder.file })).rejects.toMatchObject({ code: "file_failed" });
  });

  it("is refused, untouched, if it has tables and does not say which format they have", async () => {
    await using folder = await temporaryFolder();
    await (await openSqliteJournal({ file: folder.file })).close();
    const odd = new DatabaseSync(folder.file);
    odd.exec("PRAGMA user_version = 0");
    odd.close();
    await expect(openSqliteJournal({ file: folder.file })).rejects.toMatchObject({
      code: "not_a_journal",
      message: expect.stringContaining("format"),
    });
  });

  it("has everything when it is opened again", async () => {
    await using folder = await temporaryFolder();
    const first = await openSqliteJournal({ file: folder.file });
    const writer = await first.create({ id: "a", ...HEAD });
    await writer.append(prompt(1), chunk("x".repeat(50_000)), turnEnd(1));
    const before = await first.read("a");
    await first.close();
    await using second = await openSqliteJournal({ file: folder.file });
    expect(await second.read("a")).toEqual(before);
    expect(second.repairs).toEqual([]);
  });

  it("[M36] is upgraded from the format before, with all it holds", async () => {
    await using folder = await temporaryFolder();
    const first = await openSqliteJournal({ file: folder.file });
    await (await first.create({ id: "a", ...HEAD, title: "Old" })).close();
    await first.close();
    const older = new DatabaseSync(folder.file);
    for (const added of ["additional_directories", "is_archived", "is_prompted"]) {
      older.exec(`ALTER TABLE sessions DROP COLUMN ${added}`);
    }
    older.exec("ALTER TABLE records DROP COLUMN kind");
    older.exec("PRAGMA user_version = 1");
    older.close();
    await using second = await openSqliteJournal({ file: folder.file });
    expect(second.repairs).toEqual([]);
    await second.describe("a", { additionalDirectories: ["/more"] });
    expect(await second.session("a")).toMatchObject({ title: "Old", additionalDirectories: ["/more"] });
    // It may have been used, so it counts as used.
    expect((await second.sessions({ isUsed: true })).sessions).toHaveLength(1);
  });

  it("is upgraded from the format without kinds: its records have them all the same", async () => {
    await using folder = await temporaryFolder();
    const records = [
      prompt(1),
      chunk("Hello"),
      toolCall("c"),
      turnEnd(1),
      { from: "tenon", text: '{"type":"usage"}' },
      { from: "agent", text: `no message ${"x".repeat(10_000)}` },
    ] as const;
    const first = await openSqliteJournal({ file: folder.file });
    const writer = await first.create({ id: "a", ...HEAD });
    await writer.append(...records);
    await writer.close();
    const before = await first.read("a");
    await first.close();
    const older = new DatabaseSync(folder.file);
    older.exec("ALTER TABLE records DROP COLUMN kind");
    older.exec("PRAGMA user_version = 3");
    older.close();
    await using second = await openSqliteJournal({ file: folder.file });
    await (await second.open("a")).append(chunk("More"));
    const after = await second.read("a");
    expect(after.map(({ kind }) => kind)).toEqual([
      "session/prompt",
      "agent_message_chunk",
      "tool_call",
      "response",
      "usage",
      "",
      "agent_message_chunk",
    ]);
    expect(after.slice(0, -1)).toMatchObject(before);
    const chunks = await second.read("a", { kinds: ["agent_message_chunk"] });
    expect(chunks.map(({ seq }) => seq)).toEqual([2, 7]);
    await second.fork("a", { newId: "b" });
    expect((await second.read("b")).map(({ kind }) => kind)).toEqual(after.map(({ kind }) => kind));
  });

  it("is refused, untouched, if it is of a newer version", async () => {
    await using folder = await temporaryFolder();
    await (await openSqliteJournal({ file: folder.file })).close();
    const newer = new DatabaseSync(folder.file);
    newer.exec("PRAGMA user_version = 99");
    newer.close();
    const before = await readFile(folder.file);
    await expect(openSqliteJournal({ file: folder.file })).rejects.toMatchObject({
      code: "newer_format",
      details: { format: 99, file: folder.file },
    });
    expect(await readFile(folder.file)).toEqual(before);
  });

  it("is refused, untouched, if it is a database of another program", async () => {
    await using folder = await temporaryFolder();
    const other = new DatabaseSync(folder.file);
    other.exec("CREATE TABLE treasure (x); PRAGMA user_version = 1");
    other.close();
    const before = await readFile(folder.file);
    await expect(openSqliteJournal({ file: folder.file })).rejects.toMatchObject({ code: "not_a_journal" });
    expect(await readFile(folder.file)).toEqual(before);
  });

  it("is reported plainly if it cannot be made", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "not-a-folder"), "");
    const file = join(folder.path, "not-a-folder", "journal.db");
    await expect(openSqliteJournal({ file })).rejects.toMatchObject({ code: "file_failed", details: { file } });
    await mkdir(folder.file);
    await expect(openSqliteJournal({ file: folder.file })).rejects.toMatchObject({ code: "file_failed" });
  });
});

describe("a file that two processes use", () => {
  it("shows one what the other writes, live", async () => {
    await using folder = await temporaryFolder();
    await using journal = await openSqliteJournal({ file: folder.file });
    await using program = runProgram(programFile("one-session-process"), [folder.file, "a"]);
    await program.nextLine();
    expect(await journal.session("a")).toMatchObject({ isLive: true });
    await expect(journal.open("a")).rejects.toMatchObject({ code: "session_busy" });
    const tail = journal.tail("a", { signal: AbortSignal.timeout(50_000) })[Symbol.asyncIterator]();
    for (const word of ["one", "two", "three"]) {
      const next = tail.next();
      program.write(word);
      expect((await next).value).toMatchObject({ text: word });
    }
    program.write("close");
    for (let line = 0; line < 4; line += 1) await program.nextLine();
    expect(await journal.session("a")).toMatchObject({ isLive: false });
    await using writer = await journal.open("a");
    expect(await writer.append(chunk("x"))).toBe(4);
  });

  it("lets one take over at once when the other is killed, and closes its turn", async () => {
    await using folder = await temporaryFolder();
    await using journal = await openSqliteJournal({ file: folder.file });
    await using program = runProgram(programFile("one-session-process"), [folder.file, "a"]);
    await program.nextLine();
    for (const { text } of [prompt(1), toolCall("t")]) {
      // It records everything as the agent's; a tool call is enough to leave something unfinished.
      program.write(text);
      await program.nextLine();
    }
    await program.kill();
    expect(await journal.session("a")).toMatchObject({ isLive: false });
    await using writer = await journal.open("a");
    expect(writer.session.lastSeq).toBe(3);
    expect(journal.repairs).toMatchObject([{ sessionId: "a" }]);
  });

  it("removes what an import has left whose process was killed, its files too", async () => {
    await using folder = await temporaryFolder();
    const files = filesInMemory();
    await using killed = await openSqliteJournal({ file: folder.file, files });
    const head = { format: "tenon-journal", version: 1, session: { id: "b", ...HEAD, createdAt: 1 } };
    const isCutOff = Promise.withResolvers<never>();
    async function* cutOff() {
      yield JSON.stringify(head);
      yield '{"file":"results/dump.txt","base64":"YQ=="}';
      await isCutOff.promise;
    }
    const importing = killed.import(cutOff());
    await vi.waitFor(async () => expect(await files.names("b")).toEqual(["results/dump.txt"]), { timeout: 30_000 });
    using database = new DatabaseSync(folder.file);
    database.exec("UPDATE sessions SET owner = json_set(owner, '$.boot', 'an earlier one')");
    await using journal = await openSqliteJournal({ file: folder.file, files });
    expect(await files.names("b")).toEqual([]);
    expect(database.prepare("SELECT id FROM sessions WHERE id IS NOT NULL").all()).toEqual([]);
    expect((await journal.sessions()).sessions).toEqual([]);
    isCutOff.reject(new Error("killed"));
    await expect(importing).rejects.toThrow("killed");
  });

  it("waits for the other's lock without holding up the event loop", async () => {
    await using folder = await temporaryFolder();
    await using journal = await openSqliteJournal({ file: folder.file });
    await using writer = await journal.create({ id: "a", ...HEAD });
    await using program = runProgram(programFile("lock-process"), [folder.file]);
    await program.nextLine();
    let isWritten = false;
    const writing = writer.append(chunk("x")).then(() => (isWritten = true));
    // The loop turns while it waits, or this would not come back.
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    expect(isWritten).toBe(false);
    expect(await journal.read("a")).toEqual([]);
    program.end();
    await writing;
    expect((await journal.read("a")).length).toBe(1);
  });
});
