import { describe, expect, it } from "vitest";

import { arrayAt, InvalidValueError, objectAt, oneOfAt, stringAt, stringsAt } from "../src/index.ts";

describe("reading JSON of others", () => {
  it.each<[string, () => unknown, string]>([
    ["an object", () => objectAt("params", []), "params must be an object"],
    ["a string", () => stringAt("params.name", ""), "params.name must be a non-empty string"],
    ["an array", () => arrayAt("list", { a: 1 }), "list must be an array"],
    ["an array of strings", () => stringsAt("list", ["a", 5]), "list[1] must be a string"],
    ["one of some words", () => oneOfAt("mode", "x", ["a", "b", "c"]), "mode must be a, b or c"],
  ])("names the path of what is not %s, and never the value", (_, read, message) => {
    expect(read).toThrow(new InvalidValueError(message.split(" ", 1)[0] ?? "", message.replace(/^\S+ /, "")));
  });

  it("takes a missing array, null and an empty object as an empty array", () => {
    expect([arrayAt("x", undefined), arrayAt("x", null), arrayAt("x", {})]).toEqual([[], [], []]);
  });
});
