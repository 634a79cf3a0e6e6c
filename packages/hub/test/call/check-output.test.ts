import { describe, expect, it } from "vitest";

import { checkOutput } from "../../src/call/check-output.ts";
import { UNHURRIED } from "./unhurried.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const schema = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };

describe("a result is compared with the output schema", () => {
  const silent: readonly (readonly [string, readonly [object, unknown]])[] = [
    ["no schema, nothing structured", [{}, undefined]],
    ["no schema, something structured", [{ structuredContent: 5 }, undefined]],
    ["as promised", [{ structuredContent: { count: 1 } }, schema]],
    ["an error does not have to be as promised", [{ structuredContent: { reason: 1 }, isError: true }, schema]],
    ["an error without anything structured", [{ isError: true }, schema]],
    ["something that is not an object, as promised", [{ structuredContent: [1] }, { type: "array" }]],
  ];
  for (const [name, args] of silent)
    it(`without a warning: ${name}`, () => expect(checkOutput(...args, UNHURRIED)).toEqual([]));

  it("[P59] nothing structured is a warning, and the text is used", () => {
    expect(checkOutput({}, schema, UNHURRIED)).toEqual([
      "The tool has an output schema, but its result has no structuredContent; its text is used.",
    ]);
  });

  it("[P59] something else than promised is a warning", () => {
    expect(checkOutput({ structuredContent: { count: "1" } }, schema, UNHURRIED)).toEqual([
      'The result does not match the output schema: "count" must be an integer, but is a string.',
    ]);
    expect(checkOutput({ structuredContent: [] }, schema, UNHURRIED)).toEqual([
      "The result does not match the output schema: The structured content must be an object, but is an array.",
    ]);
  });

  it("[P57] a schema that is of no use is a warning", () => {
    const warning = expect.stringContaining("The schema cannot be used");
    for (const useless of [5, { $ref: "#" }, { $schema: "urn:unknown" }]) {
      expect(checkOutput({ structuredContent: {} }, useless, UNHURRIED)).toEqual([warning]);
    }
  });
});
