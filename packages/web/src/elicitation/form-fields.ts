/**
 * What a form asks for, field by field. A type that is not known is kept as such: it can be shown, but not answered.
 */

import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf } from "../wire/fields.ts";

export type FormField = {
  readonly name: string;
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
      readonly type: "number";
      readonly isWhole: boolean;
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
  | { readonly type: "unknown"; readonly schema: unknown };

export interface Choice {
  readonly value: string;
  readonly name: string;
}

export function formFields(schema: unknown): readonly FormField[] {
  const { properties, required } = fieldsOf(schema);
  const needed = new Set(listOf(required, textOf));
  return Object.entries(fieldsOf(properties)).map(([name, written]) => {
    const property = fieldsOf(written);
    const description = textOf(property["description"]);
    return {
      name,
      title: textOf(property["title"]) || name,
      ...(description !== undefined && { description }),
      isRequired: needed.has(name),
      ...typeOf(property, written),
    };
  });
}

function typeOf(property: Fields, written: unknown): FieldType {
  const { default: initial } = property;
  switch (property["type"]) {
    case "string":
      return textType(property);
    case "number":
    case "integer":
      return {
        type: "number",
        isWhole: property["type"] === "integer",
        ...numbers(property, ["minimum", "maximum"]),
        ...(numberOf(initial) !== undefined && { initial: Number(initial) }),
      };
    case "boolean":
      return { type: "yes-no", ...(typeof initial === "boolean" && { initial }) };
    case "array": {
      const items = fieldsOf(property["items"]);
      const choices = choicesIn(items["anyOf"] ?? items["oneOf"] ?? items["enum"]);
      if (!choices) return { type: "unknown", schema: written };
      const chosen = Array.isArray(initial) ? listOf(initial, textOf) : undefined;
      return {
        type: "some-of",
        choices,
        ...numbers(property, ["minItems", "maxItems"]),
        ...(chosen && { initial: chosen }),
      };
    }
    default:
      return { type: "unknown", schema: written };
  }
}

function textType(property: Fields): FieldType {
  const initial = textOf(property["default"]);
  const choices = choicesIn(property["oneOf"] ?? property["enum"], property["enumNames"]);
  if (choices) return { type: "one-of", choices, ...(initial !== undefined && { initial }) };
  const [format, pattern] = [textOf(property["format"]), textOf(property["pattern"])];
  return {
    type: "text",
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...numbers(property, ["minLength", "maxLength"]),
    ...(initial !== undefined && { initial }),
  };
}

/** Undefined if there are none. `names` are those of an older way to write them. */
function choicesIn(value: unknown, names?: unknown): readonly Choice[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const labels = Array.isArray(names) ? names : [];
  const choices = value.map((choice: unknown, index): Choice | undefined => {
    const constant = textOf(isFields(choice) ? choice["const"] : choice);
    if (constant === undefined) return undefined;
    const name = isFields(choice) ? textOf(choice["title"]) : textOf(labels[index]);
    return { value: constant, name: name ?? constant };
  });
  return choices.length > 0 && choices.every((choice) => choice !== undefined) ? choices : undefined;
}

function numbers<Name extends string>(property: Fields, names: readonly Name[]): { readonly [Key in Name]?: number };
function numbers(property: Fields, names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = numberOf(property[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
