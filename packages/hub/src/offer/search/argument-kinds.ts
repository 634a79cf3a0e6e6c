/**
 * The kinds of material that requests bring and parameters take, as terms of the index.
 */

import type { Parameter } from "../schema-parameters.ts";

export type ArgumentKind =
  | "a url"
  | "an email"
  | "a path"
  | "a pattern"
  | "a commit"
  | "a size"
  | "a number"
  | "a text";

/** From a parameter's name, type and format. */
export function kindsOfParameter({ name, type, format }: Parameter): ReadonlySet<ArgumentKind> {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  const kinds = new Set(BY_NAME.filter(([, names]) => names.test(words)).map(([kind]) => kind));
  if (format === "uri" || format === "url") kinds.add("a url");
  if (format === "email") kinds.add("an email");
  if (type === "number" || type === "integer") kinds.add("a number");
  return kinds;
}

const BY_NAME: readonly (readonly [ArgumentKind, RegExp])[] = [
  ["a url", /(?:^|_)(?:url|uri|href|link|address)s?$/],
  ["an email", /(?:^|_)e?mails?(?:_|$)/],
  ["a path", /(?:^|_)(?:path|file|filename|dir|directory|folder|source|destination)s?$/],
  ["a pattern", /(?:^|_)(?:pattern|glob|regex)s?$/],
  ["a commit", /(?:^|_)(?:commit|commitish|sha|hash|object|revision|ref)s?$/],
  ["a size", /(?:^|_)(?:width|height|viewport|size)$/],
  ["a text", /(?:^|_)(?:text|message|content|body|query|title|value|comment|name)$/],
];
