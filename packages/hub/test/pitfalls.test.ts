import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

/** The pitfalls of MCP hosts that no test of ours covers, and why. The numbers are those that tests cite as [P1]…[P86]. */
const NOT_COVERED: Readonly<Record<number, string>> = {
  7: "a session that nobody closes keeps its servers; ending idle sessions belongs to whoever keeps them, the gateway",
  9: "there are no sub-agents yet, and a hub starts each server of a session once [P10]",
  20: "needs a Windows machine; commands are started there through cross-spawn",
  21: "the PATH of a login shell is not asked for; the error names the PATH that was searched [P19]",
  29: "servers get proxies and certificates only if their owner names the variables in env, with ${VAR}",
  41: "would take six minutes; the time-outs of the HTTP library are off, and a call of 6.5 minutes was seen to work",
  47: "is measured in bench/, where the heap must stay flat over 200 connections",
  68: "schemas are rewritten for providers where requests to providers are made, in the agent",
  69: "as 68",
  70: "as 68",
};

/** Failures of peers in the areas that concern a hub, which no test of ours covers, and why. */
const NOT_COVERED_EXHIBITS: Readonly<Record<string, string>> = {
  "A-03": "sessions cannot be loaded yet",
  "A-09": "the agent tells its log and not yet its client",
  "A-14": "about a client",
  "A-16": "about a client",
  "A-19": "there is no proxy yet",
  "A-20": "the agent has no watchdog yet",
  "G-02": "about a client with lasting sessions",
  "G-04": "the agent has no inner runtime",
  "G-12": "nothing is shared between processes but files that are written whole",
  "G-13": "sessions cannot be loaded yet",
  "G-16": "sessions cannot be loaded yet",
  "G-17": "sessions cannot be loaded yet",
  "G-18": "children never get our standard input: the process room gives each its own pipes",
  "G-19": "about a client",
  "G-20": "we do not start ourselves",
  "H-06": "a session has ten servers at most; ten are started together in bench/",
  "H-08": "npx is the owner's choice, and so are its flags",
  "K-04": "there is no gateway yet",
  "O-21": "about a host in a browser",
  "P-03": "schemas are rewritten for providers where requests to providers are made, in the agent",
  "P-05": "as P-03; the catalogue keeps schemas as they are",
  "P-08": "as P-03",
  "P-11": "descriptions are never cut",
  "Q-17": "what a model cannot take is known where requests to providers are made, in the agent",
  "U-02": "needs a Windows machine",
  "U-08": "an environment of a project's own is not read",
};

/** The numbers that were given in each area. */
const AREAS: Readonly<Record<string, readonly number[]>> = {
  A: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23],
  G: [1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20],
  H: [2, 3, 4, 5, 6, 8, 9],
  K: [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18],
  O: [1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21],
  P: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14],
  Q: [1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 17],
  R: [1, 2, 3, 4, 6, 7],
  T: [1, 3, 4, 5],
  U: [1, 2, 4, 5, 6, 7, 8],
};

it("every pitfall is covered by a test that cites it, or listed with the reason why not", () => {
  const cited = citations(/\[P(\d+)\]/g);
  const pitfalls = Array.from({ length: 86 }, (_, index) => String(index + 1));
  expect(pitfalls.filter((pitfall) => !cited.has(pitfall) && !(pitfall in NOT_COVERED))).toEqual([]);
});

it("every failure of peers in the hub's areas is covered by a test that cites it, or listed with the reason", () => {
  const cited = citations(/\b([AGHKOPQRTU]-\d\d)\b/g);
  const exhibits = Object.entries(AREAS).flatMap(([area, numbers]) =>
    numbers.map((number) => `${area}-${String(number).padStart(2, "0")}`),
  );
  const missing = exhibits.filter((exhibit) => !cited.has(exhibit));
  expect(missing.filter((exhibit) => !(exhibit in NOT_COVERED_EXHIBITS))).toEqual([]);
});

/** What the titles and comments of our tests cite. */
function citations(pattern: RegExp): ReadonlySet<string> {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const files = globSync("packages/*/test/**/*.test.ts", { cwd: root }).filter(
    (file) => !file.endsWith("pitfalls.test.ts"),
  );
  const texts = files.map((file) => readFileSync(`${root}/${file}`, "utf8"));
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? "")));
}
