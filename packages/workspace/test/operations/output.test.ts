import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { manualClock } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

import { createCommandLog } from "../../src/operations/running/command-log.ts";
import { showTail } from "../../src/operations/running/live-tail.ts";
import { newOutput } from "../../src/operations/running/logged-command.ts";
import { plainOutput } from "../../src/operations/running/command-log.ts";

describe("the log of a command", () => {
  it("gives what came since it was last taken, whole as long as it is short", () =>
    inFolder(async (folder) => {
      const log = createCommandLog({ folder, name: "a.txt" });
      expect(await log.take()).toBe("");
      log.add("one");
      log.add("two\n");
      expect(await log.take()).toBe("onetwo\n");
      log.add("three");
      expect(await log.take()).toBe("three");
    }));

  it("keeps all of it in a file for the user alone as soon as one look would not show it, what was taken before included", () =>
    inFolder(async (folder) => {
      const log = createCommandLog({ folder, name: "a.txt" });
      const parts = Array.from({ length: 50 }, (_, index) => `${index} `.repeat(500));
      for (const part of parts.slice(0, 5)) log.add(part);
      await log.take();
      for (const part of parts.slice(5)) log.add(part);
      expect(await log.take()).toContain(`All of it is in ${folder}/a.txt.`);
      expect(await readFile(`${folder}/a.txt`, "utf8")).toBe(parts.join(""));
      expect((await stat(`${folder}/a.txt`)).mode & 0o777).toBe(0o600);
    }));

  it("says so if it cannot be kept, and overwrites nothing", () =>
    inFolder(async (folder) => {
      await writeFile(`${folder}/a.txt`, "mine");
      const log = createCommandLog({ folder, name: "a.txt" });
      log.add("x\n".repeat(50_000));
      expect(await log.take()).toMatch(/It could not be saved \(.*EEXIST/);
      expect(await readFile(`${folder}/a.txt`, "utf8")).toBe("mine");
    }));

  it.each([0, 1, 2, 3])("[F-05] is cut between characters, wherever that is (%i)", (offset) =>
    inFolder(async (folder) => {
      const log = createCommandLog({ folder, name: "a.txt" });
      log.add("x".repeat(offset));
      for (let part = 0; part < 20; part += 1) log.add("🦉".repeat(1_000));
      const text = await log.take();
      expect(text.isWellFormed()).toBe(true);
      const [, begin = "", leftOut, bytes, end = ""] = /^(x*🦉*)\n\[(\d+) of (\d+) [^\]]*\]\n(🦉*)$/u.exec(text) ?? [];
      expect(Number(bytes)).toBe(80_000 + offset);
      expect(Buffer.byteLength(begin + end) + Number(leftOut)).toBe(80_000 + offset);
    }),
  );
});

describe("the live tail", () => {
  it("[W-02] shows the end, at most five times a second, and more slowly as time goes on", async () => {
    const clock = manualClock();
    const seen: { readonly at: number; readonly text: string }[] = [];
    const start = clock.now();
    const tail = showTail(async (text) => void seen.push({ at: clock.now() - start, text }), clock);
    for (let second = 0; second < 3600; second += 1) {
      for (let line = 0; line < 10; line += 1) tail.add(`${second} ${line} ${"x".repeat(50)}\n`);
      await clock.advance(1_000);
    }
    tail.stop();
    expect(seen.length).toBeLessThan(500);
    expect(Math.max(...seen.map(({ text }) => text.length))).toBeLessThanOrEqual(2_000);
    expect(seen[0]).toMatchObject({ at: 200, text: expect.stringMatching(/^0 0 x/) });
    expect(seen.at(-1)?.text).toMatch(/^\d+ \d x+\n/);
    const pauses = seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(200);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(61_000);
  });

  it("shows nothing twice, and nothing after it was stopped", async () => {
    const clock = manualClock();
    const seen: string[] = [];
    const tail = showTail(async (text) => void seen.push(text), clock);
    tail.add("a\n");
    await clock.advance(5_000);
    expect(seen).toEqual(["a\n"]);
    tail.add("b\n");
    tail.stop();
    tail.add("c\n");
    await clock.advance(5_000);
    expect(seen).toEqual(["a\n"]);
    expect(clock.waiting).toBe(0);
  });
});

describe("what is new in a terminal", () => {
  it.each([
    ["", "ab", false, "ab"],
    ["ab", "abcd", false, "cd"],
    ["ab", "ab", false, ""],
    // Cleared by the user.
    ["ab", "x", false, "x"],
    ["12345", "345678", true, "[The editor kept only the end of the output; the beginning was lost.]\n345678"],
    ["12345", "12345678", true, "678"],
  ])("after %j in %j (truncated: %s) is %j", (before, output, truncated, expected) => {
    expect(newOutput(before, { output, truncated })).toBe(expected);
  });

  it("is found behind what is known again, though the beginning was dropped", () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}\n`);
    const before = lines.slice(0, 600).join("");
    const output = lines.slice(300).join("");
    expect(newOutput(before, { output, truncated: true })).toBe(lines.slice(600).join(""));
  });
});

describe("plain output", () => {
  it.each([
    ["\u{1b}[31mred\u{1b}[0m\n", "red\n"],
    ["10%\r50%\r100%\ndone\n", "100%\ndone\n"],
    ["a\r\nb\r\n", "a\nb\n"],
  ])("of %j is %j", (text, plain) => {
    expect(plainOutput(text)).toBe(plain);
  });
});

async function inFolder(block: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tenon-output-"));
  try {
    await block(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
