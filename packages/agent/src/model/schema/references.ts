/**
 * Where a schema points to another part of itself. What points elsewhere points nowhere: nothing is fetched.
 */

import { isObject, type JsonObject, valueAt } from "@tenon/basis";

import { mergeSchemas } from "./merge.ts";
import { tidy } from "./tidy.ts";

/** What is meant by a pointer such as `#/$defs/Point` or `#/properties/from`; undefined if there is nothing. */
export function targetOf(root: JsonObject, pointer: string): unknown {
  if (pointer === "#") return root;
  if (!pointer.startsWith("#/")) return undefined;
  const steps = pointer.slice(2).split("/").map(decodeStep);
  // A step into a list is written as a number.
  return steps.reduce<unknown>((inner, step) => valueAt(inner, Array.isArray(inner) ? Number(step) : step), root);
}

export interface Followed {
  readonly node: JsonObject;
  readonly steps: readonly string[];
  /** There was nothing at the end, or no end. */
  readonly isLost: boolean;
}

/** Follows the reference that stands in a schema, and those that it leads to. */
export function followReference(root: JsonObject, node: JsonObject): Followed {
  const steps: string[] = [];
  let current = tidy(node);
  for (let pointer = current["$ref"]; typeof pointer === "string"; pointer = current["$ref"]) {
    const { $ref: _pointer, ...beside } = current;
    const target = steps.includes(pointer) ? undefined : targetOf(root, pointer);
    if (!isObject(target)) return { node: beside, steps, isLost: true };
    steps.push(pointer);
    // What stands beside a reference is nearer to the use, so it counts first.
    current = mergeSchemas(beside, tidy(target));
  }
  return { node: current, steps, isLost: false };
}

function decodeStep(step: string): string {
  let plain = step;
  try {
    plain = decodeURIComponent(step);
  } catch {
    // It was not encoded.
  }
  return plain.replaceAll("~1", "/").replaceAll("~0", "~");
}
