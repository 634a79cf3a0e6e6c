/**
 * The arguments of a tool that is tried by hand: fields from its schema, and what is made of their input.
 */

import { parseJson } from "@tenon/basis";
import { type FormField, readFormFields } from "@tenon/timeline";

import { type FormInput, initialInput, readForm } from "../elicitation/form-input.ts";

/** Under the names that a model uses. A field of an unknown type is written as JSON. */
export function argumentFields(schema: unknown): readonly FormField[] {
  return readFormFields(schema).map((field) => ({ ...field, title: field.name }));
}

/** The defaults. An optional box without one is no argument until it is touched: the tool may have a default of its own. */
export function initialArguments(fields: readonly FormField[]): FormInput {
  return initialInput(
    fields.filter((field) => field.type !== "yes-no" || field.isRequired || field.initial !== undefined),
  );
}

/** Either the arguments without the empty ones or, by the name of its field, what is wrong. */
export function readArguments(
  fields: readonly FormField[],
  input: FormInput,
): { readonly given: object } | { readonly problems: Readonly<Record<string, string>> } {
  const read = readForm(
    fields.filter(({ type }) => type !== "unknown"),
    input,
  );
  if ("problems" in read) return read;
  const written = fields.flatMap(({ type, name }) => {
    const text = input[name];
    return type === "unknown" && typeof text === "string" && text !== "" ? [[name, valueOf(text)] as const] : [];
  });
  return { given: { ...read.content, ...Object.fromEntries(written) } };
}

/** A text that is not JSON is a string. */
function valueOf(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
