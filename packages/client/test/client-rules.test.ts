import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

/** The rules of ACP for clients and for both sides, by the numbers that tests cite as [R2]…[R161]. */
const RULES = [
  2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 23, 24, 25, 26, 28, 31, 33, 34, 35, 37, 38, 39,
  40, 43, 45, 46, 49, 53, 54, 57, 60, 64, 71, 72, 78, 80, 86, 90, 91, 92, 95, 96, 97, 98, 99, 100, 102, 103, 104, 105,
  106, 108, 111, 112, 121, 122, 123, 129, 130, 137, 138, 140, 145, 147, 148, 149, 152, 153, 154, 156, 157, 158, 159,
  160, 161,
];

/** The failures of peers in the areas that concern a client, by the numbers given in each area. */
const AREAS: Readonly<Record<string, readonly number[]>> = {
  B: [2, 3, 4, 5, 6, 8, 9, 10, 11, 12],
  C: [2, 3, 4, 5, 6, 8],
  D: [1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22],
  E: [1, 2, 3, 4, 5, 7, 8, 9],
  F: [1, 2, 4, 5, 6, 7, 8, 10, 11, 12],
  I: [1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15],
  L: [1, 2, 3, 4, 5],
  X: [1, 2, 4, 5, 6],
  Y: [1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13],
  Z: [1, 3, 4],
};

const NOT_COVERED_EXHIBITS: Readonly<Record<string, string>> = {
  "C-05": "about an agent",
  "D-12": "about an agent",
  "D-20": "we set no limit: a question waits until it is answered, or the turn cancelled",
  "E-03": "about an agent; the client gives a list of sessions as it came",
  "E-09": "about an agent that loads sessions",
  "F-07": "about a page; the timeline keeps the command of a terminal and the input of a call",
  "F-10": "needs a Windows machine",
  "F-12": "about a page that draws Markdown",
  "I-06": "about an agent",
  "I-08": "about an agent",
  "I-09": "about a gateway",
  "I-15": "about numbers that we do not have: the records of a journal are counted by the journal",
  "L-02": "about an agent",
  "L-05": "about an agent",
};

it("every rule for clients is covered by a test that cites it", () => {
  const cited = citations("{client,timeline,cli}", /\bR(\d+)\b/g);
  expect(RULES.filter((rule) => !cited.has(String(rule)))).toEqual([]);
});

it("every failure of peers in the client's areas is covered by a test that cites it, or listed with the reason", () => {
  const cited = citations("*", /\b([A-Z]-\d\d)\b/g);
  const exhibits = Object.entries(AREAS).flatMap(([area, numbers]) =>
    numbers.map((number) => `${area}-${String(number).padStart(2, "0")}`),
  );
  const missing = exhibits.filter((exhibit) => !cited.has(exhibit));
  expect(missing.filter((exhibit) => !(exhibit in NOT_COVERED_EXHIBITS))).toEqual([]);
});

/** What the tests of these rooms cite in brackets, such as [R26, B-02]. */
function citations(rooms: string, pattern: RegExp): ReadonlySet<string> {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const files = globSync(`packages/${rooms}/test/**/*.test.ts`, { cwd: root }).filter(
    (file) => !/(client-rules|pitfalls)\.test\.ts$/.test(file),
  );
  const texts = files.flatMap((file) => readFileSync(`${root}/${file}`, "utf8").match(/\[[^\]\n]+\]/g) ?? []);
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? "")));
}
