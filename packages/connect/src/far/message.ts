/**
 * The parts of a message that are read or changed on the way to the gateway. Messages are copied, never changed.
 */

import { isObject, type JsonObject, objectOf } from "@tenon/basis";

export type Id = string | number;

function isId(value: unknown): value is Id {
  return typeof value === "string" || typeof value === "number";
}

/** `_meta.tenon`: what only Tenon reads. */
export function tenonMeta(fields: unknown): JsonObject {
  return objectOf(objectOf(objectOf(fields)["_meta"])["tenon"]);
}

export function withTenonMeta(fields: JsonObject, added: JsonObject): JsonObject {
  const meta = objectOf(fields["_meta"]);
  return { ...fields, _meta: { ...meta, tenon: { ...tenonMeta(fields), ...added } } };
}

export function withParams(message: JsonObject, params: JsonObject): JsonObject {
  return { ...message, params };
}

export function isRequest(message: unknown): message is JsonObject & { readonly id: Id; readonly method: string } {
  return isObject(message) && typeof message["method"] === "string" && isId(message["id"]);
}

export function isResponse(message: unknown): message is JsonObject & { readonly id: Id } {
  return isObject(message) && message["method"] === undefined && isId(message["id"]);
}

/** `1` and `"1"` are two ids. */
export function idKey(id: unknown): string {
  return JSON.stringify(id) ?? "";
}
