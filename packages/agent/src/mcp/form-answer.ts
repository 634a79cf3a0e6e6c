/**
 * Looks at the forms that servers ask a person to fill in, and at what comes back: nobody is asked for a secret in a form
 * [R144], and no answer goes on that is not what was asked for [R145].
 */

import { isSecretName } from "@tenon/policy";

type Fields = Readonly<Record<string, unknown>>;

/** The first field that asks for a secret, by its name. */
export function secretIn(schema: unknown): string | undefined {
  return Object.entries(fieldsOf(fieldsOf(schema)["properties"])).find(
    ([name, field]) => isText(fieldsOf(field)) && isSecretName(name, "field"),
  )?.[0];
}

/** What is wrong with the answer, in a sentence; undefined if nothing is. */
export function problemWith(content: Fields, schema: unknown): string | undefined {
  const { properties, required } = fieldsOf(schema);
  const asked = fieldsOf(properties);
  const isMissing = (name: string) => content[name] === undefined && fieldsOf(asked[name])["default"] === undefined;
  const missing = listOf(required)
    .filter((name) => typeof name === "string")
    .find(isMissing);
  if (missing !== undefined) return `${missing} is missing`;
  for (const [name, value] of Object.entries(content)) {
    if (!Object.hasOwn(asked, name)) return `${name} was not asked for`;
    if (!fits(value, fieldsOf(asked[name]))) return `${name} is not what was asked for`;
  }
  return undefined;
}

function fits(value: unknown, field: Fields): boolean {
  switch (field["type"]) {
    case "string":
      return typeof value === "string" && hasLength(value.length, field, "Length") && isOffered(value, field);
    case "integer":
      return Number.isInteger(value) && isWithin(value, field);
    case "number":
      return typeof value === "number" && Number.isFinite(value) && isWithin(value, field);
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return (
        Array.isArray(value) &&
        hasLength(value.length, field, "Items") &&
        value.every((one) => typeof one === "string" && isOffered(one, fieldsOf(field["items"])))
      );
    default:
      // A kind that we do not know is between the client and the server.
      return true;
  }
}

function isOffered(value: string, field: Fields): boolean {
  const titled = listOf(field["oneOf"] ?? field["anyOf"]).map((option) => fieldsOf(option)["const"]);
  const offered = [...listOf(field["enum"]), ...titled];
  return offered.length === 0 || offered.includes(value);
}

function isWithin(value: unknown, { minimum, maximum }: Fields): boolean {
  if (typeof value !== "number") return false;
  return !(typeof minimum === "number" && value < minimum) && !(typeof maximum === "number" && value > maximum);
}

function hasLength(length: number, field: Fields, of: "Length" | "Items"): boolean {
  return isWithin(length, { minimum: field[`min${of}`], maximum: field[`max${of}`] });
}

function isText({ type, enum: choices, oneOf }: Fields): boolean {
  return type === "string" && choices === undefined && oneOf === undefined;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
