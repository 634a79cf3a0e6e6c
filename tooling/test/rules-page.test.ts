import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ID = /[A-Z]{1,2}-?\d+/;
const rows = [...readFileSync(`${root}docs/rules.md`, "utf8").matchAll(/^\| ([A-Z]{1,2}-?\d+) +\|/gm)];
const ids = rows.map(([, id = ""]) => id);

it("has each id once", () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids.length).toBeGreaterThan(400);
});

it("has every id that a source file or a test cites", () => {
  const known = new Set(ids);
  const files = globSync(["packages/*/{src,test}/**/*.{ts,tsx}", "tooling/**/*.ts", "bench/**/*.ts", "examples/*.ts"], {
    cwd: root,
  });
  const unknown = files.flatMap((file) =>
    citedIn(readFileSync(`${root}${file}`, "utf8")).filter((id) => !known.has(id)),
  );
  expect(files.length).toBeGreaterThan(500);
  expect([...new Set(unknown)]).toEqual([]);
});

/** `[R68]`, `[A-05, P25]`; not an index such as `names[X1]`, which has something before it. */
function citedIn(text: string): readonly string[] {
  const groups = text.matchAll(new RegExp(String.raw`(?<![\w\])])\[(${ID.source}(?:, ${ID.source})*)\]`, "g"));
  return [...groups].flatMap(([, list = ""]) => list.split(", "));
}
