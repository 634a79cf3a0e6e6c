/**
 * What servers are given in a message that brings some: `session/new`, `session/load`, `_tenon/servers/attach`.
 */

import { isObject, itemsOf, objectOf } from "@tenon/basis";

import type { Given } from "./secrets-of.ts";

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
