import { mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";

import { openSqliteJournal } from "@tenon/journal";
import { describe, expect, it } from "vitest";

import { askYesOrNo } from "../src/terminal/ask-yes-or-no.ts";
import { BEGIN, journalFolder, oneTurn } from "./journal-folder.ts";

const DAY = 86_400_000;

describe("tenon log delete", () => {
  it("deletes the named sessions with --yes, and none if one is missing", async () => {
    await using journal = await journalFolder();
    for (const id of ["one", "two", "three"]) await journal.record({ id }, oneTurn);
    expect(await journal.log("delete", "--yes", "one", "four")).toMatchObject({ code: 1, stdout: "" });
    expect(await journal.log("delete", "--yes", "one", "tw")).toMatchObject({
      code: 0,
      stdout: "Deleted one\nDeleted two\n",
    });
    const { stdout } = await journal.log("list", "--json");
    expect(JSON.parse(stdout)).toMatchObject([{ id: "three" }]);
  });

  it("deletes the stored tool results of the session, and of no other", async () => {
    await using journal = await journalFolder();
    const results = join(dirname(journal.file), "results");
    for (const id of ["one", "two"]) {
      await journal.record({ id }, oneTurn);
      await mkdir(join(results, `tenon-${id}`), { recursive: true });
    }
    await journal.log("delete", "--yes", "one");
    expect(await readdir(results)).toEqual(["tenon-two"]);
    await journal.log("vacuum", "--max-size", "1B");
    expect(await readdir(results)).toEqual([]);
  });

  it("deletes nothing without a terminal to ask on", async () => {
    await using journal = await journalFolder();
    await journal.record({}, oneTurn);
    const { code, stderr } = await journal.log("delete", "last");
    expect(code).toBe(2);
    expect(stderr).toContain("pass --yes");
    expect((await journal.log("show", "last")).code).toBe(0);
  });

  it.each([
    ["y\n", true],
    ["YES\n", true],
    ["n\n", false],
    ["\ny\n", false],
    ["", false],
  ])("takes %j for %s", async (answer, isYes) => {
    const input = new PassThrough();
    const output = new PassThrough({ encoding: "utf8" });
    input.end(answer);
    expect(await askYesOrNo("Delete?", { input, output })).toBe(isYes);
    expect(output.read()).toBe("Delete? [y/N] ");
  });

  it("refuses one that is being written, which list marks as live", async () => {
    await using journal = await journalFolder();
    await using opened = await openSqliteJournal({ file: journal.file });
    await using writer = await opened.create({ id: "busy", cwd: "/project", agent: "tenon" });
    await writer.append(...oneTurn);
    const { code, stderr } = await journal.log("delete", "--yes", "busy");
    expect(code).toBe(1);
    expect(stderr).toContain("Nothing deleted: these sessions are running: busy");
    expect((await journal.log("list")).stdout).toMatch(/^busy .* live {2}/m);
    await writer.close();
    expect((await journal.log("list")).stdout).not.toContain("live");
    expect((await journal.log("delete", "--yes", "busy")).code).toBe(0);
  });
});

describe("tenon log vacuum", () => {
  it("deletes what is too old and says what it did", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "old" }, oneTurn, Date.now() - 100 * DAY);
    await journal.record({ id: "new" }, oneTurn, Date.now() - 1 * DAY);
    const { code, stdout } = await journal.log("vacuum", "--max-age", "90d");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Deleted 1 session\. Journal size: [\d.]+ \w+ before, [\d.]+ \w+ now\.\n$/);
    expect(JSON.parse((await journal.log("list", "--json")).stdout)).toMatchObject([{ id: "new" }]);
    const { stdout: report } = await journal.log("vacuum", "--max-size", "1GB", "--json");
    expect(JSON.parse(report)).toMatchObject({ deleted: [] });
  });

  it.each(["90", "d", "-1d", "1y"])("does not understand --max-age %s", async (age) => {
    await using journal = await journalFolder();
    expect((await journal.log("vacuum", `--max-age=${age}`)).code).toBe(2);
  });
});

describe("tenon log fork and title", () => {
  it("fork makes a session of the beginning of another and prints its id", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "one", title: "First" }, oneTurn, BEGIN);
    const { stdout } = await journal.log("fork", "one", "--at", "5");
    const id = stdout.trim();
    expect(id).not.toBe("one");
    const { stdout: shown } = await journal.log("show", id);
    expect(shown).toContain("I shall look.");
    expect(shown).not.toContain("Milk and eggs.");
    expect(await journal.log("fork", "one", "--at", "99")).toMatchObject({ code: 2 });
  });

  it("title gives a session another name", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "one", title: "First" }, oneTurn);
    expect(await journal.log("title", "one", "Shopping list")).toMatchObject({ code: 0 });
    expect((await journal.log("list", "--title", "shopping")).stdout).toContain("Shopping list");
    expect(await journal.log("title", "one", " ")).toMatchObject({ code: 2 });
  });
});
