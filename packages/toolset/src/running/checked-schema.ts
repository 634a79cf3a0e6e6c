/**
 * A schema of either kind, ready for use: as JSON Schema for the lists, and as a check of values.
 */

import {
  fromJsonSchema,
  type JsonSchemaType,
  type StandardSchemaV1,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "@tenon/basis";

import { isStandardSchema, type JsonSchema, type Schema } from "../define/schema.ts";

export interface CheckedSchema {
  /** The root is always an object. */
  readonly json: JsonObject & { readonly type: "object" };
  /** Most schemas answer at once. */
  check(value: unknown): Checked | Promise<Checked>;
}

export type Checked =
  | { readonly isValid: true; readonly value: unknown }
  | { readonly isValid: false; readonly problems: string };

const TARGET = { target: "draft-2020-12" } as const;
// More of them would not help the model.
const MAX_PROBLEMS = 10;

/** Throws a `TypeError` if the schema cannot be written as JSON Schema of an object. */
export function checkedSchema(schema: Schema, side: "input" | "output"): CheckedSchema {
  const standard: StandardSchemaWithJSON = isStandardSchema(schema) ? schema : fromJsonSchema(document(schema));
  const json = isStandardSchema(schema) ? schema["~standard"].jsonSchema?.[side](TARGET) : { ...schema };
  if (json === undefined) {
    throw new TypeError(
      `The schema (${standard["~standard"].vendor}) cannot be written as JSON Schema. For valibot, wrap it in toStandardJsonSchema of @valibot/to-json-schema.`,
    );
  }
  const { type = "object", ...rest } = json;
  if (type !== "object") throw new TypeError(`The schema must describe an object, not ${JSON.stringify(type)}`);
  return {
    json: { type, ...rest },
    check(value) {
      const result = standard["~standard"].validate(value);
      return result instanceof Promise ? result.then(checked) : checked(result);
    },
  };
}

function checked(result: StandardSchemaV1.Result<unknown>): Checked {
  return result.issues ? { isValid: false, problems: describe(result.issues) } : { isValid: true, value: result.value };
}

function describe(issues: readonly StandardSchemaV1.Issue[]): string {
  const lines = issues.slice(0, MAX_PROBLEMS).map(({ message, path = [] }) => {
    const at = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    return at === "" ? message : `${at}: ${message}`;
  });
  return [...new Set(lines)].join("\n");
}

/** The SDK's type of the same documents names every keyword. */
function document(schema: JsonSchema): JsonSchemaType;
function document(schema: object): object {
  return schema;
}
