/**
 * Schemas as servers really send them, each hard for some provider.
 */

export interface HardSchema {
  readonly what: string;
  readonly schema: unknown;
  /** Arguments that the tool takes, and that must still be possible to say. */
  readonly takes?: Readonly<Record<string, unknown>>;
}

function withProperty(schema: unknown, more: object = {}): object {
  return { type: "object", properties: { x: schema }, ...more };
}

function nested(depth: number): unknown {
  return depth === 0 ? { type: "string" } : withProperty(nested(depth - 1), { required: ["x"] });
}

function value(depth: number): unknown {
  return depth === 0 ? "a" : { x: value(depth - 1) };
}

const POINT = { type: "object", properties: { x: { type: "number" }, y: { type: "number" } }, required: ["x", "y"] };

/** Each definition uses the next one twice: written out, there are a million. */
const DOUBLING = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => {
    const $ref = `#/$defs/d${index + 1}`;
    return [`d${index}`, { type: "object", properties: { left: { $ref }, right: { $ref } } }];
  }),
);

export const corpus: readonly HardSchema[] = [
  { what: "nothing", schema: undefined },
  { what: "null", schema: null },
  { what: "an empty object", schema: {} },
  { what: "an empty list, as PHP writes an empty object", schema: [] },
  { what: "true", schema: true },
  { what: "false", schema: false },
  { what: "an object without properties", schema: { type: "object" } },
  { what: "properties that are an empty list", schema: { type: "object", properties: [] } },
  {
    what: "no type at the root",
    schema: { properties: { x: { type: "string" } }, required: ["x"] },
    takes: { x: "a" },
  },
  { what: "another type at the root", schema: { type: "string" } },
  {
    what: "a list of types at the root",
    schema: { type: ["object", "null"], properties: { x: { type: "string" } } },
    takes: { x: "a" },
  },
  { what: "a type that does not exist", schema: withProperty({ type: "any" }), takes: { x: 1 } },
  { what: "types of other languages", schema: withProperty({ type: "int" }), takes: { x: 1 } },
  {
    what: "a list of types",
    schema: withProperty({ type: ["string", "integer"], minimum: 1, minLength: 1 }),
    takes: { x: 2 },
  },
  {
    what: "a list of types, one of them a list",
    schema: withProperty({ type: ["array", "string"] }),
    takes: { x: ["a"] },
  },
  {
    what: "a type or null",
    schema: withProperty({ type: ["string", "null"] }, { required: ["x"] }),
    takes: { x: "a" },
  },
  { what: "a type, nullable", schema: withProperty({ type: "number", nullable: true }), takes: { x: 1 } },
  { what: "an enum of numbers", schema: withProperty({ enum: [1, 2, 3] }), takes: { x: 2 } },
  {
    what: "an enum of a type with null",
    schema: withProperty({ type: ["string", "null"], enum: ["a", "b", null] }),
    takes: { x: "b" },
  },
  {
    what: "an enum with an empty string",
    schema: withProperty({ type: "string", enum: ["", "a"] }),
    takes: { x: "a" },
  },
  { what: "an enum of everything", schema: withProperty({ enum: ["a", 1, true, null] }), takes: { x: 1 } },
  { what: "an enum twice the same", schema: withProperty({ enum: ["a", "a"] }), takes: { x: "a" } },
  { what: "an enum of nothing", schema: withProperty({ enum: [] }), takes: { x: "a" } },
  { what: "a constant", schema: withProperty({ const: "fixed" }), takes: { x: "fixed" } },
  { what: "a constant that is a number", schema: withProperty({ const: 7 }), takes: { x: 7 } },
  { what: "a list without items", schema: withProperty({ type: "array" }), takes: { x: ["a"] } },
  { what: "a list of anything", schema: withProperty({ type: "array", items: {} }), takes: { x: ["a"] } },
  {
    what: "a list of items with places",
    schema: withProperty({ type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false }),
    takes: { x: ["a", 1] },
  },
  {
    what: "a list of items with places, as draft 7 writes it",
    schema: withProperty({ type: "array", items: [{ type: "string" }, { type: "number" }] }),
    takes: { x: ["a", 1] },
  },
  { what: "any value", schema: withProperty({}), takes: { x: { a: [1] } } },
  { what: "any value, as true", schema: withProperty(true), takes: { x: "a" } },
  { what: "a property that may not be", schema: withProperty(false) },
  {
    what: "a map",
    schema: withProperty({ type: "object", additionalProperties: { type: "integer" } }),
    takes: { x: { a: 1 } },
  },
  {
    what: "patterns for names",
    schema: withProperty({ type: "object", patternProperties: { "^a": { type: "string" }, "^b": { type: "number" } } }),
    takes: { x: { a: "a" } },
  },
  {
    what: "a rule for names",
    schema: withProperty({ type: "object", propertyNames: false }, { propertyNames: { type: "integer" } }),
  },
  {
    what: "an alternative",
    schema: withProperty({ oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }),
    takes: { x: ["a"] },
  },
  {
    what: "an alternative with a common part",
    schema: withProperty({
      type: "object",
      description: "where",
      properties: { a: { type: "string" } },
      anyOf: [{ required: ["a"] }, { properties: { b: { type: "number" } } }],
    }),
    takes: { x: { a: "a" } },
  },
  {
    what: "alternatives at the root",
    schema: {
      type: "object",
      oneOf: [
        { properties: { id: { type: "string" } }, required: ["id"] },
        { properties: { name: { type: "string" } }, required: ["name"] },
      ],
    },
    takes: { name: "a" },
  },
  {
    what: "several parts at the root",
    schema: { allOf: [POINT, withProperty({ maximum: 9 }), { required: ["x"] }] },
    takes: { x: 1, y: 2 },
  },
  {
    what: "several parts inside",
    schema: withProperty({ allOf: [POINT, { properties: { z: { type: "number" } } }] }),
    takes: { x: { x: 1, y: 2, z: 3 } },
  },
  {
    what: "conditions",
    schema: withProperty(
      { type: "string" },
      JSON.parse('{"if":{"properties":{"x":{"const":"a"}}},"then":{"required":["y"]},"else":false}'),
    ),
    takes: { x: "b" },
  },
  {
    what: "what may not be",
    schema: withProperty({ not: { type: "string" } }, { not: { required: ["y"] } }),
    takes: { x: 1 },
  },
  {
    what: "definitions",
    schema: withProperty({ $ref: "#/$defs/Point" }, { $defs: { Point: POINT } }),
    takes: { x: { x: 1, y: 2 } },
  },
  {
    what: "definitions of draft 7, with words beside",
    schema: withProperty(
      { $ref: "#/definitions/My%20Point", description: "where" },
      { definitions: { "My Point": POINT } },
    ),
    takes: { x: { x: 1, y: 2 } },
  },
  {
    what: "definitions whose names look alike",
    schema: {
      type: "object",
      properties: { x: { $ref: "#/$defs/a b" }, y: { $ref: "#/$defs/ab" } },
      $defs: { "a b": { type: "string" }, ab: { type: "number" } },
    },
    takes: { x: "a", y: 1 },
  },
  {
    what: "a reference to another property",
    schema: { type: "object", properties: { from: POINT, to: { $ref: "#/properties/from" } } },
    takes: { to: { x: 1, y: 2 } },
  },
  {
    what: "a reference at the root",
    schema: { $ref: "#/$defs/Args", $defs: { Args: withProperty({ type: "string" }) } },
    takes: { x: "a" },
  },
  {
    what: "a tree that holds itself",
    schema: {
      type: "object",
      properties: { tree: { $ref: "#/$defs/Node" } },
      $defs: {
        Node: {
          type: "object",
          properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/Node" } } },
          required: ["name"],
        },
      },
    },
    takes: { tree: { name: "a", children: [{ name: "b" }] } },
  },
  {
    what: "a root that holds itself",
    schema: { type: "object", properties: { also: { $ref: "#" }, x: { type: "string" } } },
    takes: { also: { x: "a" } },
  },
  {
    what: "references in a circle",
    schema: withProperty({ $ref: "#/$defs/a" }, { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }),
    takes: { x: 1 },
  },
  {
    what: "a part that is made of itself",
    schema: withProperty(
      { $ref: "#/$defs/a" },
      { $defs: { a: { type: "object", allOf: [{ $ref: "#/$defs/a" }, POINT] } } },
    ),
    takes: { x: { x: 1, y: 2 } },
  },
  {
    what: "references to nothing and to elsewhere",
    schema: {
      type: "object",
      properties: { x: { $ref: "#/$defs/none" }, y: { $ref: "https://example.com/schema.json" } },
    },
    takes: { x: 1, y: "a" },
  },
  {
    what: "definitions that double",
    schema: withProperty({ $ref: "#/$defs/d0" }, { $defs: { ...DOUBLING, d20: { type: "string" } } }),
    takes: { x: { left: {} } },
  },
  {
    what: "formats",
    schema: {
      type: "object",
      properties: {
        a: { type: "string", format: "uri" },
        b: { type: "string", format: "date-time" },
        c: { type: "integer", format: "uint64" },
      },
    },
    takes: { a: "https://a.example" },
  },
  {
    what: "limits of all kinds",
    schema: {
      type: "object",
      properties: {
        n: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 0.5 },
        s: { type: "string", minLength: 1, maxLength: 5, pattern: "^(?=a)[a-z]+$" },
        l: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3, uniqueItems: true },
      },
    },
    takes: { n: 1, s: "ab", l: ["a"] },
  },
  {
    what: "limits of draft 4",
    schema: withProperty({ type: "number", minimum: 0, exclusiveMinimum: true }),
    takes: { x: 1 },
  },
  {
    what: "limits that are no numbers",
    schema: withProperty({ type: "string", minLength: "1", maxLength: -1, pattern: "(" }),
    takes: { x: "a" },
  },
  {
    what: "required that is no list",
    schema: { type: "object", properties: { x: { type: "string", required: true } }, required: true },
    takes: { x: "a" },
  },
  {
    what: "required that is not there",
    schema: withProperty({ type: "string" }, { required: ["x", "gone", 7] }),
    takes: { x: "a" },
  },
  {
    what: "properties of a text",
    schema: withProperty({ type: "string", properties: { y: {} }, items: {}, required: ["y"] }),
    takes: { x: "a" },
  },
  {
    what: "names that are not words",
    schema: {
      type: "object",
      properties: { "x-y.z": { type: "string" }, $filter: { type: "string" }, größe: { type: "number" } },
      required: ["x-y.z"],
    },
    takes: { "x-y.z": "a" },
  },
  {
    what: "names of objects themselves",
    schema: JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"x":{"type":"string"}}}',
    ),
    takes: { x: "a" },
  },
  { what: "forty objects inside each other", schema: nested(40), takes: { x: value(39) } },
  {
    what: "unknown keywords",
    schema: withProperty(
      { type: "string", "x-order": 1, $comment: "no", title: 7, description: ["no"], examples: "no", default: "d" },
      { $schema: "http://json-schema.org/draft-07/schema#", $id: "a" },
    ),
    takes: { x: "a" },
  },
];
