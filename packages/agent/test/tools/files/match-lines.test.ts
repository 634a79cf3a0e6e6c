import { describe, expect, it } from "vitest";

import { matchLines } from "../../../src/tools/files/search/match-lines.ts";
import { createTimeLimit } from "../../../src/tools/files/search/time-limit.ts";

const { signal } = new AbortController();

describe("the lines in which a pattern fits", () => {
  it("are found on a machine that had no time for the search, each of them once", async () => {
    const asked: string[] = [];
    const test = {
      find(line: string) {
        asked.push(line);
        // As if the processor were busy elsewhere, for longer than any step may run.
        if (line === "second" && asked.length === 2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
        return 0;
      },
      mayBeIn: () => true,
    };
    const texts = [{ name: "a.txt", text: "first\nsecond\nthird\n" }];
    const found = await matchLines(texts, { test, within: createTimeLimit(), most: 10, signal });
    expect(found.map(({ matches }) => matches.map(({ index }) => index))).toEqual([[0, 1, 2]]);
    expect(asked.filter((line) => line === "second")).toHaveLength(2);
  });

  it("are not looked for by a pattern that keeps the processor without end", async () => {
    const test = { find: (line: string) => line.search(/^(a+)+$/), mayBeIn: () => true };
    const texts = [
      { name: "a.txt", text: "aaa\n" },
      { name: "b.txt", text: `${"a".repeat(60)}!\n` },
    ];
    const searching = matchLines(texts, { test, within: createTimeLimit(), most: 10, signal });
    await expect(searching).rejects.toThrow("The pattern takes too long in b.txt.");
  });

  it("are as many as were asked for, over several texts", async () => {
    const test = { find: (line: string) => line.indexOf("x"), mayBeIn: (text: string) => text.includes("x") };
    const texts = ["x\nx", "none", "x\n\nx\nx"].map((text, at) => ({ name: `${at}`, text }));
    const found = await matchLines(texts, { test, within: createTimeLimit(), most: 4, signal });
    expect(found.map(({ name, matches }) => [name, ...matches.map(({ index }) => index)])).toEqual([
      ["0", 0, 1],
      ["2", 0, 2],
    ]);
  });
});
