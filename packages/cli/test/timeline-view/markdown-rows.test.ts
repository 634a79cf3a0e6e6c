import { expect, it } from "vitest";

import { plainStyle } from "../../src/terminal/style.ts";
import { createMarkdownRows } from "../../src/timeline-view/markdown-rows.ts";

it("shows Markdown without its marks, and code as it is", () => {
  const text = "# Plan\n\nUse **two** `tenons`:\n\n```sh\nls # **not** `bold`\n```\nDone.";
  expect(text.split("\n").flatMap(createMarkdownRows(plainStyle()))).toEqual([
    "Plan",
    "",
    "Use two tenons:",
    "",
    "ls # **not** `bold`",
    "Done.",
  ]);
});

it("takes a shorter fence inside a longer one for text", () => {
  const rows = "````\n```\ninner\n```\n````\nafter".split("\n");
  expect(rows.flatMap(createMarkdownRows(plainStyle()))).toEqual(["```", "inner", "```", "after"]);
});
