import { execFileSync, spawnSync } from "node:child_process";

import { describe, expect, it } from "vitest";

import { openSqliteJournal } from "../src/index.ts";
import { chunk } from "./messages.ts";
import { programFile } from "./run-program.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const canMount = spawnSync("unshare", ["--user", "--map-root-user", "--mount", "true"]).status === 0;

describe("a journal without room", () => {
  it("rejects what does not fit, keeps what it had, and goes on when there is room again", async () => {
    await using folder = await temporaryFolder();
    const journal = await openSqliteJournal({ file: folder.file, maxBytes: 300_000 });
    const writer = await journal.create({ id: "a", cwd: "/", agent: "claude" });
    let count = 0;
    const fillUp = async () => {
      for (; ; count += 1) await writer.append(chunk(`${count} ${"x".repeat(2_000)}`));
    };
    await expect(fillUp()).rejects.toMatchObject({ code: "disk_full", details: { file: folder.file } });
    expect(count).toBeGreaterThan(20);
    expect((await journal.read("a")).length).toBe(count);
    await writer.close();
    await journal.close();

    await using larger = await openSqliteJournal({ file: folder.file });
    await using again = await larger.open("a");
    const place = await again.append(chunk("There is room."));
    expect(place).toBeGreaterThan(count);
    expect((await larger.read("a")).length).toBe(place);
  });

  it.skipIf(!canMount)("does so on a real disk that is full, too", async () => {
    await using folder = await temporaryFolder();
    // In a namespace of its own, where anyone may mount a disk that is gone with the process.
    const script = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" --conditions=tenon:source "$3" "$1"';
    const output = execFileSync(
      "unshare",
      [
        "--user",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        script,
        "sh",
        folder.path,
        process.execPath,
        programFile("full-disk-process"),
      ],
      { encoding: "utf8" },
    );
    const { freeBytes, ...outcome } = JSON.parse(output);
    expect(outcome).toEqual({
      code: "disk_full",
      allThereWhileFull: true,
      nextFollows: true,
      allThereAfterwards: true,
      isInOrder: true,
    });
    expect(freeBytes).toBeLessThan(20_000);
  });
});
