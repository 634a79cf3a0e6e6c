/**
 * Hides the values of secrets in everything that leaves the toolset.
 */

import { isObject } from "@tenon/basis";

import type { SecretDeclarations } from "../define/toolset.ts";

export interface Mask {
  text(text: string): string;
  /** A copy of a JSON value in which every string is masked; the value itself if there is nothing to hide. */
  json<T>(value: T): T;
}

// A shorter value is a part of ordinary words.
const MIN_SECRET_LENGTH = 4;

export function createMask(secrets: SecretDeclarations, env: Readonly<Record<string, string | undefined>>): Mask {
  const forms = Object.keys(secrets).flatMap((name) => {
    const value = env[name];
    if (value === undefined || value.length < MIN_SECRET_LENGTH) return [];
    // Also as it looks in a URL and in JSON.
    const written = new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]);
    return [...written].map((form) => ({ form, marker: `[${name}]` }));
  });
  // A secret may contain another one.
  forms.sort((one, other) => other.form.length - one.form.length);
  const text = (given: string) => forms.reduce((masked, { form, marker }) => masked.replaceAll(form, marker), given);
  return {
    text,
    json: (value) => (forms.length === 0 ? value : maskJson(value, text)),
  };
}

function maskJson<T>(value: T, text: (given: string) => string): T;
function maskJson(value: unknown, text: (given: string) => string): unknown {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((item: unknown) => maskJson(item, text));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), maskJson(item, text)]));
}
