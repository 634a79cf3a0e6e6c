import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, it } from "vitest";

import { prepareArguments } from "../../src/call/arguments/prepare-arguments.ts";
import { prepareUnhurried } from "./unhurried.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("schemas in every dialect are understood", () => {
  const [prefixItems, items] = [[{ type: "integer" }], [{ type: "integer" }]];
  const cases: readonly (readonly [string, object, object])[] = [
    ["2020-12 when it does not say", {}, { prefixItems }],
    ["2020-12", { $schema: "https://json-schema.org/draft/2020-12/schema" }, { prefixItems }],
    ["2019-09", { $schema: "https://json-schema.org/draft/2019-09/schema#" }, { items }],
    ["draft-07", { $schema: "http://json-schema.org/draft-07/schema#" }, { items }],
    ["draft-06", { $schema: "http://json-schema.org/draft-06/schema" }, { items }],
    ["draft-04", { $schema: "http://json-schema.org/draft-04/schema#" }, { items }],
  ];
  it.each(cases)("[P58] %s", (_name, dialect, list) => {
    const schema = { ...dialect, properties: { list } };
    expect(prepareUnhurried({ list: ["1"] }, schema)).toEqual({ args: { list: [1] }, warnings: [] });
    expect(prepareUnhurried({ list: ["x"] }, schema)).toHaveProperty("problem");
  });

  it("[P58] draft-04 says with a truth value what later ones say with a number", () => {
    const n = { minimum: 1, exclusiveMinimum: true };
    const schema = { $schema: "http://json-schema.org/draft-04/schema#", properties: { n } };
    expect(prepareUnhurried({ n: 1 }, schema)).toHaveProperty("problem");
    expect(prepareUnhurried({ n: 2 }, schema)).toHaveProperty("args");
  });
});

describe("references", () => {
  it("[P60] within the schema are followed, also in circles and by name", () => {
    const schema = {
      $id: "https://example.com/tool.json",
      properties: {
        tree: { $ref: "#/$defs/tree" },
        name: { $ref: "#name" },
        again: { $ref: "https://example.com/tool.json#/$defs/name" },
      },
      $defs: {
        tree: { type: "object", properties: { leaf: { type: "integer" }, kids: { items: { $ref: "#/$defs/tree" } } } },
        name: { $anchor: "name", type: "integer" },
      },
    };
    const given = { tree: { kids: [{ kids: [{ leaf: "1" }] }] }, name: "2", again: "3" };
    const args = { tree: { kids: [{ kids: [{ leaf: 1 }] }] }, name: 2, again: 3 };
    expect(prepareUnhurried(given, schema)).toEqual({ args, warnings: [] });
  });

  it("[P60] out of the schema are never fetched; the rest is still checked", async () => {
    let requests = 0;
    await using server = createServer((_request, response) => {
      requests += 1;
      response.end('{"type":"integer"}');
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const $ref = `http://127.0.0.1:${port}/schema.json`;
    const schema = { properties: { a: { $ref }, b: { type: "integer" } } };
    const warnings = [`A part of the schema cannot be used: $ref "${$ref}"`];
    expect(prepareUnhurried({ a: "x", b: "1" }, schema)).toEqual({ args: { a: "x", b: 1 }, warnings });
    expect(prepareUnhurried({ a: "x", b: "y" }, schema)).toHaveProperty("problem");
    expect(requests).toBe(0);
  });
});

describe("a schema that is of no use costs a warning, not the call", () => {
  const deep = (levels: number) => JSON.parse(`${'{"items":'.repeat(levels)}{}${"}".repeat(levels)}`) as object;
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => {
      const $ref = `#/$defs/${index + 1}`;
      return [`${index}`, index === 59 ? {} : { allOf: [{ $ref }, { $ref }] }];
    }),
  );
  const nestedIds = (levels: number): object =>
    levels === 0 ? {} : { $id: `https://example.com/${levels}`, not: nestedIds(levels - 1) };
  const circular: { properties: Record<string, unknown> } = { properties: {} };
  circular.properties["self"] = circular;

  const cases: readonly (readonly [string, unknown])[] = [
    ["not an object", "integer"],
    ["an unknown dialect", { $schema: "https://example.com/dialect" }],
    ["no room for an object, which arguments are", { type: "string" }],
    ["keywords of the wrong type", { properties: { a: { anyOf: 5 } } }],
    ["a pattern for members that cannot be read", { patternProperties: { "((": {} } }],
    ["[P60] a reference to itself", { $ref: "#" }],
    ["[P60] a hundred thousand levels", { properties: { a: deep(100_000) } }],
    ["[P60] sixty thousand parts", { enum: Array.from({ length: 60_000 }, () => "x") }],
    ["a circle in memory", circular],
    ["[P60] references that double at each step", { $ref: "#/$defs/0", $defs: doubling }],
    ["[P60] identifiers that double at each step", { properties: { b: nestedIds(40) } }],
    ["[P60] a pattern that backtracks for years", { properties: { a: { pattern: "^(a+)+$" } } }],
  ];
  const given = { a: `${"a".repeat(60)}!` };
  it.each(cases)("%s", (_name, schema) => {
    const prepared = prepareArguments(given, schema, { longestMs: 100 });
    expect(prepared).toHaveProperty("args", given);
    expect(prepared.warnings).toEqual([expect.stringContaining("The schema cannot be used: ")]);
  });

  const partly: readonly (readonly [string, object, readonly string[]])[] = [
    [
      "a pattern of another language",
      { a: { pattern: String.raw`\A(?P<x>x)\Z` } },
      [String.raw`pattern "\\A(?P<x>x)\\Z"`],
    ],
    ["types as a model provider spells them", { a: { type: "STRING" } }, ['type "STRING"']],
    ["required as an old draft says it", { a: { required: true } }, ["required true"]],
    ["values to choose from that are no list", { a: { enum: "x" } }, ['enum "x"']],
    ["null as Go writes an empty list", { a: { required: null, enum: null, type: null, properties: null } }, []],
  ];
  it.each(partly)("%s: the rest is still checked", (_name, properties, unusable) => {
    const schema = { type: "object", properties: { ...properties, b: { type: "integer" } } };
    const warnings = unusable.map((what) => `A part of the schema cannot be used: ${what}`);
    expect(prepareUnhurried({ ...given, b: "1" }, schema)).toEqual({ args: { ...given, b: 1 }, warnings });
    expect(prepareUnhurried({ ...given, b: "x" }, schema)).toHaveProperty("problem");
  });

  it("a format describes and does not decide", () => {
    const schema = { properties: { at: { type: "string", format: "date-time" }, url: { format: "url" } } };
    const args = { at: "2026-01-01 10:00", url: "http://localhost:3000" };
    expect(prepareUnhurried(args, schema)).toEqual({ args, warnings: [] });
    const data = { properties: { a: { const: { format: "date-time" } } } };
    expect(prepareUnhurried({ a: { format: "date-time" } }, data)).toHaveProperty("args");
  });

  it("arguments a hundred thousand levels deep end, too", () => {
    const value: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    const schema = {
      properties: { a: { $ref: "#/$defs/list" } },
      $defs: { list: { items: { $ref: "#/$defs/list" } } },
    };
    expect(prepareUnhurried({ a: value }, schema).warnings).toHaveLength(1);
  });
});
