/**
 * Checks what a person has filled in against what was asked for [R145]. The agent checks it again: this is so that the
 * person hears of a slip at once.
 */

import type { ElicitationSchema } from "@agentclientprotocol/sdk";

import { fieldsOf, type FormField } from "./form-field.ts";
import { isOfFormat } from "./text-format.ts";
import { matchesPattern } from "./text-pattern.ts";

export interface FormProblem {
  /** The name of the field. */
  readonly field: string;
  /** What is wrong with it, to follow its title: "is required". */
  readonly message: string;
}

/** Empty if the content can be sent. */
export function checkAnswer(
  schema: ElicitationSchema,
  content: Readonly<Record<string, unknown>>,
): readonly FormProblem[] {
  const fields = fieldsOf(schema);
  const known = new Set(fields.map(({ name }) => name));
  const strangers = Object.keys(content).filter((name) => !known.has(name));
  return [
    ...fields.flatMap((field) => {
      const message = Object.hasOwn(content, field.name)
        ? problemWith(field, content[field.name])
        : field.isRequired
          ? "is required"
          : undefined;
      return message === undefined ? [] : [{ field: field.name, message }];
    }),
    ...strangers.map((field) => ({ field, message: "was not asked for" })),
  ];
}

function problemWith(field: FormField, value: unknown): string | undefined {
  switch (field.type) {
    case "text":
      return typeof value === "string" ? textProblem(field, value) : "must be a text";
    case "number":
    case "integer":
      return typeof value === "number" && Number.isFinite(value) ? numberProblem(field, value) : "must be a number";
    case "yes-no":
      return typeof value === "boolean" ? undefined : "must be yes or no";
    case "one-of":
      return field.choices.some((choice) => choice.value === value) ? undefined : "must be one of the choices";
    case "some-of":
      return Array.isArray(value) ? choicesProblem(field, value) : "must be a list of choices";
    case "unknown":
      return "is of a type that is not known here, and cannot be answered";
  }
}

function textProblem(field: Extract<FormField, { type: "text" }>, text: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, format, pattern, isRequired } = field;
  // As JSON Schema counts: characters, not halves of them.
  const length = Array.from(text).length;
  if (isRequired && length === 0) return "is required";
  if (length < minLength) return `must have at least ${minLength} characters`;
  if (length > maxLength) return `must have at most ${maxLength} characters`;
  if (format !== undefined && !isOfFormat(text, format)) return `must be ${FORMATS[format] ?? format}`;
  return pattern !== undefined && !matchesPattern(text, pattern) ? `must match ${pattern}` : undefined;
}

const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address",
  uri: "a URI, such as https://example.com",
  date: "a date, such as 2026-11-30",
  "date-time": "a date and time with its zone, such as 2026-11-30T12:00:00Z",
};

function numberProblem(
  { type, minimum = -Infinity, maximum = Infinity }: Extract<FormField, { type: "number" | "integer" }>,
  value: number,
): string | undefined {
  if (type === "integer" && !Number.isInteger(value)) return "must be a whole number";
  if (value < minimum) return `must be at least ${minimum}`;
  return value > maximum ? `must be at most ${maximum}` : undefined;
}

function choicesProblem(
  { choices, minItems = 0, maxItems = Infinity }: Extract<FormField, { type: "some-of" }>,
  values: readonly unknown[],
): string | undefined {
  if (!values.every((value) => choices.some((choice) => choice.value === value))) return "must be some of the choices";
  if (new Set(values).size < values.length) return "must not have a choice twice";
  if (values.length < minItems) return `must have at least ${minItems} of the choices`;
  return values.length > maxItems ? `must have at most ${maxItems} of the choices` : undefined;
}
