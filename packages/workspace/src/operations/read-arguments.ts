/**
 * The arguments of a call, as a model wrote them: `ToolError` for what is wrong, naming the argument.
 *
 * Models also write numbers, booleans and lists as text; what can only be meant in one way is taken that way.
 */

import { isObject, isString, parseJson } from "@tenon/basis";

import { ToolError } from "../tool-error.ts";

export interface Arguments {
  /** May be empty. */
  text(name: string): string;
  nonEmptyText(name: string): string;
  optionalText(name: string): string | undefined;
  /** A whole number that is not less than `least`. */
  optionalNumber(name: string, options: { readonly least: number }): number | undefined;
  /** False if it is absent. */
  flag(name: string): boolean;
  /** Empty if it is absent. */
  texts(name: string): readonly string[];
  /** A list of objects, each as arguments of its own. */
  list(name: string): readonly Arguments[];
}

export function readArguments(args: Readonly<Record<string, unknown>>, place = ""): Arguments {
  const given = (name: string) => (Object.hasOwn(args, name) ? (args[name] ?? undefined) : undefined);
  const wrong = (name: string, expected: string) =>
    new ToolError(`${place}${name} ${given(name) === undefined ? "is missing; it should" : "should"} be ${expected}.`);

  function optionalText(name: string): string | undefined {
    const value = given(name);
    if (value === undefined || typeof value === "string") return value;
    throw wrong(name, "a string");
  }

  function text(name: string): string {
    const value = optionalText(name);
    if (value === undefined) throw wrong(name, "a string");
    return value;
  }

  return {
    optionalText,
    text,
    nonEmptyText(name) {
      const value = text(name);
      if (value === "") throw wrong(name, "a non-empty string");
      return value;
    },
    optionalNumber(name, { least }) {
      const value = given(name);
      if (value === undefined) return undefined;
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      if (typeof number === "number" && Number.isInteger(number) && number >= least) return number;
      throw wrong(name, `an integer, ${least} or more`);
    },
    flag(name) {
      const value = given(name) ?? false;
      if (typeof value === "boolean") return value;
      if (value === "true" || value === "false") return value === "true";
      throw wrong(name, "true or false");
    },
    texts(name) {
      const list = asList(given(name) ?? []);
      if (!Array.isArray(list) || !list.every(isString)) throw wrong(name, "an array of strings");
      return list;
    },
    list(name) {
      const list = asList(given(name));
      if (!Array.isArray(list) || !list.every(isObject)) throw wrong(name, "an array of objects");
      return list.map((item, index) => readArguments(item, `${place}${name}[${index}].`));
    },
  };
}

function asList(value: unknown): unknown {
  return typeof value === "string" ? parseJson(value) : value;
}
