import { expect, it } from "vitest";

import { textTable } from "../src/terminal/text-table.ts";
import { textWidth } from "../src/terminal/text-width.ts";

it("aligns columns by the width of their characters on a terminal", () => {
  const table = textTable(
    [
      ["ID", "TITLE", "FOLDER"],
      ["1", "修正テスト", "~/a"],
      ["2", "fix 🚀", "~/b"],
    ],
    { width: 80 },
  );
  const starts = table
    .trimEnd()
    .split("\n")
    .map((line) => textWidth(line.slice(0, line.search(/FOLDER|~/))));
  expect(new Set(starts).size).toBe(1);
});

it("cuts a line at the width of the terminal, by columns", () => {
  const [line = ""] = textTable([["a", "漢字漢字漢字"]], { width: 8 }).split("\n");
  expect(line).toBe("a  漢字…");
  expect(textWidth(line)).toBeLessThanOrEqual(8);
});

it("keeps the last column at 80 columns, and the end of what it shrinks", () => {
  const table = textTable(
    [
      ["ID", "AGENT", "FOLDER", "TITLE"],
      [
        "1a2b3c4d",
        "npx -y @google/gemini-cli --experimental-acp",
        "~/work/projects/joinery/mortise",
        "Fix the failing test",
      ],
    ],
    { width: 80, shrink: [1, 2] },
  );
  expect(
    table
      .trimEnd()
      .split("\n")
      .every((line) => textWidth(line) <= 80),
  ).toBe(true);
  expect(table).toContain("Fix the failing test");
  expect(table).toMatch(/…\S*mortise {2}Fix/);
});
