import fc from "fast-check";
import { expect, it } from "vitest";

import { anyText } from "../../../tooling/any-text.ts";
import {
  backoffMs,
  createLineSplitter,
  editDistance,
  formatBytes,
  formatDuration,
  matchesGlob,
  nearestWord,
  splitShellWords,
} from "../src/index.ts";

it("splits bytes into the same lines wherever they were cut", () => {
  const text = fc.array(anyText().map((line) => line.replaceAll("\n", "")));
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 9 })), (lines, cuts) => {
      const seen: string[] = [];
      const splitter = createLineSplitter({ onLine: (line) => seen.push(line) });
      let rest: Uint8Array = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
      for (const cut of cuts) {
        splitter.push(rest.subarray(0, cut));
        rest = rest.subarray(cut);
      }
      splitter.push(rest);
      splitter.end();
      expect(seen).toEqual(
        new TextDecoder()
          .decode(new TextEncoder().encode(lines.join("\n")))
          .split("\n")
          .slice(0, lines.length),
      );
    }),
  );
});

it("hands over the beginning of a line that is too long, and goes on after it", () => {
  const seen: string[] = [];
  const splitter = createLineSplitter({
    maxBytes: 4,
    onLine: (line) => seen.push(line),
    onTooLong: (head) => seen.push(`too long: ${head}`),
  });
  for (const chunk of ["ab", "cdef", "gh\nij\nlast"]) splitter.push(new TextEncoder().encode(chunk));
  splitter.end();
  expect(seen).toEqual(["too long: abcdef", "ij", "last"]);
});

it("counts insertions, deletions, replacements and swaps", () => {
  expect([editDistance("kitten", "sitting"), editDistance("gemni", "gemini"), editDistance("ab", "ba")]).toEqual([
    3, 1, 1,
  ]);
});

it("finds the word that was meant, and none where none is near", () => {
  expect(nearestWord("mcp_servers", ["limits", "mcpServers"])).toBe("mcpServers");
  expect(nearestWord("gemni", ["claude", "gemini"])).toBe("gemini");
  expect(nearestWord("banana", ["claude", "gemini"])).toBeUndefined();
});

it("matches patterns with stars in time that is bounded by their lengths", () => {
  expect(matchesGlob("git *", "git push")).toBe(true);
  expect(matchesGlob("*.ts", "a.tsx")).toBe(false);
  expect(matchesGlob("a*b*c", "a1b2b3c")).toBe(true);
  expect(matchesGlob(`${"*a".repeat(500)}b`, "a".repeat(5_000))).toBe(false);
});

it("waits longer after each failure, up to a limit, and never the same", () => {
  const wait = (failures: number, random: number) =>
    backoffMs(failures, { firstMs: 500, maxMs: 30_000, random: () => random });
  expect([wait(0, 0), wait(0, 1), wait(3, 1), wait(99, 1)]).toEqual([250, 500, 4_000, 30_000]);
});

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_400, "1.4 kB"],
  [23_456_789, "23 MB"],
  [5e15, "5000 TB"],
])("formats %d bytes as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it.each([
  [-1, "0 ms"],
  [400, "400 ms"],
  [1_000, "1 s"],
  [6_420, "6.4 s"],
  [12_300, "12 s"],
  [180_000, "3 min"],
  [185_000, "3 min 5 s"],
  [7_800_000, "2 h 10 min"],
])("formats %d milliseconds as %s", (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));

it.each([
  ['npx -y \'two words\' "a \\"b\\"" c\\ d', ["npx", "-y", "two words", 'a "b"', "c d"]],
  ["  ", []],
  ["'' x", ["", "x"]],
  ["C:\\\\tools\\\\x.exe", ["C:\\tools\\x.exe"]],
])("splits %j as a shell does", (line, words) => expect(splitShellWords(line)).toEqual({ words, isOpen: false }));

it("says that a quote is open", () => {
  expect(splitShellWords("a 'b c")).toEqual({ words: ["a", "b c"], isOpen: true });
});

it("keeps the backslashes of Windows paths where they are not escapes", () => {
  const { words } = splitShellWords(String.raw`"C:\My Tools\agent.exe" C:\work "a\"b"`, { escapes: false });
  expect(words).toEqual([String.raw`C:\My Tools\agent.exe`, String.raw`C:\work`, 'a"b']);
});
