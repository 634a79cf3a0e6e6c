/**
 * Tools as servers really list them, though they should not, or though hosts wish they would not.
 */

import type { ToolScript } from "./script.ts";

/** Entries of a tool list that are no tools. For `misbehaviour.toolListEntries`. */
export const malformedTools = {
  missingInputSchema: { name: "missing-input-schema", description: "Has no inputSchema" },
  inputSchemaIsArray: { name: "input-schema-is-array", inputSchema: [] },
  inputSchemaWithoutType: { name: "input-schema-without-type", inputSchema: {} },
  missingName: { description: "Has no name", inputSchema: { type: "object" } },
  emptyName: { name: "", inputSchema: { type: "object" } },
  numericName: { name: 7, inputSchema: { type: "object" } },
  descriptionIsObject: { name: "description-is-object", description: {}, inputSchema: { type: "object" } },
  notAnObject: "a tool, by name only",
  nothing: null,
} as const;

/** Names that are allowed, or nearly, and that models' providers refuse. They can be called. */
export const oddlyNamedTools = {
  dots: { name: "files.read.text" },
  slashes: { name: "files/read" },
  spaces: { name: "read the file" },
  unicode: { name: "datei_öffnen_📂" },
  /** 128 characters: the longest allowed, and twice what providers take. */
  longest: { name: "a".repeat(128) },
  tooLong: { name: "b".repeat(300) },
  /** These two are one name once everything odd has become an underscore. */
  collidingDash: { name: "read-file" },
  collidingUnderscore: { name: "read_file" },
} as const satisfies Record<string, ToolScript>;

/** Schemas that are right, and hard. Each tool echoes. */
export const oddSchemaTools = {
  references: {
    name: "schema-references",
    inputSchema: {
      type: "object",
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" }, value: { type: "string" } } } },
      properties: { list: { $ref: "#/$defs/node", description: "A reference with a sibling" } },
    },
  },
  draft2020: {
    name: "schema-2020-12",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
        count: { type: ["integer", "null"], exclusiveMinimum: 0 },
        mode: { const: "fast" },
      },
      dependentRequired: { count: ["mode"] },
      unevaluatedProperties: false,
    },
  },
  draft07: {
    name: "schema-draft-07",
    inputSchema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object", definitions: {} },
  },
  topLevelUnion: {
    name: "schema-top-level-union",
    inputSchema: {
      type: "object",
      oneOf: [{ properties: { path: { type: "string" } } }, { properties: { url: { type: "string" } } }],
    },
  },
  /** To compile it, a validator would have to fetch something. Nothing listens there. */
  networkReference: {
    name: "schema-network-reference",
    outputSchema: { type: "object", $ref: "http://127.0.0.1:9/schema.json" },
  },
  unknownDialect: {
    name: "schema-unknown-dialect",
    outputSchema: { $schema: "https://example.com/our-own-dialect", type: "object" },
  },
} as const satisfies Record<string, ToolScript>;
