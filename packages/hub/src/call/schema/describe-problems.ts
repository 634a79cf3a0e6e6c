/**
 * Says what is wrong with a value so that a model can act on it: which parameter, and what is expected of it. The
 * value itself stays out of it: the model knows what it sent, and the words end up in logs.
 */

import { isObject, nearestWord, objectOf } from "@tenon/basis";

import type { CompiledSchema, OutputUnit, Schema } from "./compile-schema.ts";
import { expectedTypes, type JsonType, typeOf, formatTypes } from "./expected-types.ts";
import { leafErrors } from "./leaf-errors.ts";
import { partAt, pathOf, stepsOf, valueAt } from "./locations.ts";

/** One sentence for each problem; none if the value fits. `whole` names the value itself: "The arguments". */
export function describeProblems(value: unknown, schema: CompiledSchema, whole: string): readonly string[] {
  const errors = leafErrors(schema.errors(value)).slice(0, MAX_PROBLEMS);
  return [...new Set(errors.flatMap((error) => describe(error, value, schema, whole)))];
}

// A long array of wrong items has a problem for each.
const MAX_PROBLEMS = 100;

function describe(error: OutputUnit, whole: unknown, schema: CompiledSchema, name: string): readonly string[] {
  const steps = stepsOf(error.instanceLocation);
  const subject = steps.length === 0 ? name : `"${pathOf(whole, steps)}"`;
  const value = valueAt(whole, steps);
  const part = partAt(schema, error.keywordLocation);
  switch (error.keyword) {
    case "type":
      return [`${subject} must be ${formatTypes([part.type ?? []].flat())}, but is ${formatTypes([typeOf(value)])}.`];
    case "enum":
      return [`${subject} must be ${oneOf(part.enum ?? [], value)}`];
    case "required":
      return missing(part, value).map((member) => {
        const path = pathOf(whole, [...steps, member]);
        return `"${path}" is required, but missing${hint(member, part, value, schema)}.`;
      });
    case "additionalProperties":
    case "unevaluatedProperties":
      return [`${subject} is not known${suggestion(steps.at(-1) ?? "", Object.keys(part.properties ?? {}))}`];
    case "anyOf":
    case "oneOf":
      return [`${subject} ${describeUnion(part, value, schema)}`];
    default:
      return [`${subject} ${describeLimit(error, part)}.`];
  }
}

function describeUnion(part: Schema, value: unknown, schema: CompiledSchema): string {
  const values = [...(part.anyOf ?? []), ...(part.oneOf ?? [])].map(({ const: only, enum: many = [only] }) => many);
  if (!values.flat().includes(undefined)) return `must be ${oneOf(values.flat(), value)}`;
  const types = expectedTypes(part, schema);
  if (types.includes(typeOf(value))) return "must match exactly one of the alternatives in its schema.";
  return `must be ${formatTypes(types)}, but is ${formatTypes([typeOf(value)])}.`;
}

const LIMITS: Readonly<Record<string, (limit: unknown) => string>> = {
  const: (only) => `must be ${JSON.stringify(only)}`,
  false: () => "is not allowed",
  not: () => "has a value that is not allowed",
  minimum: (limit) => `must be at least ${String(limit)}`,
  maximum: (limit) => `must be at most ${String(limit)}`,
  exclusiveMinimum: (limit) => `must be more than ${String(limit)}`,
  exclusiveMaximum: (limit) => `must be less than ${String(limit)}`,
  multipleOf: (limit) => `must be a multiple of ${String(limit)}`,
  minLength: (limit) => `must be at least ${String(limit)} characters long`,
  maxLength: (limit) => `must be at most ${String(limit)} characters long`,
  pattern: (pattern) => `must match the pattern ${String(pattern).slice(0, 200)}`,
  minItems: (limit) => `must have at least ${String(limit)} items`,
  maxItems: (limit) => `must have at most ${String(limit)} items`,
  minProperties: (limit) => `must have at least ${String(limit)} members`,
  maxProperties: (limit) => `must have at most ${String(limit)} members`,
  uniqueItems: () => "must not contain duplicate items",
};

function describeLimit({ keyword, error }: OutputUnit, part: Schema): string {
  return LIMITS[keyword]?.(part[keyword]) ?? `does not match its schema (${keyword}: ${error.slice(0, 200)})`;
}

const MAX_SHOWN_VALUES = 20;

function oneOf(values: readonly unknown[], value: unknown): string {
  const shown = values.slice(0, MAX_SHOWN_VALUES).map((value) => JSON.stringify(value).slice(0, 100));
  const more = values.length > MAX_SHOWN_VALUES ? ` and ${values.length - MAX_SHOWN_VALUES} more` : "";
  const texts = values.filter((value) => typeof value === "string");
  const meant = typeof value === "string" ? closestName(value, texts) : undefined;
  const list = values.length === 1 ? shown.join() : `one of ${shown.join(", ")}${more}`;
  return `${list}.${meant === undefined ? "" : ` Did you mean "${meant}"?`}`;
}

function missing({ required = [] }: Schema, value: unknown): readonly string[] {
  return isObject(value) ? required.filter((name) => !Object.hasOwn(value, name)) : [];
}

/** What belongs there, and which unknown name may have been meant for it. */
function hint(member: string, part: Schema, value: unknown, schema: CompiledSchema): string {
  const { properties = {} } = part;
  const own = Object.hasOwn(properties, member) ? properties[member] : undefined;
  const types: readonly JsonType[] = own === undefined ? [] : expectedTypes(own, schema);
  const given = Object.keys(objectOf(value));
  const meant = closestName(
    member,
    given.filter((name) => !Object.hasOwn(properties, name)),
  );
  const type = types.length === 0 || types.length > 3 ? "" : ` (${formatTypes(types)})`;
  return `${type}${meant === undefined ? "" : `; "${meant}" is not known`}`;
}

function suggestion(name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  if (meant !== undefined) return `. Did you mean "${meant}"?`;
  const more = known.length > MAX_SHOWN_VALUES ? ` and ${known.length - MAX_SHOWN_VALUES} more` : "";
  return known.length === 0 ? "; nothing is." : `. Known names: ${known.slice(0, MAX_SHOWN_VALUES).join(", ")}${more}.`;
}

const MAX_NAMES = 200;

/** A name that was probably meant: a few typos apart, or one inside the other. */
function closestName(name: string, names: readonly string[]): string | undefined {
  const known = names.slice(0, MAX_NAMES);
  const plain = plainName(name);
  return nearestWord(name, known) ?? known.find((other) => isWithin(plain, plainName(other)));
}

function isWithin(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 3 && long.includes(short);
}

function plainName(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
