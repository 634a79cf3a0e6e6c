import { describe, expect, it } from "vitest";

import { isDeeperThan, isNestedDeeperThan } from "../../src/index.ts";

describe("the depth of JSON", () => {
  it.each([
    ["[[[]]]", 3],
    ['{"a":{"b":[]}}', 3],
    [String.raw`["\"[[[["]`, 1],
    [String.raw`["\\",[["[[["]]]`, 3],
    ["[],[],[]", 1],
    ['[["never ends', 2],
  ])("of %s is %i", (json, depth) => {
    const padded = `${json}${" ".repeat(50)}`;
    expect(isDeeperThan(padded, depth)).toBe(false);
    expect(isDeeperThan(padded, depth - 1)).toBe(true);
  });

  it.each([
    [[[[]]], 3],
    [{ a: { b: [] } }, 3],
    [["[[[["], 1],
    ["text", 0],
    [null, 0],
  ])("of the value %j is %i", (value, depth) => {
    expect(isNestedDeeperThan(value, depth)).toBe(false);
    expect(isNestedDeeperThan(value, depth - 1)).toBe(depth > 0);
  });

  it("[C3] is found in a value that would overflow the stack", () => {
    let value: unknown = {};
    for (let depth = 0; depth < 1_000_000; depth += 1) value = { value };
    expect(isNestedDeeperThan(value, 200)).toBe(true);
  });

  it("takes no longer for strings of escapes", () => {
    expect(isDeeperThan(`"${"\\\\".repeat(1_000_000)}"`, 1)).toBe(false);
    expect(isDeeperThan(`"${String.raw`\"`.repeat(1_000_000)}"`, 1)).toBe(false);
  });
});
