/**
 * Rewrites the schema of a tool's arguments into what a provider takes.
 *
 * The result is always taken: what the dialect cannot express becomes looser, never invalid. Nothing depends on its
 * being exact, because a call is checked against the tool's own schema.
 */

import { defined, isObject, type JsonObject } from "@tenon/basis";

import type { SchemaDialect } from "./dialect.ts";
import { describe } from "./notes.ts";
import { type RewriteContext, rewrite } from "./rewrite.ts";
import { foldAlternatives } from "./root.ts";

// Written out, a few definitions that use each other can become millions.
const MAX_SCHEMAS = 3_000;

export interface AdaptedSchema {
  /** Its root is an object with properties. */
  readonly schema: JsonObject;
  /** Why no call could ever be right, if so. */
  readonly problem?: string;
}

export function adaptSchema(original: unknown, dialect: SchemaDialect): AdaptedSchema {
  const root = isObject(original) ? original : {};
  const definitions = new Map<string, { readonly name: string; schema: JsonObject }>();
  const problems: string[] = [];
  const context: RewriteContext = {
    root,
    dialect,
    definitions,
    problems,
    depth: 0,
    within: [],
    budget: { left: MAX_SCHEMAS },
  };
  const { properties, required, additionalProperties, ...rest } = rewrite(foldAlternatives(root), context) ?? {};
  const description = describe(rest, {});
  const defs = Object.fromEntries([...definitions.values()].map(({ name, schema }) => [name, schema]));
  return {
    schema: {
      type: "object",
      ...defined({ description }),
      properties: properties ?? {},
      ...defined({ required }),
      ...defined({ additionalProperties }),
      ...(definitions.size > 0 && { $defs: defs }),
    },
    ...(problems[0] !== undefined && { problem: problems[0] }),
  };
}
