import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseJson } from "../../src/config/json/parse-json.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("reading JSON as people write it", () => {
  it("reads everything that JSON.parse reads, in the same way", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, stringUnit: "grapheme" }), fc.constantFrom(0, 1, "\t"), (text, indent) => {
        const written = JSON.stringify(JSON.parse(text), null, indent);
        expect(parseJson(written)).toMatchObject({ isJson: true, value: JSON.parse(written) });
      }),
    );
  });

  it("finds a fault wherever JSON.parse does, but for comments and trailing commas", () => {
    const pieces = fc.array(
      fc.constantFrom("{", "}", "[", "]", ":", '"a"', '"', "1", "-", "0", ".5", "e1", "nul", "l", " "),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join("");
        expect(parseJson(text).isJson).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["a line comment", '{ // one\n"a": 1 }', { a: 1 }],
    ["a block comment", '{ /* one\n two */ "a": /**/ 1 }', { a: 1 }],
    ["a comment at either end", "// one\n[]\n// two", []],
    ["what looks like a comment in a text", '["https://x", "/* y */"]', ["https://x", "/* y */"]],
    ["a trailing comma in an object", '{"a": 1, }', { a: 1 }],
    ["a trailing comma in a list", "[1, // one\n]", [1]],
    ["a byte order mark", "\uFEFF{}", {}],
  ])("reads %s", (_what, text, value) => {
    expect(parseJson(text)).toMatchObject({ isJson: true, value });
  });

  it.each([
    ["nothing", "", "expected a value, found the end of the file", 1, 1],
    ["a missing comma", '{\n  "a": 1\n  "b": 2\n}', 'expected "," or "}", found "\\""', 3, 3],
    ["two commas", "[1,,2]", 'expected a value, found ","', 1, 4],
    ["a key without quotes", "{\n  a: 1}", 'expected a key in double quotes or "}", found "a"', 2, 3],
    [
      "a text over two lines",
      '{"a": "one\ntwo"}',
      'expected a string that ends on its line, with known escapes, found "\\""',
      1,
      7,
    ],
    ["an unfinished object", '{"a": 1', 'expected "," or "}", found the end of the file', 1, 8],
    ["a comment that does not end", "[ /* ]", 'expected a value, found "/"', 1, 3],
    ["more than one value", "{} {}", 'expected the end, found "{"', 1, 4],
    ["half a character", '["\\ud800"]', 'expected a string of whole characters, found "\\""', 1, 2],
  ])("reports the position of %s", (_what, text, message, line, column) => {
    expect(parseJson(text)).toEqual({ isJson: false, message, position: { line, column } });
  });

  it("knows where each value is", () => {
    const parsed = parseJson('{\n  "a b": [1,\n    { "c": 2 }]\n}');
    expect(parsed.isJson && parsed.positionOf('["a b"][1].c')).toEqual({ line: 3, column: 12 });
    expect(parsed.isJson && parsed.positionOf("a")).toBeUndefined();
  });

  it("[P-14] reports that a key is written twice, of which JSON.parse loses one", () => {
    const text = '{"mcpServers": {"x": 1, "x": 2}}';
    expect(parseJson(text)).toMatchObject({ value: { mcpServers: { x: 2 } }, duplicates: ["mcpServers.x"] });
  });

  it("takes __proto__ for a key like any other", () => {
    const parsed = parseJson('{"__proto__": {"a": 1}}');
    expect(parsed.isJson && Object.entries(parsed.value ?? {})).toEqual([["__proto__", { a: 1 }]]);
  });

  it("does not follow a stranger into the deep", () => {
    expect(parseJson("[".repeat(100_000))).toMatchObject({
      isJson: false,
      message: "nested more than 100 levels deep",
    });
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
