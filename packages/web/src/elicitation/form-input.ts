/**
 * The input of a form, and the answer made of it.
 */

import { checkInput, type FormContent, type FormField } from "@tenon/timeline";

/** Text, a ticked box, or the ticked choices. */
export type FieldInput = string | boolean | readonly string[];
export type FormInput = Readonly<Record<string, FieldInput>>;

/** Before the form is touched: its defaults. */
export function initialInput(fields: readonly FormField[]): FormInput {
  return Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, FieldInput])[] => {
      switch (field.type) {
        case "text":
        case "one-of":
        case "number":
        case "integer":
          return [[field.name, String(field.initial ?? "")]];
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

/** Either the answer without its empty fields or, by the name of its field, what is wrong. */
export function readForm(
  fields: readonly FormField[],
  input: FormInput,
): { readonly content: FormContent } | { readonly problems: Readonly<Record<string, string>> } {
  const content = Object.fromEntries(
    fields.flatMap((field) => {
      const given = input[field.name];
      return given === undefined || isEmpty(given) ? [] : [[field.name, valueOf(field, given)] as const];
    }),
  );
  const problems = checkInput(fields, content);
  if (problems.length === 0) return { content };
  return { problems: Object.fromEntries(problems.map(({ field, message }) => [field, message])) };
}

function isEmpty(given: FieldInput): boolean {
  return typeof given !== "boolean" && given.length === 0;
}

function valueOf({ type }: FormField, given: FieldInput): FormContent[string] {
  if (typeof given === "boolean") return given;
  if (typeof given !== "string") return [...given];
  // Text that is not a number stays as it is, and the check says so.
  const isNumber = (type === "number" || type === "integer") && given.trim() !== "" && Number.isFinite(Number(given));
  return isNumber ? Number(given) : given;
}
