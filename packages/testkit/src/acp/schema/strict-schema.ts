/**
 * Turns the protocol's JSON schema into one that is strict and speaks plainly.
 *
 * As published it allows any additional field anywhere, and a union that fails reports every branch of it. Here an
 * object may have only the fields that some part of its schema names [R23], and a union whose branches can be told
 * apart reports only the branch that was meant.
 */

import type { Schema } from "@cfworker/json-schema";
import { isObject } from "@tenon/basis";

type Definitions = Readonly<Record<string, Schema>>;

/** Those named in `closed` are messages: nothing else adds fields to them. */
export function strictSchema(definitions: Definitions, closed: ReadonlySet<string>): Schema {
  const strict = Object.entries(definitions).map(([name, schema]) => {
    const prepared = prepare(schema, definitions);
    return [name, closed.has(name) ? close(prepared, definitions) : prepared];
  });
  return { $defs: Object.fromEntries(strict) };
}

function prepare(schema: Schema, definitions: Definitions): Schema {
  // Formats such as uint16 are Rust's, not JSON schema's.
  const { format: _format, discriminator: _discriminator, oneOf, anyOf, allOf, ...rest } = schema;
  const { properties, items, additionalProperties } = rest;
  const field = (part: Schema) => close(prepare(part, definitions), definitions);
  const same = (part: Schema) => prepare(part, definitions);
  const branches = oneOf ?? anyOf;
  const parts = [...(allOf ?? []).map(same), ...(branches ? [choose(branches.map(same))] : [])];
  return {
    ...rest,
    ...(properties ? { properties: mapValues(properties, field) } : {}),
    ...(isSchema(items) ? { items: field(items) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: field(additionalProperties) } : {}),
    ...(parts.length > 0 ? { allOf: parts } : {}),
  };
}

/** A union as a chain of decisions, so that a value is held against the branch it claims to be. */
function choose(branches: readonly Schema[]): Schema {
  if (branches.every((branch) => "const" in branch)) return { enum: branches.map((branch): unknown => branch.const) };
  const tagged = branches.flatMap((branch) => {
    const sign = signOf(branch);
    return sign ? [{ branch, sign }] : [];
  });
  const others = branches.filter((branch) => !signOf(branch));
  const [only] = others;
  const last = others.length > 1 ? { anyOf: others } : (only ?? oneOfThese(tagged.map(({ sign }) => sign)));
  return tagged.reduceRight((otherwise, { branch, sign }) => decide(sign, branch, otherwise), last);
}

function decide(sign: Schema, branch: Schema, otherwise: Schema): Schema {
  // Without the keyword `then`: an object that has one could be taken for a promise.
  return {
    allOf: [
      { if: { not: sign }, else: branch },
      { if: sign, else: otherwise },
    ],
  };
}

/** What distinguishes a branch from the others: its discriminator, or that it is null. */
function signOf(branch: Schema): Schema | undefined {
  if (branch.type === "null") return { type: "null" };
  const tag = Object.entries(branch.properties ?? {}).find(([, value]) => isSchema(value) && "const" in value);
  return tag && { properties: Object.fromEntries([tag]), required: [tag[0]] };
}

function oneOfThese(signs: readonly Schema[]): Schema {
  const [name = ""] = Object.keys(signs[0]?.properties ?? {});
  const values = signs.map(({ properties }): unknown => {
    const value = properties?.[name];
    return isSchema(value) ? value.const : undefined;
  });
  return { required: [name], properties: { [name]: { enum: values } } };
}

function close(schema: Schema, definitions: Definitions): Schema {
  return namesFields(schema, definitions) ? { ...schema, unevaluatedProperties: false } : schema;
}

function namesFields(schema: Schema, definitions: Definitions): boolean {
  if (schema.properties) return true;
  const referred = definitions[schema.$ref?.replace("#/$defs/", "") ?? ""];
  const { allOf = [], anyOf = [], oneOf = [], else: otherwise } = schema;
  return [referred, ...allOf, ...anyOf, ...oneOf, otherwise].some(
    (part) => isSchema(part) && namesFields(part, definitions),
  );
}

function mapValues(record: Readonly<Record<string, Schema | boolean>>, change: (schema: Schema) => Schema) {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isSchema(value) ? change(value) : value]),
  );
}

function isSchema(value: unknown): value is Schema {
  return isObject(value);
}
