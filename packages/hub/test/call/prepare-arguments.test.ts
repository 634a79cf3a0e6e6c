import { describe, expect, it } from "vitest";

import { compileSchema } from "../../src/call/schema/compile-schema.ts";
import { describeProblems } from "../../src/call/schema/describe-problems.ts";
import { prepareUnhurried } from "./unhurried.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const node = {
  type: "object",
  properties: { depth: { type: "integer", minimum: 1 }, kids: { type: "array", items: { $ref: "#/$defs/node" } } },
  additionalProperties: false,
};

const schema = {
  type: "object",
  properties: {
    path: { type: "string" },
    limit: { type: "integer" },
    ratio: { type: "number" },
    deep: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    state: { enum: ["open", "closed"] },
    maybe: { type: ["integer", "null"] },
    either: { anyOf: [{ type: "string" }, { type: "integer" }] },
    some: { anyOf: [{ const: "all" }, { type: "array", items: { type: "integer" } }] },
    tree: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] },
    pair: { type: "array", prefixItems: [{ type: "integer" }, { type: "boolean" }] },
    counts: { type: "object", additionalProperties: { type: "integer" } },
    anything: {},
  },
  additionalProperties: false,
  $defs: { node },
};

describe("arguments that models get wrong are corrected where the schema shows what was meant", () => {
  const cases: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
    ["[P-07] a list as a string", { tags: '["a"]' }, { tags: ["a"] }],
    ["[P-07] an integer as a string", { limit: "5" }, { limit: 5 }],
    ["[P-07] an integer with a point", { limit: "5.0" }, { limit: 5 }],
    ["[P-07] a number as a string", { ratio: " -0.5e1 " }, { ratio: -5 }],
    ["[P-07] a truth value as a string", { deep: "false" }, { deep: false }],
    ["[P71] an object as a string, and what is in it", { tree: '{"depth":"3"}' }, { tree: { depth: 3 } }],
    [
      "a list in a list in a string",
      { tree: '{"kids":"[{\\"depth\\":\\"2\\"}]"}' },
      { tree: { kids: [{ depth: 2 }] } },
    ],
    ["items of a tuple, each by its own schema", { pair: ["1", "true"] }, { pair: [1, true] }],
    ["members that have no name in the schema", { counts: { a: "1", b: 2 } }, { counts: { a: 1, b: 2 } }],
    ["a branch of a union that has no room for the string", { some: "[1]" }, { some: [1] }],
    ["[P71] null for an optional parameter", { path: null, limit: null }, {}],
    ["[P71] the word null for an optional parameter", { limit: "null", state: "null" }, {}],
    ["the word null where null is a value", { maybe: "null" }, { maybe: null }],
  ];
  it.each(cases)("%s", (_name, given, args) => {
    expect(prepareUnhurried(given, schema)).toEqual({ args, warnings: [] });
  });
});

describe("a value that fits is not touched", () => {
  const cases: readonly (readonly [string, Record<string, unknown>])[] = [
    ["[P-10] JSON in a string parameter", { path: '{"a":1}' }],
    ["[P-10] a number, a truth value, null in a string parameter", { path: "5" }],
    ["[P-10] null in a string parameter", { path: "null" }],
    ["[P71] an empty string", { path: "" }],
    ["a string where a string or an integer may stand", { either: "5" }],
    ["a string where anything may stand", { anything: "[1]" }],
    ["null where null may stand", { maybe: null, anything: null }],
  ];
  it.each(cases)("%s", (_name, given) => {
    // `limit` has to be put right, so the whole is read and rewritten around the value.
    expect(prepareUnhurried({ ...given, limit: "1" }, schema)).toEqual({ args: { ...given, limit: 1 }, warnings: [] });
    expect(prepareUnhurried(given, schema)).toHaveProperty("args", given);
  });

  it("and neither is what a model or a server called __proto__", () => {
    const given: unknown = JSON.parse('{"__proto__":{"limit":"1"},"limit":"2"}');
    const prepared = prepareUnhurried(given, { properties: { limit: { type: "integer" } } });
    expect(JSON.stringify(prepared)).toBe('{"args":{"__proto__":{"limit":"1"},"limit":2},"warnings":[]}');
  });
});

describe("what was meant is not guessed", () => {
  it("a number that would lose digits stays a string, and the model gets a note", () => {
    expect(prepareUnhurried({ limit: "12345678901234567890" }, schema)).toHaveProperty("problem");
  });

  it("null for a required parameter is a problem", () => {
    expect(prepareUnhurried({ a: null }, { properties: { a: { type: "string" } }, required: ["a"] })).toMatchObject({
      problem: expect.stringContaining('"a" must be a string, but is null.'),
    });
  });
});

describe("the arguments as a whole", () => {
  it("[P71] are an empty object when they are omitted", () => {
    for (const args of [undefined, null]) expect(prepareUnhurried(args, schema)).toEqual({ args: {}, warnings: [] });
  });

  it("[P71] may come in one string", () => {
    expect(prepareUnhurried('{"limit":"5"}', schema)).toEqual({ args: { limit: 5 }, warnings: [] });
  });

  it("have to be an object", () => {
    for (const args of ["x", "[]", [], 5, true]) {
      expect(prepareUnhurried(args, schema)).toMatchObject({ problem: expect.stringContaining("must be an object") });
    }
  });

  it("[P-09] pass where the schema says nothing", () => {
    for (const empty of [undefined, null, true, {}, []]) {
      expect(prepareUnhurried({ a: "1" }, empty)).toEqual({ args: { a: "1" }, warnings: [] });
    }
  });

  it("[P-09] fit a union at the top of the schema", () => {
    const shapes = {
      oneOf: [
        { properties: { kind: { const: "square" }, width: { type: "number" } }, required: ["kind", "width"] },
        { properties: { kind: { const: "circle" }, radius: { type: "number" } }, required: ["kind", "radius"] },
      ],
    };
    expect(prepareUnhurried({ kind: "circle", radius: "2" }, shapes)).toHaveProperty("args.radius", 2);
    expect(prepareUnhurried({ kind: "circle", radius: "big" }, shapes)).toMatchObject({
      problem: expect.stringMatching(/schema\. "radius" must be a number, but is a string\.$/),
    });
  });

  it("leave the schema as it was, also a frozen one", () => {
    const frozen = Object.freeze({ properties: Object.freeze({ a: Object.freeze({ type: "integer" }) }) });
    expect(prepareUnhurried({ a: "1" }, frozen)).toEqual({ args: { a: 1 }, warnings: [] });
    expect(Object.getOwnPropertyNames(frozen)).toEqual(["properties"]);
  });
});

describe("a problem tells the model what to do", () => {
  const required = { ...schema, required: ["path"] };
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["the type that is expected", { path: "", limit: "ten" }, '"limit" must be an integer, but is a string.'],
    ["the types that are expected", { path: "", maybe: [] }, '"maybe" must be an integer or null, but is an array.'],
    ["the place in a list", { path: "", tags: ["a", 1] }, '"tags[1]" must be a string, but is a number.'],
    ["the place in a union", { path: "", tree: { kids: [{ depth: 0 }] } }, '"tree.kids[0].depth" must be at least 1.'],
    ["the inside of a string, not its quotes", { path: "", tree: '{"depth":"x"}' }, '"tree.depth" must be an integer'],
    ["the values to choose from", { path: "", state: "x" }, '"state" must be one of "open", "closed".'],
    ["the value that was meant", { path: "", state: "Opened" }, 'Did you mean "open"?'],
    ["what is missing", {}, '"path" is required, but missing (a string).'],
    [
      "what was given in its place",
      { file_path: "" },
      '"path" is required, but missing (a string); "file_path" is not known.',
    ],
    ["the name that was meant", { path: "", limti: 1 }, '"limti" is not known. Did you mean "limit"?'],
    ["the names there are", { path: "", x: 1 }, '"x" is not known. Known names: path, limit,'],
  ];
  it.each(cases)("%s", (_name, given, words) => {
    expect(prepareUnhurried(given, required)).toMatchObject({ problem: expect.stringContaining(words) });
  });

  it("every limit as a sentence", () => {
    const limits = {
      properties: {
        a: { maximum: 1 },
        b: { exclusiveMinimum: 1 },
        c: { exclusiveMaximum: 1 },
        d: { multipleOf: 2 },
        e: { minLength: 2 },
        f: { maxLength: 2 },
        g: { pattern: "^x" },
        h: { minItems: 2 },
        i: { maxItems: 0 },
        j: { uniqueItems: true },
        k: { const: 1 },
        l: { not: {} },
        m: false,
        n: { contains: { const: 1 } },
      },
    };
    const given = {
      a: 2,
      b: 1,
      c: 1,
      d: 3,
      e: "x",
      f: "xxx",
      g: "y",
      h: [1],
      i: [1],
      j: [1, 1],
      k: 2,
      l: 1,
      m: 1,
      n: [],
    };
    const problems = Object.entries(given).map(([name, value]) => {
      const prepared = prepareUnhurried({ [name]: value }, limits);
      return "problem" in prepared ? prepared.problem.split("match its schema. ")[1] : prepared;
    });
    expect(problems).toMatchInlineSnapshot(`
      [
        ""a" must be at most 1.",
        ""b" must be more than 1.",
        ""c" must be less than 1.",
        ""d" must be a multiple of 2.",
        ""e" must be at least 2 characters long.",
        ""f" must be at most 2 characters long.",
        ""g" must match the pattern ^x.",
        ""h" must have at least 2 items.",
        ""i" must have at most 0 items.",
        ""j" must not contain duplicate items.",
        ""k" must be 1.",
        ""l" has a value that is not allowed.",
        ""m" is not allowed.",
        ""n" does not match its schema (contains: Array is empty. It must contain at least one item matching the schema.).",
      ]
    `);
  });

  it("all problems at once, but not a hundred, and none of the values", () => {
    const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
    const many = { properties: Object.fromEntries(names.map((name) => [name, { type: "integer" }])) };
    const prepared = prepareUnhurried(Object.fromEntries(names.map((name) => [name, "secret"])), many);
    expect("problem" in prepared && prepared.problem.split("\n")).toHaveLength(10);
    expect("problem" in prepared && prepared.problem).toContain("And 92 more.");
    expect(JSON.stringify(prepared)).not.toContain("secret");
  });

  it("the first problem when there are more than can be collected", () => {
    // Asked without the time limit, which a slow machine might reach.
    const schema = compileSchema({ properties: { list: { items: { type: "integer" } } } });
    const args = { list: Array.from({ length: 200_000 }, () => "x") };
    expect(describeProblems(args, schema, "It")[0]).toBe('"list[0]" must be an integer, but is a string.');
  });
});
