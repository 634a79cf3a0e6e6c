import { expect, it } from "vitest";

import { sliceLines } from "../../src/files/slice-lines.ts";

const text = "one\ntwo\nthree";

it.each([
  [{}, text],
  [{ line: null, limit: null }, text],
  [{ line: 1 }, text],
  [{ line: 2 }, "two\nthree"],
  [{ line: 3 }, "three"],
  [{ line: 2, limit: 1 }, "two\n"],
  [{ limit: 2 }, "one\ntwo\n"],
  [{ limit: 3 }, text],
])("[R96] %j: line counts from one, limit is how many", (request, expected) => {
  expect(sliceLines(text, request)).toBe(expected);
});

it.each([
  [{ line: 0 }, text],
  [{ line: -5, limit: 1 }, "one\n"],
  [{ line: 4 }, ""],
  [{ line: 1_000_000_000, limit: 1_000_000_000 }, ""],
  [{ limit: 0 }, ""],
  [{ limit: -1 }, ""],
  [{ limit: 4_294_967_295 }, text],
])("[L-04] %j is no error", (request, expected) => {
  expect(sliceLines(text, request)).toBe(expected);
});

it("[L-04] a line ending at the end begins no further line", () => {
  expect(sliceLines("one\n", { line: 2 })).toBe("");
  expect(sliceLines("\n\n", { line: 2, limit: 1 })).toBe("\n");
  expect(sliceLines("", { line: 1, limit: 1 })).toBe("");
});
