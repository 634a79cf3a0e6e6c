/**
 * [N-02] [N-04] [N-05] A damaged file costs what was on the damaged pages, and nothing else; and it is reported.
 */

import { readdir, readFile, rename, truncate, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { describe, expect, it } from "vitest";

import { type Journal, type JournalRecord, openSqliteJournal } from "../src/index.ts";
import { unfinished } from "./journal-contract.ts";
import { chunk, prompt, turnEnd } from "./messages.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PAGE = 4_096;
const SESSIONS = ["a", "b", "c"];

describe("a damaged journal", () => {
  it("[N-02] gives back everything but the records on a torn page", async () => {
    await using folder = await temporaryFolder();
    const before = await fill(folder.file);
    const [page = 0] = pagesOf(folder.file, "records", "leaf").slice(10);
    await overwritePage(folder.file, page, 0);
    await using journal = await openDamaged(folder.file);
    let lost = 0;
    for (const id of SESSIONS) {
      const records = await journal.read(id);
      const texts = new Set(before.get(id)?.map(({ text }) => text));
      expect(records.filter(({ from, text }) => from !== "tenon" && !texts.has(text))).toEqual([]);
      expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
      expect(unfinished(records)).toEqual([]);
      lost += (before.get(id)?.length ?? 0) - records.filter(({ from }) => from !== "tenon").length;
    }
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(40);
    const told = journal.repairs.flatMap(({ what }) => what.match(/all but (\d+)/)?.[1] ?? []).map(Number);
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(lost);
    await using writer = await journal.open("a");
    await writer.append(chunk("It goes on."));
  });

  it("[N-05] finds the sessions again by their records if their own table is lost", async () => {
    await using folder = await temporaryFolder();
    const before = await fill(folder.file);
    for (const page of pagesOf(folder.file, "sessions", "leaf")) await overwritePage(folder.file, page, 0);
    await using journal = await openDamaged(folder.file);
    for (const id of SESSIONS) {
      expect(await journal.session(id)).toMatchObject({ id, cwd: "/project", agent: "claude", title: `Title ${id}` });
      expect(await journal.read(id)).toEqual(before.get(id));
    }
  });

  it("[N-02] gives back what is left of a file that was cut off", async () => {
    await using folder = await temporaryFolder();
    const before = await fill(folder.file);
    const { byteLength } = await readFile(folder.file);
    await truncate(folder.file, Math.floor(byteLength / PAGE / 2) * PAGE + 100);
    await using journal = await openDamaged(folder.file);
    for (const { id } of (await journal.sessions()).sessions) {
      const texts = new Set(before.get(id)?.map(({ text }) => text));
      const records = await journal.read(id);
      expect(records.filter(({ from, text }) => from !== "tenon" && !texts.has(text))).toEqual([]);
      expect(unfinished(records)).toEqual([]);
    }
    expect((await journal.sessions()).sessions.length).toBeGreaterThan(0);
  });

  it("is replaced if it is no database at all, and kept beside the new one", async () => {
    await using folder = await temporaryFolder();
    const nonsense = Buffer.from("This is a letter to my grandmother. ".repeat(500));
    await writeFile(folder.file, nonsense);
    await using journal = await openDamaged(folder.file);
    expect((await journal.sessions()).sessions).toEqual([]);
    expect(await readFile(`${folder.file}.damaged-1`)).toEqual(nonsense);
    await using writer = await journal.create({ id: "a", cwd: "/", agent: "claude" });
    await writer.append(chunk("x"));
  });

  it("says so when the damage is found by reading, and is repaired when it is opened again", async () => {
    await using folder = await temporaryFolder();
    await fill(folder.file);
    const [page = 0] = pagesOf(folder.file, "records", "leaf").slice(4);
    await overwritePage(folder.file, page, 0);
    const first = await openSqliteJournal({ file: folder.file });
    expect(first.repairs).toEqual([]);
    await expect(first.read("a")).rejects.toMatchObject({ code: "file_damaged", details: { file: folder.file } });
    // Not under the feet of those who have it open.
    await expect(openSqliteJournal({ file: folder.file })).rejects.toMatchObject({ code: "file_damaged" });
    expect((await first.sessions()).sessions.length).toBe(3);
    await first.close();
    await using second = await openSqliteJournal({ file: folder.file });
    expect(second.repairs.length).toBe(4);
    expect((await second.read("a")).length).toBeGreaterThan(300);
    await using third = await openSqliteJournal({ file: folder.file });
    expect(third.repairs).toEqual([]);
  });

  it("is not lost if the repair itself is killed between its last two steps", async () => {
    await using folder = await temporaryFolder();
    const before = await fill(folder.file);
    await writeFile(`${folder.file}.repaired`, await readFile(folder.file));
    await rename(folder.file, `${folder.file}.damaged-1`);
    await using journal = await openSqliteJournal({ file: folder.file });
    expect(await journal.read("a")).toEqual(before.get("a"));
  });
});

/** Three sessions of whole turns, in many pages. */
async function fill(file: string): Promise<ReadonlyMap<string, readonly JournalRecord[]>> {
  await using journal = await openSqliteJournal({ file });
  const records = new Map<string, readonly JournalRecord[]>();
  for (const id of SESSIONS) {
    await using writer = await journal.create({ id, cwd: "/project", agent: "claude", title: `Title ${id}` });
    for (let turn = 0; turn < 40; turn += 1) {
      const text = (index: number) => `${id} ${turn} ${index} ${"x".repeat(200)}`;
      const chunks = Array.from({ length: 8 }, (_, index) => chunk(text(index)));
      await writer.append(prompt(turn), ...chunks, turnEnd(turn));
    }
    await writer.append(chunk(`${id} ${"y".repeat(20_000)}`));
    records.set(id, await journal.read(id));
  }
  return records;
}

/** Damage deep inside a file is found when it is read; these tests want it found at once. */
async function openDamaged(file: string): Promise<Journal> {
  const first = await openSqliteJournal({ file });
  const journal = first.repairs.length > 0 ? first : await afterReading(first, file);
  expect(journal.repairs[0]?.what).toContain(basename(`${file}.damaged-1`));
  expect(await readdir(file.slice(0, -basename(file).length))).toContain(`${basename(file)}.damaged-1`);
  return journal;
}

async function afterReading(journal: Journal, file: string): Promise<Journal> {
  const reading = (async () => {
    for (const id of SESSIONS) await journal.read((await journal.session(id))?.id ?? id);
  })();
  await expect(reading).rejects.toMatchObject({ code: "file_damaged" });
  await journal.close();
  return openSqliteJournal({ file });
}

function pagesOf(file: string, table: string, type: string): readonly number[] {
  const connection = new DatabaseSync(file);
  const rows = connection
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno")
    .all(table, type);
  connection.close();
  return rows.map(({ pageno }) => Number(pageno));
}

async function overwritePage(file: string, page: number, byte: number): Promise<void> {
  const content = await readFile(file);
  content.fill(byte, (page - 1) * PAGE, page * PAGE);
  await writeFile(file, content);
}
