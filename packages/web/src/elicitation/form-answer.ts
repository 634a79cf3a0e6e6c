/**
 * What somebody has filled in, read as the form asks for it, or what is wrong with it.
 */

import type { FormField } from "./form-fields.ts";

/** What stands in a field: text, the state of a box, or the choices that are ticked. */
export type FieldInput = string | boolean | readonly string[];
export type FormInput = Readonly<Record<string, FieldInput>>;

export type FormAnswer = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Before anybody has touched it. */
export function initialInput(fields: readonly FormField[]): FormInput {
  return Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, FieldInput])[] => {
      switch (field.type) {
        case "text":
        case "one-of":
          return [[field.name, field.initial ?? ""]];
        case "number":
          return [[field.name, field.initial === undefined ? "" : String(field.initial)]];
        case "yes-no":
          return [[field.name, field.initial ?? false]];
        case "some-of":
          return [[field.name, field.initial ?? []]];
        case "unknown":
          return [];
      }
    }),
  );
}

/** Either all answers or, by the name of its field, what is wrong. What is optional and empty is left out. */
export function readForm(
  fields: readonly FormField[],
  input: FormInput,
): { readonly content: FormAnswer } | { readonly problems: Readonly<Record<string, string>> } {
  const problems = fields.flatMap((field) => {
    const problem = problemWith(field, input[field.name]);
    return problem === undefined ? [] : [[field.name, problem] as const];
  });
  if (problems.length > 0) return { problems: Object.fromEntries(problems) };
  return {
    content: Object.fromEntries(
      fields.flatMap((field) => {
        const given = input[field.name];
        if (given === undefined || isLeftOut(field, given)) return [];
        return [[field.name, field.type === "number" ? Number(given) : given] as const];
      }),
    ),
  };
}

/** It cannot be answered at all. */
export function isUnanswerable(fields: readonly FormField[]): boolean {
  return fields.some(({ type, isRequired }) => type === "unknown" && isRequired);
}

function isLeftOut(field: FormField, given: FieldInput): boolean {
  if (field.isRequired || field.type === "yes-no") return false;
  return given === "" || (Array.isArray(given) && given.length === 0);
}

function problemWith(field: FormField, given: FieldInput | undefined): string | undefined {
  if (field.type === "unknown") return field.isRequired ? "This page cannot ask for it." : undefined;
  if (given === undefined) return field.isRequired ? "Required." : undefined;
  if (isLeftOut(field, given)) return undefined;
  switch (field.type) {
    case "text":
      return textProblem(field, String(given));
    case "number":
      return numberProblem(field, String(given));
    case "yes-no":
      return undefined;
    case "one-of":
      return field.choices.some(({ value }) => value === given) ? undefined : "Choose one.";
    case "some-of": {
      const count = Array.isArray(given) ? given.length : 0;
      const { minItems = field.isRequired ? 1 : 0, maxItems = Infinity } = field;
      if (count < minItems) return `Choose at least ${minItems}.`;
      return count > maxItems ? `Choose at most ${maxItems}.` : undefined;
    }
  }
}

function textProblem(field: Extract<FormField, { readonly type: "text" }>, text: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, format, pattern } = field;
  const length = Array.from(text).length;
  if (length === 0) return "Required.";
  if (length < minLength) return `At least ${minLength} characters.`;
  if (length > maxLength) return `At most ${maxLength} characters.`;
  if (format !== undefined && FORMATS[format]?.test(text) === false) return `Not ${FORMAT_NAMES[format]}.`;
  return pattern === undefined || fits(text, pattern) ? undefined : `It must match ${pattern}.`;
}

function numberProblem(field: Extract<FormField, { readonly type: "number" }>, text: string): string | undefined {
  const { isWhole, minimum = -Infinity, maximum = Infinity } = field;
  const value = Number(text);
  if (text.trim() === "") return "Required.";
  if (!Number.isFinite(value)) return "Not a number.";
  if (isWhole && !Number.isInteger(value)) return "A whole number.";
  if (value < minimum) return `At least ${minimum}.`;
  return value > maximum ? `At most ${maximum}.` : undefined;
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+$/u,
  uri: /^[a-z][a-z\d+.-]*:\S+$/iu,
  date: /^\d{4}-\d{2}-\d{2}$/u,
  "date-time": /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/iu,
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  email: "an email address",
  uri: "an address, such as https://example.com",
  date: "a date, such as 2026-11-30",
  "date-time": "a time with its zone, such as 2026-11-30T12:00:00Z",
};

/** Longer texts are left to who asked: a pattern from outside may take for ever on them. */
const CHECKED_UP_TO = 200;

function fits(text: string, pattern: string): boolean {
  if (text.length > CHECKED_UP_TO || /[+*}]\)?[+*{]|\([^)]*[+*][^)]*\)[+*{]/u.test(pattern)) return true;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    // Not a pattern that the browser knows: who asked will check.
    return true;
  }
}
