/** The page and its documentation say the same, in the English of the trade. */

import { globSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");

it.each(["docs/page.md", "docs/configuration.md"])("%s has the include modes with the words of the page", (file) => {
  const source = read("packages/web/src/tools-panel/include-select.tsx");
  const modes = [...source.matchAll(/value: "(\w+)", name: phrase\("([^"]+)"\)/g)];
  const onPage = new Map(modes.map(([, mode = "", word = ""]) => [mode, word]));
  const rows = [...read(file).matchAll(/^\| *([^|]+?) *\| *([^|]+?) *\|/gm)].map(([, one = "", other = ""]) => [
    one,
    other,
  ]);
  const documented = new Map(
    rows.flatMap((cells) => {
      const [mode, word] = cells[0]?.startsWith("`") ? cells : cells.toReversed();
      const name = mode?.replaceAll("`", "") ?? "";
      return onPage.has(name) ? [[name, word] as const] : [];
    }),
  );
  expect(onPage.size).toBe(4);
  expect(documented).toEqual(onPage);
});

it("shows pictures of receipts, of the wire and of a permission, and a recorded first minute", () => {
  const page = read("docs/page.md");
  for (const view of ["receipts", "wire", "permission", "session"]) expect(page).toContain(`images/page/${view}-`);
  for (const file of ["README.md", "docs/start.md"]) expect(read(file)).toContain("images/first-minute.webp");
});

it("uses none of the words that readers took for translated ones", () => {
  const files = globSync(["README.md", "docs/*.md", "packages/*/src/**/*.{ts,tsx}"]);
  const found = files.filter((file) => TRANSLATED.test(read(file)));
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

const TRANSLATED =
  /May this be done\?|has told of no|All one takes|goes for good|While writing, with Alt|"As usual"|The agent’s own"|held for a person's consent|There (?:is|are) no \w+ (?:called|named)|There are: |It said:|[Ww]hoever|[Ss]omebody|put right|as it stands with/;
