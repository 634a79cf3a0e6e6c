import { describe, expect, it } from "vitest";

import { checkAnswer, checkInput, initialContent, isUnanswerable, readFormFields } from "../../src/index.ts";

const one = (property: unknown, required: string[] = []) =>
  readFormFields({ type: "object", properties: { it: property }, required });

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
    [
      { type: "array", items: { oneOf: [{ const: "a", title: "An A" }] } },
      { type: "some-of", choices: [{ value: "a", title: "An A" }] },
    ],
    [
      { type: "string", anyOf: [{ const: "a", title: "" }, { title: "no value" }] },
      { type: "one-of", choices: [{ value: "a", title: "a" }] },
    ],
    [
      { type: "string", enum: ["a", "b", "c"], enumNames: ["An A", null] },
      {
        type: "one-of",
        choices: [
          { value: "a", title: "An A" },
          { value: "b", title: "b" },
          { value: "c", title: "c" },
        ],
      },
    ],
    [{ type: "string", enum: [], minLength: -1, maxLength: 0.5, pattern: null }, { type: "text" }],
  ])("%j is read as %j", (property, expected) => {
    expect(one(property)).toEqual([{ name: "it", title: "it", isRequired: false, ...expected }]);
  });

  it.each([{ type: "colour" }, { type: "array", items: { type: "number" } }, { type: "array" }, {}, "text", null])(
    "[R149] %j is read as unknown",
    (property) => {
      expect(one(property)).toEqual([
        { name: "it", title: "it", isRequired: false, type: "unknown", schema: property },
      ]);
    },
  );

  it("have their title and description, in the order of the schema", () => {
    const properties = {
      b: { type: "string", title: "Second", description: "why" },
      a: { type: "boolean", title: null },
    };
    expect(readFormFields({ properties, required: ["a"] })).toMatchObject([
      { name: "b", title: "Second", description: "why", isRequired: false },
      { name: "a", title: "a", isRequired: true },
    ]);
  });

  it("[R145] start with their defaults", () => {
    const properties = {
      text: { type: "string", default: "x" },
      list: { type: "array", items: { type: "string", enum: ["a"] }, default: ["a"] },
      no: { type: "boolean", default: false },
      none: { type: "integer", default: null },
      odd: { type: "colour", default: "red" },
    };
    expect(initialContent(readFormFields({ properties }))).toEqual({
      text: "x",
      list: ["a"],
      no: false,
    });
  });
});

const DATE_TIME = "must be a date and time with its zone, such as 2026-11-30T12:00:00Z";

describe("[R145] an answer", () => {
  it.each([
    [{ type: "string" }, "", undefined],
    [{ type: "string" }, 5, "must be text"],
    [{ type: "string", minLength: 2 }, "😀", "must have at least 2 characters"],
    [{ type: "string", maxLength: 1 }, "😀", undefined],
    [{ type: "string", maxLength: 1 }, "ab", "must have at most 1 character"],
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
    [{ type: "string", format: "date-time" }, "2026-11-30T24:00:00Z", DATE_TIME],
    [{ type: "string", format: "date-time" }, "2026-11-30", DATE_TIME],
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
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, ["c"], "must be choices from the list"],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, ["a", "a"], "must not repeat a choice"],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 2 },
      ["a"],
      "must have at least 2 choices",
    ],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 1 },
      ["a", "b"],
      "must have at most 1 choice",
    ],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, "a", "must be a list of choices"],
  ])("to %j of %j: %s", (property, value, problem) => {
    const problems = problem === undefined ? [] : [{ field: "it", message: `it ${problem}.` }];
    expect(checkAnswer(one(property), { it: value })).toEqual(problems);
    expect(checkInput(one(property), { it: value })).toEqual(problems);
  });

  it("is named by the title of its field", () => {
    expect(checkAnswer(one({ type: "integer", title: "Age", minimum: 18 }), { it: 17 })).toEqual([
      { field: "it", message: "Age must be at least 18." },
    ]);
  });

  it("has all required fields and no others", () => {
    for (const check of [checkAnswer, checkInput]) {
      expect(check(one({ type: "string" }, ["it"]), {})).toEqual([{ field: "it", message: "it is required." }]);
      expect(check(one({ type: "string" }), {})).toEqual([]);
      expect(check(one({ type: "string" }), { other: 1 })).toEqual([
        { field: "other", message: "other is not a field of this form." },
      ]);
      expect(check([], { toString: 1 })).toEqual([
        { field: "toString", message: "toString is not a field of this form." },
      ]);
    }
  });

  it("from the wire may leave out a default and hold empty values and unknown types", () => {
    expect(checkAnswer(one({ type: "boolean", default: false }, ["it"]), {})).toEqual([]);
    expect(checkAnswer(one({ type: "string" }, ["it"]), { it: "" })).toEqual([]);
    expect(checkAnswer(one({ type: "colour" }), { it: "red" })).toEqual([]);
  });

  it.each([
    [{ type: "string", default: "x" }, ""],
    [{ type: "array", items: { enum: ["a"] } }, []],
    [{ type: "boolean", default: false }, undefined],
  ])("as a person gave it fills each required field: %j of %j", (property, value) => {
    expect(checkInput(one(property, ["it"]), { it: value })).toEqual([{ field: "it", message: "it is required." }]);
    expect(checkInput(one(property), { it: value })).toEqual([]);
  });

  it("[R149] cannot be given by a person to a field of an unknown type", () => {
    const fields = one({ type: "colour" });
    expect(checkInput(fields, { it: "red" })[0]?.message).toBe("it has an unknown type and cannot be answered.");
    expect([isUnanswerable(fields), isUnanswerable(one({ type: "colour" }, ["it"]))]).toEqual([false, true]);
  });
});

describe("[K-08] a pattern", () => {
  const matches = (text: string, pattern: string) =>
    checkAnswer(one({ type: "string", pattern }), { it: text }).length === 0;

  it.each([
    "^(a+)+$",
    "^(a|aa)+$",
    "^(a|a){30}$",
    "^((a))*b*(a?){20}$",
    `^${"a?".repeat(60)}${"a".repeat(60)}$`,
    `^${"(a|a)".repeat(40)}$`,
    "a*a*a*a*a*b",
    `${"(".repeat(5_000)}a+${")+".repeat(5_000)}`,
  ])("that could take for ever is not tried: %.40s", (pattern) => {
    expect(matches(`${"a".repeat(60)}!`, pattern)).toBe(true);
  });

  it.each([
    ["^[a-z0-9]+(?:-[a-z0-9]+)?$", "some-slug", "Some Slug"],
    [String.raw`^[\w.%+-]+@[\w.-]+\.[A-Za-z]{2,}$`, "me@example.com", "me@example"],
    [String.raw`^v?\d+\.\d+\.\d+$`, "v1.2.3", "v1.2"],
    [String.raw`^(\d\d:)*\d\d$`, "12:30:15", "12:3"],
    [String.raw`^\p{Lu}`, "Ärger", "ärger"],
  ])("in use is tried: %s", (pattern, good, bad) => {
    expect([matches(good, pattern), matches(bad, pattern)]).toEqual([true, false]);
  });
});
