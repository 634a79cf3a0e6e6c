/**
 * One schema inside another, and all that is inside it, in a dialect.
 */

import { defined, isObject, itemsOf, type JsonObject } from "@tenon/basis";

import type { SchemaDialect } from "./dialect.ts";
import { anyItem, anything, looseOf } from "./loose.ts";
import { mergeSchemas } from "./merge.ts";
import { describe } from "./notes.ts";
import { withKnownValues, withPlainLists, withType } from "./plain.ts";
import { followReference, targetOf } from "./references.ts";
import { tidy, withoutDoubles } from "./tidy.ts";
import { splitTypes } from "./types.ts";

export interface RewriteContext {
  readonly root: JsonObject;
  readonly dialect: SchemaDialect;
  /** By the pointer that leads to it. */
  readonly definitions: Map<string, { readonly name: string; schema: JsonObject }>;
  readonly problems: string[];
  readonly depth: number;
  /** The references that are being written out. */
  readonly within: readonly string[];
  readonly budget: { left: number };
}

/** Undefined if no value would fit. */
export function rewrite(schema: unknown, context: RewriteContext): JsonObject | undefined {
  const { dialect, budget, depth } = context;
  if (schema === false) return undefined;
  if (!isObject(schema)) return anything(dialect);
  budget.left -= 1;
  const node = tidy(schema);
  if (depth > dialect.mostDepth || budget.left < 0) return looseOf(node, dialect);
  if (node["$ref"] !== undefined) return rewriteReference(node, context);
  if (node["allOf"] !== undefined) return rewrite(joined(node, context), deeper(context));
  return rewriteAlternatives(node, context);
}

function deeper(context: RewriteContext): RewriteContext {
  return { ...context, depth: context.depth + 1 };
}

function rewriteReference(node: JsonObject, context: RewriteContext): JsonObject | undefined {
  const { root, dialect, within, depth } = context;
  const { node: target, steps, isLost } = followReference(root, node);
  const last = steps.at(-1);
  // A circle ends where it closes; what is there may be anything of its kind.
  if (isLost || last === undefined || steps.some((step) => within.includes(step))) return looseOf(target, dialect);
  if (dialect.references === "written out" || depth === 0) {
    return rewrite(target, { ...deeper(context), within: [...within, ...steps] });
  }
  const { description } = node;
  return { ...(typeof description === "string" && { description }), $ref: `#/$defs/${define(last, context)}` };
}

/** The name of the definition that stands for what is there. */
function define(pointer: string, context: RewriteContext): string {
  const { definitions, root } = context;
  const known = definitions.get(pointer);
  if (known) return known.name;
  const taken = new Set([...definitions.values()].map(({ name }) => name));
  const definition = { name: nameOf(pointer, taken), schema: {} };
  // Known before it is made: it may point to itself.
  definitions.set(pointer, definition);
  definition.schema = rewrite(targetOf(root, pointer), { ...context, depth: 1, within: [] }) ?? { not: {} };
  return definition.name;
}

function nameOf(pointer: string, taken: ReadonlySet<string>): string {
  const last = pointer.slice(pointer.lastIndexOf("/") + 1).replaceAll(/[^a-zA-Z0-9_]/g, "");
  let name = last === "" ? "whole" : last.slice(0, 40);
  while (taken.has(name)) name += "_";
  return name;
}

/** Everything that a schema is made of, as one. */
function joined(node: JsonObject, { root }: RewriteContext): JsonObject {
  const { allOf, ...own } = node;
  const parts = itemsOf(allOf).filter(isObject);
  return parts.reduce<JsonObject>((whole, part) => mergeSchemas(whole, followReference(root, part).node), own);
}

function rewriteAlternatives(node: JsonObject, context: RewriteContext): JsonObject | undefined {
  const { dialect } = context;
  if (dialect.keywords.has("oneOf") && node["oneOf"] !== undefined && node["anyOf"] === undefined) {
    return rewritePlain(node, context);
  }
  const { anyOf, oneOf, ...base } = node;
  const branches = anyOf ?? oneOf;
  if (!Array.isArray(branches)) return splitOrPlain(base, context);
  if (dialect.hasKeywordsBesideAlternatives) {
    const { type, ...untyped } = base;
    // The alternatives say of which types they are.
    const isList = Array.isArray(type) && !dialect.hasTypeLists;
    return rewritePlain({ ...(isList ? untyped : base), anyOf: branches }, context);
  }
  const { description, title, default: preset, ...limits } = base;
  const made = branches.filter(isObject).map((branch) => rewrite(mergeSchemas(branch, limits), deeper(context)));
  return alternatives(made, { description, title, default: preset }, dialect);
}

function splitOrPlain(node: JsonObject, context: RewriteContext): JsonObject | undefined {
  const { dialect } = context;
  if (dialect.hasTypeLists || !Array.isArray(node["type"])) return rewritePlain(node, context);
  const { description, title, default: preset, ...limits } = node;
  const made = splitTypes(limits).map((branch) => rewrite(branch, deeper(context)));
  return alternatives(made, { description, title, default: preset }, dialect);
}

function alternatives(
  branches: readonly (JsonObject | undefined)[],
  { default: preset, ...words }: JsonObject,
  dialect: SchemaDialect,
): JsonObject | undefined {
  const flat = branches.flatMap((branch) => {
    const inner = branch?.["anyOf"];
    return Array.isArray(inner) ? inner : branch === undefined ? [] : [branch];
  });
  const different = withoutDoubles(flat).filter(isObject);
  if (different.length === 0) return undefined;
  const only = different.length === 1 ? different[0] : undefined;
  const keepsPreset = dialect.keywords.has("default") && preset !== undefined;
  const description = describe(words, keepsPreset || preset === undefined ? {} : { default: preset });
  return {
    ...only,
    ...(typeof words["title"] === "string" && { title: words["title"] }),
    ...defined({ description }),
    ...(keepsPreset && { default: preset }),
    ...(!only && { anyOf: different }),
  };
}

/** A schema without references and with at most one way to be read. */
function rewritePlain(node: JsonObject, context: RewriteContext): JsonObject | undefined {
  const { dialect } = context;
  const typed = withType(withKnownValues(withPlainLists(node, dialect), dialect));
  const kept: Record<string, unknown> = {};
  const dropped: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(typed)) {
    if (keyword === "description") continue;
    const isTaken =
      dialect.keywords.has(keyword) && (keyword !== "format" || (dialect.formats?.has(String(value)) ?? true));
    if (isTaken) kept[keyword] = value;
    else dropped[keyword] = value;
  }
  const inner = rewriteInside(kept, context);
  if (!inner) return undefined;
  const description = describe(typed, dropped);
  const words = description === undefined ? {} : { description };
  const saysNothing = inner["type"] === undefined && inner["anyOf"] === undefined;
  return saysNothing && !dialect.hasEmptySchemas ? { ...anything(dialect), ...words } : { ...inner, ...words };
}

/** The schemas in a schema's keywords. */
function rewriteInside(node: JsonObject, context: RewriteContext): JsonObject | undefined {
  const inner = deeper(context);
  const result: Record<string, unknown> = { ...node };
  for (const keyword of ["anyOf", "oneOf", "prefixItems"]) {
    const list = node[keyword];
    if (!Array.isArray(list)) continue;
    const made = list.map((part) => rewrite(part, inner)).filter((part) => part !== undefined);
    if (made.length === 0) return undefined;
    result[keyword] = keyword === "prefixItems" ? made : withoutDoubles(made);
  }
  for (const keyword of ["items", "additionalProperties", "contains", "not", "propertyNames"]) {
    const schema = node[keyword];
    if (isObject(schema)) result[keyword] = rewrite(schema, inner) ?? {};
    // Not everybody takes true and false where a schema is expected; only this one says something that matters.
    else if (schema !== false || keyword !== "additionalProperties") delete result[keyword];
  }
  const { properties, patternProperties } = node;
  if (isObject(properties)) result["properties"] = rewriteProperties(properties, node["required"], inner);
  if (isObject(patternProperties)) {
    const made = Object.entries(patternProperties).map(([pattern, schema]) => [
      pattern,
      rewrite(schema, inner) ?? { not: {} },
    ]);
    result["patternProperties"] = Object.fromEntries(made);
  }
  if (Array.isArray(node["required"])) {
    const offered = isObject(result["properties"]) ? result["properties"] : {};
    const names = node["required"].filter((name) => typeof name === "string" && Object.hasOwn(offered, name));
    if (names.length > 0) result["required"] = [...new Set(names)];
    else delete result["required"];
  }
  if ([node["type"]].flat().includes("array")) result["items"] ??= anyItem(context.dialect);
  return result;
}

function rewriteProperties(schemas: JsonObject, required: unknown, context: RewriteContext): JsonObject {
  const { propertyNames, name: provider } = context.dialect;
  const made = Object.entries(schemas).flatMap(([name, schema]) => {
    // Providers send the tools back in their answers, and the SDK takes an answer with this name in it for an attack.
    if (name === "__proto__" || (propertyNames && !propertyNames.test(name))) {
      const isRequired = Array.isArray(required) && required.includes(name);
      if (isRequired) context.problems.push(`${provider} does not accept its argument name ${JSON.stringify(name)}`);
      return [];
    }
    const rewritten = rewrite(schema, context);
    return rewritten === undefined ? [] : [[name, rewritten]];
  });
  return Object.fromEntries(made);
}
