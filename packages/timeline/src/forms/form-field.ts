/**
 * The fields of a form that an agent or an MCP server asks to be filled in, in the order of its schema.
 *
 * A malformed or `null` keyword counts as absent [R160]. An unknown type is kept as such, never read as a known one
 * [R149].
 */

import type { ElicitationContentValue } from "@agentclientprotocol/sdk";
import { arrayOf, booleanOf, defined, isString, type JsonObject, numberOf, objectOf, stringOf } from "@tenon/basis";

export type FormField = {
  /** The key of the answer. */
  readonly name: string;
  /** What to call it: its title, or its name. */
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
} & FieldType;

export type FieldType =
  | {
      readonly type: "text";
      readonly format?: string;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly pattern?: string;
      readonly initial?: string;
    }
  | {
      readonly type: "number" | "integer";
      readonly minimum?: number;
      readonly maximum?: number;
      readonly initial?: number;
    }
  | { readonly type: "yes-no"; readonly initial?: boolean }
  | { readonly type: "one-of"; readonly choices: readonly FormChoice[]; readonly initial?: string }
  | {
      readonly type: "some-of";
      readonly choices: readonly FormChoice[];
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly initial?: readonly string[];
    }
  /** `schema` is what was written. */
  | { readonly type: "unknown"; readonly schema: unknown };

export interface FormChoice {
  readonly value: string;
  /** What to call it: its title, or its value. */
  readonly title: string;
  readonly description?: string;
}

export type FormContent = Readonly<Record<string, ElicitationContentValue>>;

export function readFormFields(schema: unknown): readonly FormField[] {
  const { properties, required } = objectOf(schema);
  const needed = new Set(arrayOf(required, isString));
  return Object.entries(objectOf(properties)).map(([name, written]) => {
    const property = objectOf(written);
    return {
      name,
      title: stringOf(property["title"]) || name,
      ...defined({ description: stringOf(property["description"]) }),
      isRequired: needed.has(name),
      ...readType(property, written),
    };
  });
}

/** The names of the fields that take any text. */
export function freeTextFields(schema: unknown): readonly string[] {
  return readFormFields(schema).flatMap(({ type, name }) => (type === "text" ? [name] : []));
}

/** The defaults, which the form holds before it is touched [R145]. */
export function initialContent(fields: readonly FormField[]): FormContent {
  const given = fields.flatMap((field): [string, ElicitationContentValue][] => {
    if (field.type === "unknown" || field.initial === undefined) return [];
    return [[field.name, typeof field.initial === "object" ? [...field.initial] : field.initial]];
  });
  return Object.fromEntries(given);
}

/** Whether a required field is of an unknown type, so that no answer can be given. */
export function isUnanswerable(fields: readonly FormField[]): boolean {
  return fields.some(({ type, isRequired }) => type === "unknown" && isRequired);
}

function readType(property: JsonObject, written: unknown): FieldType {
  const initial = property["default"];
  switch (property["type"]) {
    case "string":
      return readTextType(property);
    case "number":
    case "integer": {
      const limits = { minimum: numberOf(property["minimum"]), maximum: numberOf(property["maximum"]) };
      return { type: property["type"], ...defined({ ...limits, initial: numberOf(initial) }) };
    }
    case "boolean":
      return { type: "yes-no", ...defined({ initial: booleanOf(initial) }) };
    case "array": {
      const items = objectOf(property["items"]);
      const choices = (items["type"] ?? "string") === "string" ? readChoices(items) : undefined;
      if (!choices) return { type: "unknown", schema: written };
      const limits = { minItems: countOf(property["minItems"]), maxItems: countOf(property["maxItems"]) };
      return { type: "some-of", choices, ...defined({ ...limits, initial: arrayOf(initial, isString) }) };
    }
    case undefined:
    default:
      return { type: "unknown", schema: written };
  }
}

function readTextType(property: JsonObject): FieldType {
  const initial = stringOf(property["default"]);
  const choices = readChoices(property);
  if (choices) return { type: "one-of", choices, ...defined({ initial }) };
  return {
    type: "text",
    ...defined({
      format: stringOf(property["format"]),
      minLength: countOf(property["minLength"]),
      maxLength: countOf(property["maxLength"]),
      pattern: stringOf(property["pattern"]),
      initial,
    }),
  };
}

/** Undefined if there is none. `enumNames` holds the titles in schemas of the MCP revision 2025-06-18. */
function readChoices({ oneOf, anyOf, enum: values, enumNames }: JsonObject): readonly FormChoice[] | undefined {
  const written = oneOf ?? anyOf ?? values;
  if (!Array.isArray(written)) return undefined;
  const titles = Array.isArray(enumNames) ? enumNames : [];
  const choices = written.flatMap((one: unknown, index): FormChoice[] => {
    if (typeof one === "string") return [{ value: one, title: stringOf(titles[index]) || one }];
    const { const: value, title, description } = objectOf(one);
    if (typeof value !== "string") return [];
    return [{ value, title: stringOf(title) || value, ...defined({ description: stringOf(description) }) }];
  });
  return choices.length > 0 ? choices : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}
