/**
 * The dialects, from what the providers document and from what they have been seen to refuse [P-02, P-03, P-05, P-08, P-09].
 */

import type { SchemaDialect } from "./dialect.ts";

const ANNOTATIONS = ["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"];
const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const STRINGS = ["minLength", "maxLength", "pattern", "format"];
const ARRAYS = ["items", "minItems", "maxItems", "uniqueItems"];
const OBJECTS = ["properties", "required", "additionalProperties", "minProperties", "maxProperties"];
const VALUES = ["type", "enum", "const"];

/**
 * Any valid schema of draft 2020-12, except that the root is a plain object and the names of properties are short.
 * https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use
 */
export const anthropicDialect: SchemaDialect = {
  name: "anthropic",
  keywords: new Set([
    ...ANNOTATIONS,
    ...NUMBERS,
    ...STRINGS,
    ...ARRAYS,
    ...OBJECTS,
    ...VALUES,
    "prefixItems",
    "contains",
    "patternProperties",
    "propertyNames",
    "dependentRequired",
    "anyOf",
    "oneOf",
    "not",
    "$ref",
    "$defs",
  ]),
  references: "kept",
  hasTypeLists: true,
  enums: "any value",
  hasEmptySchemas: true,
  hasKeywordsBesideAlternatives: true,
  mostDepth: 32,
  propertyNames: /^[a-zA-Z0-9_.-]{1,64}$/,
  toolNames: /^[a-zA-Z0-9_-]{1,64}$/,
  mostDescription: 10_000,
  mostTools: 1_000,
};

/**
 * Not in strict mode, which would make every property required: most tools of servers do not fit it.
 * https://platform.openai.com/docs/guides/function-calling
 */
export const openaiDialect: SchemaDialect = {
  name: "openai",
  keywords: new Set([
    ...ANNOTATIONS,
    ...NUMBERS,
    ...STRINGS,
    ...ARRAYS,
    ...OBJECTS,
    ...VALUES,
    "anyOf",
    "$ref",
    "$defs",
  ]),
  references: "kept",
  hasTypeLists: true,
  enums: "any value",
  hasEmptySchemas: true,
  hasKeywordsBesideAlternatives: true,
  mostDepth: 32,
  toolNames: /^[a-zA-Z0-9_-]{1,64}$/,
  mostDescription: 1_024,
  mostTools: 128,
};

/**
 * The documented subset, and of that only what the older form of the API also took.
 * https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support, https://ai.google.dev/api/caching#Schema
 */
export const geminiDialect: SchemaDialect = {
  name: "gemini",
  keywords: new Set([
    "type",
    "title",
    "description",
    "enum",
    "format",
    "anyOf",
    "properties",
    "required",
    "items",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
  ]),
  references: "written out",
  hasTypeLists: false,
  enums: "strings",
  formats: new Set(["date-time", "float", "double", "int32", "int64"]),
  hasEmptySchemas: false,
  hasKeywordsBesideAlternatives: false,
  mostDepth: 12,
  toolNames: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
  mostDescription: 8_192,
  mostTools: 512,
};

/**
 * What every server understands that speaks the chat API: those that make a grammar of the schema stumble over patterns
 * and references, the others ignore them.
 */
export const compatibleDialect: SchemaDialect = {
  name: "compatible",
  keywords: new Set([
    "type",
    "title",
    "description",
    "default",
    "enum",
    "anyOf",
    "minimum",
    "maximum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
  ]),
  references: "written out",
  hasTypeLists: false,
  enums: "any value",
  hasEmptySchemas: true,
  hasKeywordsBesideAlternatives: true,
  mostDepth: 16,
  toolNames: /^[a-zA-Z0-9_-]{1,64}$/,
  mostDescription: 1_024,
  mostTools: 128,
};
