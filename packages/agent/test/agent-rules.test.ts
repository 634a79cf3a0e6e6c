import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

/** The rules of ACP for agents and for both sides, by the numbers that tests cite as [R1]…[R161]. */
const RULES = [
  1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27, 28, 29, 30, 32, 33, 34,
  35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 47, 48, 49, 50, 51, 52, 53, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65,
  66, 67, 68, 69, 70, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 87, 88, 89, 93, 94, 95, 99, 101, 106, 107,
  109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 131, 132,
  133, 134, 135, 136, 139, 140, 141, 142, 143, 144, 145, 146, 147, 150, 151, 153, 154, 155, 156, 157, 158, 160, 161,
];

/** Those that no test of ours covers, and why. */
const NOT_COVERED: Readonly<Record<number, string>> = {
  157: "we end no request of the client's on our own but prompts, and those have a stop reason for it [R155]",
};

/** The failures of peers in the areas that concern an agent or a host, by the numbers given in each area. */
const AREAS: Readonly<Record<string, readonly number[]>> = {
  A: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23],
  B: [2, 3, 4, 5, 6, 8, 9, 10, 11, 12],
  C: [2, 3, 4, 5, 6, 8],
  D: [1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22],
  E: [1, 2, 3, 4, 5, 7, 8, 9],
  F: [1, 2, 4, 5, 6, 7, 8, 10, 11, 12],
  G: [1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20],
  H: [2, 3, 4, 5, 6, 8, 9],
  I: [1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15],
  J: [1, 2, 3, 4, 5],
  K: [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18],
  L: [1, 2, 3, 4, 5],
  M: [1, 2, 3, 4, 5, 7, 8, 9],
  N: [1, 2, 4, 5],
  O: [1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21],
  P: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14],
  Q: [1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 17],
  R: [1, 2, 3, 4, 6, 7],
  S: [1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14],
  T: [1, 3, 4, 5],
  U: [1, 2, 4, 5, 6, 7, 8],
  V: [1, 2, 3, 4, 5, 7, 8],
  W: [1, 2, 3, 5, 6, 7],
  X: [1, 2, 4, 5, 6],
  Y: [1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13],
  Z: [1, 3, 4],
  AA: [1, 2],
  AB: [1, 3, 4, 5],
  AC: [1, 2, 4],
};

const NOT_COVERED_EXHIBITS: Readonly<Record<string, string>> = {
  "A-19": "our proxies connect to no server themselves: what they pass on, the agent behind them starts",
  "D-20": "we set no limit: a question waits until it is answered, or the turn cancelled",
  "F-10": "needs a Windows machine",
  "F-12": "about a page that draws Markdown",
  "G-02": "about a client with lasting sessions",
  "G-04": "the agent has no inner runtime",
  "G-18": "children never get our standard input: the process room gives each its own pipes",
  "G-19": "about a client with lasting sessions",
  "G-20": "we do not start ourselves",
  "H-06": "a session has ten servers at most; ten are started together in bench/, and in the editor's session",
  "H-08": "npx is the owner's choice, and so are its flags",
  "I-09": "a journal belongs to one user of the machine, and is in a folder that only they can read",
  "J-04": "about a client",
  "O-21": "about a host in a browser",
  "S-12": "a server cannot ask before it is connected: questions come with calls",
  "U-02": "needs a Windows machine; commands are started there through cross-spawn",
  "U-08": "an environment of a project's own is not read",
  "W-06": "is measured in bench/",
  "AC-01": "there are no sub-agents",
  "AC-02": "as AC-01",
  "AC-04": "as AC-01",
};

it("every rule for agents is covered by a test that cites it, or listed with the reason why not", ({ annotate }) => {
  const cited = citations("{agent,cli,gateway,hub}", /\bR(\d+)\b/g);
  const missing = RULES.filter((rule) => !cited.has(String(rule)));
  expect(missing.filter((rule) => !(rule in NOT_COVERED))).toEqual([]);
  expect(Object.keys(NOT_COVERED).filter((rule) => cited.has(rule))).toEqual([]);
  void annotate(`${RULES.length - missing.length} rules are covered, ${missing.length} are not`);
});

it("every failure of peers in the areas of an agent or a host is covered too, or listed", ({ annotate }) => {
  const cited = citations("*", /\b([A-Z]{1,2}-\d\d)\b/g);
  const exhibits = Object.entries(AREAS).flatMap(([area, numbers]) =>
    numbers.map((number) => `${area}-${String(number).padStart(2, "0")}`),
  );
  const missing = exhibits.filter((exhibit) => !cited.has(exhibit));
  expect(missing.filter((exhibit) => !(exhibit in NOT_COVERED_EXHIBITS))).toEqual([]);
  expect(Object.keys(NOT_COVERED_EXHIBITS).filter((exhibit) => cited.has(exhibit))).toEqual([]);
  void annotate(`${exhibits.length - missing.length} failures are covered, ${missing.length} are not`);
});

/** What the tests of these rooms cite in brackets, such as [R26, B-02]. */
function citations(rooms: string, pattern: RegExp): ReadonlySet<string> {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const files = globSync(`packages/${rooms}/test/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !/(agent-rules|client-rules|pitfalls)\.test\.ts$/.test(file),
  );
  const texts = files.flatMap((file) => readFileSync(`${root}/${file}`, "utf8").match(/\[[^\]\n]+\]/g) ?? []);
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? "")));
}
