/**
 * What a form asks for, field by field, in the order in which it was written.
 *
 * A type that we do not know is kept as it is and shown as such, never as one that we know [R149].
 */

import type { ElicitationContentValue, ElicitationSchema } from "@agentclientprotocol/sdk";

import { asChoices, asCount, asList, asNumber, asRecord, asText, type Choice } from "./schema-values.ts";

export type FormField = FieldFrame & FieldType;

interface FieldFrame {
  /** The name under which the answer is given. */
  readonly name: string;
  /** What to call it: its title, or its name. */
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
}

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
  | { readonly type: "one-of"; readonly choices: readonly Choice[]; readonly initial?: string }
  | {
      readonly type: "some-of";
      readonly choices: readonly Choice[];
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly initial?: readonly string[];
    }
  /** `schema` is what the agent wrote. */
  | { readonly type: "unknown"; readonly schema: unknown };

export type FormContent = Readonly<Record<string, ElicitationContentValue>>;

export function fieldsOf(schema: ElicitationSchema): readonly FormField[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, written]) => {
    const property = asRecord(written) ?? {};
    const description = asText(property["description"]);
    return {
      name,
      title: asText(property["title"]) || name,
      ...(description !== undefined && { description }),
      isRequired: required.has(name),
      ...fieldType(property, written),
    };
  });
}

/** What the form holds before anybody has touched it [R145]. */
export function initialContent(fields: readonly FormField[]): FormContent {
  const given = fields.flatMap((field): [string, ElicitationContentValue][] => {
    if (field.type === "unknown" || field.initial === undefined) return [];
    return [[field.name, typeof field.initial === "object" ? [...field.initial] : field.initial]];
  });
  return Object.fromEntries(given);
}

function fieldType(property: Readonly<Record<string, unknown>>, written: unknown): FieldType {
  const { default: initial } = property;
  switch (property["type"]) {
    case "string":
      return textType(property);
    case "number":
    case "integer":
      return {
        type: property["type"],
        ...defined({ minimum: asNumber(property["minimum"]), maximum: asNumber(property["maximum"]) }),
        ...defined({ initial: asNumber(initial) }),
      };
    case "boolean":
      return { type: "yes-no", ...(typeof initial === "boolean" && { initial }) };
    case "array": {
      const choices = itemChoices(asRecord(property["items"]) ?? {});
      if (!choices) return { type: "unknown", schema: written };
      const limits = { minItems: asCount(property["minItems"]), maxItems: asCount(property["maxItems"]) };
      return { type: "some-of", choices, ...defined({ ...limits, initial: asList(initial) }) };
    }
    case undefined:
    default:
      return { type: "unknown", schema: written };
  }
}

function textType(property: Readonly<Record<string, unknown>>): FieldType {
  const initial = asText(property["default"]);
  const choices = asChoices(property["oneOf"] ?? property["enum"]);
  if (choices) return { type: "one-of", choices, ...defined({ initial }) };
  return {
    type: "text",
    ...defined({
      format: asText(property["format"]),
      minLength: asCount(property["minLength"]),
      maxLength: asCount(property["maxLength"]),
      pattern: asText(property["pattern"]),
      initial,
    }),
  };
}

function itemChoices(items: Readonly<Record<string, unknown>>): readonly Choice[] | undefined {
  if (items["type"] !== undefined && items["type"] !== "string") return undefined;
  return asChoices(items["anyOf"] ?? items["enum"]);
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends Readonly<Record<string, unknown>>>(fields: T): Defined<T>;
function defined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
