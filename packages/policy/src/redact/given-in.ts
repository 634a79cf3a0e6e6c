/**
 * What servers are given in a message that brings some: `session/new`, `session/load`, `_tenon/servers/attach`.
 */

import { isRecord } from "../json/read-fields.ts";
import type { Given } from "./secrets-of.ts";

export function givenIn(text: string): readonly Given[] {
  // Looked for first: hardly any message brings a server.
  if (!text.includes('"mcpServers"') && !text.includes('"_tenon/servers/attach"')) return [];
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return [];
  }
  const params = isRecord(message) && isRecord(message["params"]) ? message["params"] : {};
  const servers: readonly unknown[] = Array.isArray(params["mcpServers"]) ? params["mcpServers"] : [];
  return [...servers, params["server"]].filter(isRecord).map(({ env, headers, args, url, _meta }) => ({
    env: pairs(env),
    headers: { ...pairs(headers), ...signInSecrets(_meta) },
    args: Array.isArray(args) ? args.filter((argument) => typeof argument === "string") : [],
    url: typeof url === "string" ? url : undefined,
  }));
}

/** Of how to sign in, what not everybody may know. */
function signInSecrets(meta: unknown): Record<string, string> {
  const tenon = isRecord(meta) ? meta["tenon"] : undefined;
  const signIn = isRecord(tenon) ? tenon["signIn"] : undefined;
  if (!isRecord(signIn)) return {};
  const { clientSecret, privateKey, assertion, identityProvider } = signIn;
  const { clientSecret: providerSecret, idToken } = isRecord(identityProvider) ? identityProvider : {};
  return pairs({ clientSecret, privateKey, assertion, providerSecret, idToken });
}

/** Both forms in which clients send them. */
function pairs(value: unknown): Record<string, string> {
  const entries: readonly (readonly unknown[])[] = Array.isArray(value)
    ? value.filter(isRecord).map((pair) => [pair["name"], pair["value"]])
    : Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(entries.filter(([name, text]) => typeof name === "string" && typeof text === "string"));
}
