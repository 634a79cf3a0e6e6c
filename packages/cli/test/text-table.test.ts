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
    80,
  );
  const starts = table
    .trimEnd()
    .split("\n")
    .map((line) => textWidth(line.slice(0, line.search(/FOLDER|~/))));
  expect(new Set(starts).size).toBe(1);
});

it("cuts a line at the width of the terminal, by columns", () => {
  const [line = ""] = textTable([["a", "漢字漢字漢字"]], 8).split("\n");
  expect(line).toBe("a  漢字…");
  expect(textWidth(line)).toBeLessThanOrEqual(8);
});
