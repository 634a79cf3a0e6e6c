/**
 * Redacts a JSON value by its fields: what has the name of a secret is hidden whole.
 */

import { isObject } from "@tenon/basis";

import { isSecretName } from "./secret-names.ts";
import { MARKER } from "./spans.ts";

const MAX_DEPTH = 256;

/** Gives a new value of the same form. */
export function redactValue(value: unknown, redact: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return "[too deep]";
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      followsSecretFlag(value, index) ? MARKER : redactValue(item, redact, depth + 1),
    );
  }
  const isSecretPair = isNamedSecret(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isSecret = isSecretName(key, "field") || (isSecretPair && key === "value");
      const hidden = isSecret && typeof item === "string" && item !== "";
      return [redact(key), hidden ? MARKER : redactValue(item, redact, depth + 1)];
    }),
  );
}

/** The second of `["--token", "…"]`. */
function followsSecretFlag(list: readonly unknown[], index: number): boolean {
  const [flag, item] = [list[index - 1], list[index]];
  if (typeof flag !== "string" || typeof item !== "string") return false;
  return /^--?[\w-]{2,64}$/.test(flag) && isSecretName(flag, "line") && item !== "" && !item.startsWith("-");
}

/** `{ name: "API_KEY", value: "…" }`, as ACP writes variables and headers. */
function isNamedSecret(value: object): boolean {
  return isObject(value) && typeof value["name"] === "string" && isSecretName(value["name"], "variable");
}
