/**
 * Describes how a tool differs from what it was, for the user who is asked about it again. Empty if nothing relevant
 * changed.
 */

import { isEqualJson, objectOf } from "@tenon/basis";

import { quote } from "../quote.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { fingerprint, type ToolDefinition } from "./tool-definition.ts";

export function describeChange(before: ToolDefinition, after: ToolDefinition): readonly string[] {
  if (fingerprint(before) === fingerprint(after)) return [];
  const changes = [
    ...textChange("name", before.name, after.name),
    ...textChange("title", before.title, after.title),
    ...textChange("description", before.description, after.description),
    ...schemaChanges(before.inputSchema, after.inputSchema),
    ...annotationChanges(before.annotations, after.annotations),
  ];
  // A schema need not be an object, nor annotations have names.
  return changes.length > 0 ? changes : ["Its definition changed."];
}

const MAX_TEXT = 200;

function textChange(what: string, before: string | undefined, after: string | undefined): readonly string[] {
  if (before === after) return [];
  if (after === undefined) return [`The ${what} was removed.`];
  if (before === undefined) return [`A ${what} was added: ${quote(after, MAX_TEXT)}.`];
  // Two long texts that begin alike would look the same when they are cut.
  const start = Math.max(0, firstDifference(before, after) - 40);
  const [was, is] = [before, after].map((text) => quote((start > 0 ? "…" : "") + text.slice(start), MAX_TEXT));
  return [`The ${what} was ${was} and is now ${is}.`];
}

function schemaChanges(before: unknown, after: unknown): readonly string[] {
  if (isEqualJson(before, after)) return [];
  const [old, now] = [parametersOf(before), parametersOf(after)];
  const changes = [
    ...now.names.filter((name) => !old.has(name)).map((name) => `${optional(now, name)} ${quote(name)} was added.`),
    ...old.names.filter((name) => !now.has(name)).map((name) => `Parameter ${quote(name)} was removed.`),
    ...now.names.filter((name) => old.has(name)).flatMap((name) => parameterChanges(name, old, now)),
  ];
  return isEqualJson(restOf(before), restOf(after))
    ? changes
    : [...changes, "Other parts of the input schema changed."];
}

function parameterChanges(name: string, old: Parameters, now: Parameters): readonly string[] {
  const changes: string[] = [];
  if (old.isRequired(name) !== now.isRequired(name)) {
    changes.push(`Parameter ${quote(name)} is now ${now.isRequired(name) ? "required" : "optional"}.`);
  }
  const [was, is] = [objectOf(old.schema(name)), objectOf(now.schema(name))];
  if (!isEqualJson(was["type"], is["type"])) {
    const [before, after] = [was, is].map((schema) => quote(textOf(schema["type"])));
    changes.push(`Parameter ${quote(name)} was of type ${before} and is now of type ${after}.`);
  }
  if (!isEqualJson(was["description"], is["description"])) {
    changes.push(`The description of parameter ${quote(name)} is now ${quote(textOf(is["description"]), MAX_TEXT)}.`);
  }
  const known = { type: undefined, description: undefined };
  if (!isEqualJson({ ...was, ...known }, { ...is, ...known }))
    changes.push(`Parameter ${quote(name)} accepts different values.`);
  return changes;
}

function annotationChanges(before: unknown, after: unknown): readonly string[] {
  const [was, is] = [objectOf(before), objectOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => !isEqualJson(was[name], is[name]))
    .map((name) => `Annotation ${quote(name)} is now ${quote(textOf(is[name]))}.`);
}

interface Parameters {
  readonly names: readonly string[];
  has(name: string): boolean;
  isRequired(name: string): boolean;
  schema(name: string): unknown;
}

function parametersOf(schema: unknown): Parameters {
  const { properties, required } = objectOf(schema);
  const found = new Map(Object.entries(objectOf(properties)));
  return {
    names: [...found.keys()],
    has: (name) => found.has(name),
    isRequired: (name) => Array.isArray(required) && required.includes(name),
    schema: (name) => found.get(name),
  };
}

/** The schema without the parts that are described one by one. */
function restOf(schema: unknown): unknown {
  return { ...objectOf(schema), properties: undefined, required: undefined };
}

function optional(parameters: Parameters, name: string): string {
  return parameters.isRequired(name) ? "A required parameter" : "An optional parameter";
}

function textOf(value: unknown): string {
  return value === undefined ? "nothing" : typeof value === "string" ? value : canonicalJson(value);
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
