/**
 * Schemas that say next to nothing: for what is too deep, is recursive, or is missing.
 */

import type { JsonObject } from "@tenon/basis";

import type { SchemaDialect } from "./dialect.ts";
import { typeOf } from "./types.ts";

/** No more than its kind and what it is for. */
export function looseOf(node: JsonObject, dialect: SchemaDialect): JsonObject {
  const { description } = node;
  const type = node["type"] ?? typeOf(node);
  const words = typeof description === "string" ? { description } : {};
  if (typeof type !== "string") return { ...anything(dialect), ...words };
  return { type, ...(type === "array" && { items: anyItem(dialect) }), ...words };
}

export function anything({ hasEmptySchemas }: SchemaDialect): JsonObject {
  if (hasEmptySchemas) return {};
  const list = { type: "array", items: { type: "string" } };
  return { anyOf: [...["string", "number", "boolean", "object"].map((type) => ({ type })), list] };
}

export function anyItem(dialect: SchemaDialect): JsonObject {
  return dialect.hasEmptySchemas ? {} : { type: "string" };
}
