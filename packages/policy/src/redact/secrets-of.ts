/**
 * The secret values in what a server is given. Not every value is one: a server's `ROOT=/home/me/project` must not
 * blank out every path of the session.
 */

import { isSecretName } from "./secret-names.ts";
import { isWorthHiding } from "./worth-hiding.ts";

export function secretsOf(given: {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}): readonly string[] {
  const variables = Object.entries(given.env ?? {})
    .filter(([name, value]) => isSecretName(name, "variable") || looksRandom(value))
    .map(([, value]) => value);
  const headers = Object.entries(given.headers ?? {})
    .filter(([name]) => !PUBLIC_HEADERS.has(name.toLowerCase()))
    // Of "Bearer abc" the secret is "abc", wherever it turns up.
    .flatMap(([, value]) => [value, value.replace(/^[A-Za-z]+\s+/, "")]);
  const all = [...variables, ...headers, ...Object.values(given.env ?? {}).flatMap(passwordOf)];
  return [...new Set(all.map((value) => value.trim()))].filter(isWorthHiding);
}

const PUBLIC_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "content-type",
  "mcp-protocol-version",
  "user-agent",
]);

function looksRandom(value: string): boolean {
  return /^[A-Za-z0-9+=_.-]{20,}$/.test(value) && /[0-9]/.test(value) && /[A-Za-z]/.test(value);
}

/** The password of a connection string: `postgres://me:password@host/`. */
function passwordOf(value: string): readonly string[] {
  if (!URL.canParse(value)) return [];
  const { password } = new URL(value);
  return password === "" ? [] : [password];
}
