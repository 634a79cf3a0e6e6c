import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareUnhurried } from "./unhurried.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

/** A kind of parameter: its schema, values that fit it, and whether it is text. */
interface Kind {
  readonly schema: object;
  readonly values: fc.Arbitrary<unknown>;
  readonly isText: boolean;
}

const text: Kind = { schema: { type: "string" }, values: fc.oneof(fc.string(), fc.json()), isText: true };
const scalars: readonly Kind[] = [
  { schema: { type: "integer" }, values: fc.maxSafeInteger(), isText: false },
  // Adding zero turns -0, which JSON does not have, into 0.
  {
    schema: { type: "number" },
    values: fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((n) => n + 0),
    isText: false,
  },
  { schema: { type: "boolean" }, values: fc.boolean(), isText: false },
  { schema: { type: ["integer", "null"] }, values: fc.option(fc.nat()), isText: false },
  { schema: { anyOf: [{ $ref: "#/$defs/count" }, { type: "null" }] }, values: fc.option(fc.nat()), isText: false },
];
const kinds: readonly Kind[] = [
  text,
  ...scalars,
  ...[text, ...scalars].map(({ schema, values }) => ({
    schema: { type: "array", items: schema },
    values: fc.array(values, { maxLength: 4 }),
    isText: false,
  })),
  ...[text, ...scalars].map(({ schema, values }) => ({
    schema: { type: "object", properties: { inner: schema }, required: ["inner"] },
    values: fc.record({ inner: values }),
    isText: false,
  })),
];

const tools = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 }).map((chosen) => {
  const named = chosen.map((kind, index) => [`p${index}`, kind] as const);
  const properties = Object.fromEntries(named.map(([name, { schema }]) => [name, schema]));
  return {
    named,
    schema: { type: "object", properties, additionalProperties: false, $defs: { count: { type: "integer" } } },
    valid: fc.record(Object.fromEntries(named.map(([name, { values }]) => [name, values])), { requiredKeys: [] }),
  };
});
const calls = tools.chain((tool) => tool.valid.map((args) => ({ ...tool, args })));

describe("for any tool", () => {
  it("arguments that fit are passed on as they are", () => {
    fc.assert(
      fc.property(calls, ({ schema, args }) => {
        const prepared = prepareUnhurried(args, schema);
        expect("args" in prepared && prepared.args).toBe(args);
      }),
    );
  });

  it("[P-07] arguments written as strings are what they would have been, and strings stay strings", () => {
    fc.assert(
      fc.property(calls, ({ named, schema, args }) => {
        const isText = new Map<string, boolean>(named.map(([name, kind]) => [name, kind.isText]));
        const entries = Object.entries(args);
        const written = entries.map(([name, value]) => [name, isText.get(name) ? value : JSON.stringify(value)]);
        expect(prepareUnhurried(Object.fromEntries(written), schema)).toEqual({ args: { ...args }, warnings: [] });
      }),
    );
  });

  it("preparing prepared arguments changes nothing", () => {
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.json({ maxDepth: 3 }));
    const given = fc.dictionary(fc.constantFrom("p0", "p1", "p2", "p3"), anything);
    fc.assert(
      fc.property(tools, given, ({ schema }, args) => {
        const once = prepareUnhurried(args, schema);
        if (!("args" in once)) return;
        const twice = prepareUnhurried(once.args, schema);
        expect("args" in twice && twice.args).toBe(once.args);
      }),
    );
  });
});
