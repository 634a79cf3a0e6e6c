import type { ElicitationSchema } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";

import { checkAnswer } from "../../src/elicitation/check-answer.ts";
import { fieldsOf, initialContent } from "../../src/elicitation/form-field.ts";
import { matchesPattern } from "../../src/elicitation/text-pattern.ts";

const one = (property: unknown, required: string[] = []): ElicitationSchema =>
  ({ type: "object", properties: { it: property }, required }) as ElicitationSchema;

describe("a form's fields", () => {
  it.each([
    [{ type: "string" }, { type: "text" }],
    [
      { type: "string", format: "email", minLength: 1, maxLength: 9, pattern: "^a", default: "a@b" },
      { type: "text", format: "email", minLength: 1, maxLength: 9, pattern: "^a", initial: "a@b" },
    ],
    [
      { type: "number", minimum: 0, maximum: 1, default: 0.5 },
      { type: "number", minimum: 0, maximum: 1, initial: 0.5 },
    ],
    [
      { type: "integer", default: 3 },
      { type: "integer", initial: 3 },
    ],
    [
      { type: "boolean", default: false },
      { type: "yes-no", initial: false },
    ],
    [
      { type: "string", enum: ["a", "b"] },
      {
        type: "one-of",
        choices: [
          { value: "a", title: "a" },
          { value: "b", title: "b" },
        ],
      },
    ],
    [
      { type: "string", oneOf: [{ const: "a", title: "An A", description: "first" }], default: "a" },
      { type: "one-of", choices: [{ value: "a", title: "An A", description: "first" }], initial: "a" },
    ],
    [
      { type: "array", items: { type: "string", enum: ["a"] }, minItems: 1, default: ["a"] },
      { type: "some-of", choices: [{ value: "a", title: "a" }], minItems: 1, initial: ["a"] },
    ],
    [
      { type: "array", items: { anyOf: [{ const: "a", title: "An A" }] }, maxItems: 2 },
      { type: "some-of", choices: [{ value: "a", title: "An A" }], maxItems: 2 },
    ],
  ])("%j is read as %j", (property, expected) => {
    expect(fieldsOf(one(property))).toEqual([{ name: "it", title: "it", isRequired: false, ...expected }]);
  });

  it.each([{ type: "colour" }, { type: "array", items: { type: "number" } }, { type: "array" }, {}, "text", null])(
    "[R149] %j is shown as what it is: unknown",
    (property) => {
      expect(fieldsOf(one(property))).toEqual([
        { name: "it", title: "it", isRequired: false, type: "unknown", schema: property },
      ]);
    },
  );

  it("have their title and description, in the order in which they were written", () => {
    const properties = {
      b: { type: "string", title: "Second", description: "why" },
      a: { type: "boolean", title: null },
    };
    expect(fieldsOf({ properties, required: ["a"] })).toMatchObject([
      { name: "b", title: "Second", description: "why", isRequired: false },
      { name: "a", title: "a", isRequired: true },
    ]);
  });

  it("[R145] begin with their defaults", () => {
    const properties = {
      text: { type: "string", default: "x" },
      list: { type: "array", items: { type: "string", enum: ["a"] }, default: ["a"] },
      no: { type: "boolean", default: false },
      none: { type: "integer", default: null },
      odd: { type: "colour", default: "red" },
    };
    expect(initialContent(fieldsOf({ properties }))).toEqual({
      text: "x",
      list: ["a"],
      no: false,
    });
  });
});

describe("[R145] an answer", () => {
  it.each([
    [{ type: "string" }, "", undefined],
    [{ type: "string" }, 5, "must be a text"],
    [{ type: "string", minLength: 2 }, "😀", "must have at least 2 characters"],
    [{ type: "string", maxLength: 1 }, "😀", undefined],
    [{ type: "string", maxLength: 1 }, "ab", "must have at most 1 characters"],
    [{ type: "string", pattern: "^a+$" }, "aa", undefined],
    [{ type: "string", pattern: "^a+$" }, "ab", "must match ^a+$"],
    [{ type: "string", pattern: "(" }, "anything", undefined],
    [{ type: "string", format: "email" }, "me@example.com", undefined],
    [{ type: "string", format: "email" }, "me@", "must be an email address"],
    [{ type: "string", format: "uri" }, "https://example.com/a?b", undefined],
    [{ type: "string", format: "uri" }, "example.com", "must be a URI, such as https://example.com"],
    [{ type: "string", format: "date" }, "2028-02-29", undefined],
    [{ type: "string", format: "date" }, "2026-02-30", "must be a date, such as 2026-11-30"],
    [{ type: "string", format: "date-time" }, "2026-11-30T23:59:60.5+02:00", undefined],
    [{ type: "string", format: "date-time" }, "2026-11-30T24:00:00Z", expect.stringContaining("date and time")],
    [{ type: "string", format: "date-time" }, "2026-11-30", expect.stringContaining("date and time")],
    [{ type: "string", format: "telephone" }, "anything", undefined],
    [{ type: "number", minimum: 1, maximum: 2 }, 1.5, undefined],
    [{ type: "number", minimum: 1 }, 0, "must be at least 1"],
    [{ type: "number", maximum: 1 }, 2, "must be at most 1"],
    [{ type: "number" }, Number.NaN, "must be a number"],
    [{ type: "number" }, "1", "must be a number"],
    [{ type: "integer" }, 1.5, "must be a whole number"],
    [{ type: "integer" }, 2, undefined],
    [{ type: "boolean" }, false, undefined],
    [{ type: "boolean" }, "no", "must be yes or no"],
    [{ type: "string", enum: ["a"] }, "a", undefined],
    [{ type: "string", enum: ["a"] }, "b", "must be one of the choices"],
    [{ type: "string", oneOf: [{ const: "a", title: "A" }] }, "A", "must be one of the choices"],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, ["b"], undefined],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, ["c"], "must be some of the choices"],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, ["a", "a"], "must not have a choice twice"],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 2 },
      ["a"],
      "must have at least 2 of the choices",
    ],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 1 },
      ["a", "b"],
      "must have at most 1 of the choices",
    ],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, "a", "must be a list of choices"],
    [{ type: "colour" }, "red", "is of a type that is not known here, and cannot be answered"],
  ])("to %j of %j: %s", (property, value, problem) => {
    expect(checkAnswer(one(property), { it: value })[0]?.message).toEqual(problem);
  });

  it("must be there where it is required, and only where it was asked for", () => {
    expect(checkAnswer(one({ type: "string" }, ["it"]), {})).toEqual([{ field: "it", message: "is required" }]);
    expect(checkAnswer(one({ type: "string" }, ["it"]), { it: "" })).toEqual([{ field: "it", message: "is required" }]);
    expect(checkAnswer(one({ type: "string" }), {})).toEqual([]);
    expect(checkAnswer(one({ type: "string" }), { other: 1 })).toEqual([
      { field: "other", message: "was not asked for" },
    ]);
    expect(checkAnswer({}, { toString: 1 })).toEqual([{ field: "toString", message: "was not asked for" }]);
  });

  it("a pattern made to take for ever ends", () => {
    expect(matchesPattern(`${"a".repeat(60)}!`, "^(a+)+$")).toBe(true);
  });
});
