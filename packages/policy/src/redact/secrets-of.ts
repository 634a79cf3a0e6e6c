/**
 * The secret values in what a server is given. Not every value is one: a server's `ROOT=/home/me/project` must not
 * blank out every path of the session.
 */

import { isObject, itemsOf, objectOf } from "@tenon/basis";

import { isSecretName } from "./secret-names.ts";
import { isWorthHiding } from "./worth-hiding.ts";

export interface Given {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of a command line. */
  readonly args?: readonly string[] | undefined;
  readonly url?: string | undefined;
}

export function secretsOf({ env = {}, headers = {}, args = [], url }: Given): readonly string[] {
  const variables = Object.entries(env)
    .filter(([name, value]) => isSecretName(name, "variable") || looksRandom(value))
    .map(([, value]) => value);
  const all = [
    ...variables,
    ...Object.entries(headers).flatMap(([name, value]) => secretsOfHeader(name, value)),
    ...args.flatMap((argument, index) => secretsOfArgument(argument, args[index - 1])),
    ...[url ?? "", ...Object.values(env), ...args].flatMap(secretsOfUrl),
  ];
  return [...new Set(all.map((value) => value.trim()))].filter(isWorthHiding);
}

const PUBLIC_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "content-type",
  "mcp-protocol-version",
  "user-agent",
]);

/** Of "Bearer abc" the secret is "abc", wherever it turns up; of "Basic …" the password in it too. */
function secretsOfHeader(name: string, value: string): readonly string[] {
  if (PUBLIC_HEADERS.has(name.toLowerCase())) return [];
  const credentials = value.replace(/^[A-Za-z]+\s+/, "");
  const basic = /^basic\s/i.test(value) ? Buffer.from(credentials, "base64").toString() : "";
  return [value, credentials, ...basic.split(":").slice(1)];
}

/** `--token=abc`, `--token abc`, `TOKEN=abc` (as `docker run -e` takes it), and a header behind `-H` or `--header`. */
function secretsOfArgument(argument: string, before: string | undefined): readonly string[] {
  const { name = "", value = "" } = /^-{0,2}(?<name>[\w.-]{1,64})=(?<value>.*)$/s.exec(argument)?.groups ?? {};
  const header = /^(?<name>[\w-]{1,64}):\s*(?<value>.+)$/.exec(argument)?.groups;
  const isFlagged = before !== undefined && /^--?\w/.test(before) && isSecretName(before, "line");
  return [
    ...(value !== "" && (isSecretName(name, "variable") || looksRandom(value)) ? [value] : []),
    ...(isFlagged && !argument.startsWith("-") ? [argument] : []),
    ...(header?.["name"] && isSecretName(header["name"], "field") ? secretsOfHeader("", header["value"] ?? "") : []),
    ...(looksRandom(argument) && !argument.startsWith("-") ? [argument] : []),
  ];
}

// What is longer is a file or a list.
const MAX_RANDOM_LENGTH = 4 * 1024;

/** Long and of letters and digits, or shorter and of all kinds within one word. Names, versions and locales are neither. */
function looksRandom(value: string): boolean {
  if (value.length > MAX_RANDOM_LENGTH) return false;
  const isLong = /^[A-Za-z0-9+=_.-]{20,}$/.test(value) && /[0-9]/.test(value) && /[A-Za-z]/.test(value);
  const isMixed = /^\S{8,}$/.test(value) && !/[/\\]/.test(value) && value.split(/[-_.:,@]/).some(hasAllKinds);
  return (isLong || isMixed) && !/^@?[a-z][\w.-]*@|^[a-z][a-z-]*-[a-z]+-?v?\d/.test(value);
}

function hasAllKinds(word: string): boolean {
  return word.length >= 8 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /[0-9]/.test(word);
}

/** The password of `postgres://me:password@host/`, what secret parameters hold, and a random part of the path. */
function secretsOfUrl(value: string): readonly string[] {
  const url = value.includes("://") ? URL.parse(value) : null;
  if (!url) return [];
  const parameters = [...url.searchParams].flatMap(([name, parameter]) =>
    isSecretName(name, "parameter") || looksRandom(parameter) ? [parameter] : [],
  );
  const parts = url.pathname.split("/").filter((part) => looksRandom(part) && !isPublicId(part));
  return [decoded(url.password), ...parameters, ...parts].filter((found) => found !== "");
}

function isPublicId(part: string): boolean {
  return /^[0-9a-f]{40}$|^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(part);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone percent sign
  }
}

/** What servers are given in a message that brings some: `session/new`, `session/load`, `_tenon/servers/attach`. */
export function givenIn(message: unknown): readonly Given[] {
  const { method, params } = objectOf(message);
  const { mcpServers, server } = objectOf(params);
  const servers = itemsOf(mcpServers);
  const attached = method === "_tenon/servers/attach" ? [server] : [];
  return [...servers, ...attached].filter(isObject).map(({ env, headers, args, url, _meta }) => ({
    env: pairs(env),
    headers: { ...pairs(headers), ...signInSecrets(_meta) },
    args: Array.isArray(args) ? args.filter((argument) => typeof argument === "string") : [],
    url: typeof url === "string" ? url : undefined,
  }));
}

/** The secrets among the sign-in options. */
function signInSecrets(meta: unknown): Record<string, string> {
  const signIn = objectOf(objectOf(objectOf(meta)["tenon"])["signIn"]);
  const { clientSecret, privateKey, assertion, identityProvider } = signIn;
  const { clientSecret: providerSecret, idToken } = objectOf(identityProvider);
  return pairs({ clientSecret, privateKey, assertion, providerSecret, idToken });
}

/** Both forms in which clients send them. */
function pairs(value: unknown): Record<string, string> {
  const entries: readonly (readonly unknown[])[] = Array.isArray(value)
    ? value.filter(isObject).map((pair) => [pair["name"], pair["value"]])
    : Object.entries(objectOf(value));
  return Object.fromEntries(entries.filter(([name, text]) => typeof name === "string" && typeof text === "string"));
}
