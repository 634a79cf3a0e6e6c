/**
 * What arguments and results may look like: a Standard Schema that can also be written as JSON Schema (zod 4, arktype,
 * valibot with `toStandardJsonSchema`), or plain JSON Schema.
 */

import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { type JsonObject, isObject } from "@tenon/basis";

/** A JSON Schema document of an object. `jsonSchema<T>(…)` gives it a type. */
export interface JsonSchema {
  readonly type: "object";
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[] | undefined;
  readonly [keyword: string]: unknown;
}

/** A JSON Schema with the type that its author says it describes. */
export interface TypedJsonSchema<T> extends JsonSchema {
  /** Never set; it carries the type. */
  readonly "~type"?: T;
}

export type Schema = StandardSchemaWithJSON | JsonSchema;

/** The type of what a schema has accepted. */
export type Infer<S> = S extends StandardSchemaWithJSON
  ? StandardSchemaWithJSON.InferOutput<S>
  : S extends { readonly "~type"?: infer T }
    ? unknown extends T
      ? JsonObject
      : NonNullable<T>
    : JsonObject;

/** What a schema takes: for a result, before its defaults and transforms. */
export type InferInput<S> = S extends StandardSchemaWithJSON ? StandardSchemaWithJSON.InferInput<S> : Infer<S>;

/** Plain JSON Schema with a type: `input: jsonSchema<{ path: string }>({ type: "object", … })`. */
export function jsonSchema<T>(schema: JsonSchema): TypedJsonSchema<T> {
  return schema;
}

export function isStandardSchema(schema: object): schema is StandardSchemaWithJSON {
  return "~standard" in schema && isObject(schema["~standard"]);
}
