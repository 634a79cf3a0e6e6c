/**
 * Checks the answer to a form against its fields [R145]. Each problem is a sentence that names its field.
 */

import { type FormField, readFormFields } from "./form-field.ts";
import { isOfFormat } from "./text-format.ts";
import { matchesPattern } from "./text-pattern.ts";

export interface FormProblem {
  /** The name of the field. */
  readonly field: string;
  readonly message: string;
}

type Content = Readonly<Record<string, unknown>>;

/**
 * Checks an answer as it came over the wire. A missing field with a default is no problem, and the value of a field of
 * an unknown type is between the client and the server.
 */
export function checkAnswer(fields: readonly FormField[], content: Content): readonly FormProblem[] {
  return [
    ...fields.flatMap((field) => {
      const isGiven = Object.hasOwn(content, field.name);
      const isMissing = field.isRequired && !isGiven && !("initial" in field);
      const problem = isMissing ? "is required" : isGiven && problemWith(field, content[field.name]);
      return problem ? [sentence(field, problem)] : [];
    }),
    ...unexpected(fields, content),
  ];
}

/** What of an answer does not fit the schema of its form, in sentences; undefined if all does. */
export function answerProblem(schema: unknown, content: Content): string | undefined {
  const problems = checkAnswer(readFormFields(schema), content);
  return problems.length > 0 ? problems.map(({ message }) => message).join(" ") : undefined;
}

/** Checks what a person has filled in: an empty value is none, and a cleared field does not fall back to its default. */
export function checkInput(fields: readonly FormField[], content: Content): readonly FormProblem[] {
  return [
    ...fields.flatMap((field) => {
      const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
      const problem = isEmpty(value) ? field.isRequired && "is required" : inputProblem(field, value);
      return problem ? [sentence(field, problem)] : [];
    }),
    ...unexpected(fields, content),
  ];
}

function inputProblem(field: FormField, value: unknown): string | undefined {
  return field.type === "unknown" ? "has an unknown type and cannot be answered" : problemWith(field, value);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function unexpected(fields: readonly FormField[], content: Content): readonly FormProblem[] {
  const known = new Set(fields.map(({ name }) => name));
  const names = Object.keys(content).filter((name) => !known.has(name));
  return names.map((name) => sentence({ name, title: name }, "is not a field of this form"));
}

function sentence({ name, title }: Pick<FormField, "name" | "title">, problem: string): FormProblem {
  return { field: name, message: `${title} ${problem}.` };
}

function problemWith(field: FormField, value: unknown): string | undefined {
  switch (field.type) {
    case "text":
      return typeof value === "string" ? textProblem(field, value) : "must be text";
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
      return undefined;
  }
}

function textProblem(field: Extract<FormField, { type: "text" }>, text: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, format, pattern } = field;
  // As JSON Schema counts: characters, not UTF-16 units.
  const length = Array.from(text).length;
  if (length < minLength) return `must have at least ${counted(minLength, "character")}`;
  if (length > maxLength) return `must have at most ${counted(maxLength, "character")}`;
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
  if (!values.every((value) => choices.some((choice) => choice.value === value)))
    return "must be choices from the list";
  if (new Set(values).size < values.length) return "must not repeat a choice";
  if (values.length < minItems) return `must have at least ${counted(minItems, "choice")}`;
  return values.length > maxItems ? `must have at most ${counted(maxItems, "choice")}` : undefined;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
