/**
 * Takes secrets out of what is about to be written down: the values it is told, and whatever has the shape of one.
 *
 * It works on whole texts. Of a stream, give it whole lines or messages: a secret cut in two is two harmless-looking
 * halves.
 */

import { isRecord } from "../json/read-fields.ts";
import { redactPrivateKeys } from "./private-keys.ts";
import { isSecretName } from "./secret-names.ts";
import { MARKER, redactShapes } from "./shapes.ts";
import { isWorthHiding } from "./worth-hiding.ts";

export interface Redactor {
  redact(text: string): string;
  /** For a JSON value; gives a new one of the same form. */
  redactValue(value: unknown): unknown;
}

const DEEPEST = 256;

/** Values that are too short or too common to be secrets are not hidden. */
export function createRedactor({ secrets = [] }: { readonly secrets?: Iterable<string> } = {}): Redactor {
  const known = knownPattern(secrets);

  function redact(text: string): string {
    return redactShapes(redactPrivateKeys(known ? text.replace(known, MARKER) : text));
  }

  function redactValue(value: unknown, depth = 0): unknown {
    if (typeof value === "string") return redact(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth === DEEPEST) return "[too deep]";
    if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
    const secretValue = namesASecret(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const isSecret = isSecretName(key, "field") || (secretValue && key === "value");
        const hidden = isSecret && typeof item === "string" && item !== "" ? MARKER : redactValue(item, depth + 1);
        return [redact(key), hidden];
      }),
    );
  }

  return { redact, redactValue: (value) => redactValue(value) };
}

/** `{ name: "API_KEY", value: "…" }`, as ACP writes variables and headers. */
function namesASecret(value: object): boolean {
  return isRecord(value) && typeof value["name"] === "string" && isSecretName(value["name"], "variable");
}

/** The known values in every notation in which they turn up; undefined if there are none. */
function knownPattern(secrets: Iterable<string>): RegExp | undefined {
  const values = [...secrets].map((secret) => secret.trim()).filter(isWorthHiding);
  const notations = new Set(
    values.flatMap((value) => [
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value.toWellFormed()),
      Buffer.from(value).toString("base64").replace(/=+$/, ""),
    ]),
  );
  // The longest first: of a secret that begins with another, all must go.
  const sorted = [...notations].toSorted((one, other) => other.length - one.length);
  return sorted.length === 0 ? undefined : new RegExp(sorted.map(literal).join("|"), "g");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
