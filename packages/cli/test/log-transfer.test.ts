import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { linesOf } from "../src/commands/log/import.ts";
import { journalFolder, oneTurn, says } from "./journal-folder.ts";

describe("tenon log export and import", () => {
  it("export | import gives the same session in another journal", async () => {
    await using here = await journalFolder();
    await using there = await journalFolder();
    await here.record({ title: "Notes" }, [...oneTurn, says("\u2028 and \u0085 are no line ends")]);
    const command = `"$0" "$1" log import -`;
    expect(await here.piped("export last", `TENON_DATA=${there.folder} ${command}`)).toEqual({ code: 0, stderr: "" });
    expect(await there.log("show", "last")).toEqual(await here.log("show", "last"));
    // The mark of the import is one record more.
    const [raw, original] = [await there.log("show", "last", "--raw"), await here.log("show", "last", "--raw")];
    expect(raw.stdout.trimEnd().split("\n").slice(0, -1)).toEqual(original.stdout.trimEnd().split("\n"));
    expect(raw.stdout).toContain("imported");
  });

  it("a session that is there already gets a new id, which is printed", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "one" }, oneTurn);
    const file = join(journal.folder, "one.jsonl");
    expect(await journal.log("export", "one", "--output", file)).toMatchObject({ code: 0, stdout: "" });
    const { code, stdout } = await journal.log("import", file);
    expect(code).toBe(0);
    expect(stdout.trim()).not.toBe("one");
    const copy = await journal.log("show", stdout.trim(), "--json");
    expect(copy.stdout).toBe((await journal.log("show", "one", "--json")).stdout);
  });

  it("--all takes every session, into a file that only the user can read and that is there when it is whole", async () => {
    await using journal = await journalFolder();
    for (const id of ["one", "two", "three"]) await journal.record({ id }, oneTurn);
    await journal.log("export", "--all", "--output", "all.jsonl");
    const file = join(journal.folder, "all.jsonl");
    expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(3 * (1 + oneTurn.length));
    expect((await readdir(journal.folder)).filter((name) => name.includes(".tmp"))).toEqual([]);
    const permissions = (await stat(file)).mode & 0o777;
    expect(permissions).toBe(process.platform === "win32" ? permissions : 0o600);
  });

  it("says which sessions it wants, and what it cannot read", async () => {
    await using journal = await journalFolder();
    expect((await journal.log("export")).code).toBe(2);
    expect((await journal.log("export", "--all", "x")).code).toBe(2);
    expect((await journal.log("import", "missing.jsonl")).stderr).toContain("missing.jsonl");
    await writeFile(join(journal.folder, "bad.jsonl"), '{"not": "a session"}\n');
    expect(await journal.log("import", "bad.jsonl")).toMatchObject({ code: 1, stdout: "" });
    expect((await journal.log("list", "--json")).stdout).toBe("[]\n");
  });
});

describe("lines of a stream", () => {
  it.each([1, 2, 3, 7, 1000])("end only at line feeds, in chunks of %i bytes", async (size) => {
    const bytes = Buffer.from('"é\u2028\u2029\u0085"\r\n\n"😀"\nlast');
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const lines: string[] = [];
    for await (const line of linesOf(
      (async function* () {
        yield* chunks;
      })(),
    ))
      lines.push(line);
    expect(lines).toEqual(['"é\u2028\u2029\u0085"', "", '"😀"', "last"]);
  });
});
