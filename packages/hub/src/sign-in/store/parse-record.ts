/**
 * A record of the store as a file holds it.
 */

import type { OAuthClientInformationMixed, SpecTypes } from "@modelcontextprotocol/client";
import { isObject } from "@tenon/basis";

import type { Credentials } from "./token-store.ts";

export interface StoreRecord {
  readonly version: 1;
  readonly server: string;
  readonly credentials: Credentials;
}

/** Throws if this is not a record for the server. What it throws names no value: they are secrets. */
export async function parseRecord(json: unknown, server: string): Promise<Credentials> {
  if (!isObject(json) || json["version"] !== 1 || json["server"] !== server)
    throw new Error("Not a record of this server");
  const { credentials } = json;
  if (!isObject(credentials) || typeof credentials["issuer"] !== "string") throw new Error("No issuer");
  const { issuer, client, tokens, proofKey, wanted } = credentials;
  return {
    issuer,
    ...(client !== undefined && { client: await parseClient(client) }),
    ...(tokens !== undefined && { tokens: await parse("OAuthTokens", tokens) }),
    ...(isObject(proofKey) && { proofKey }),
    ...(typeof wanted === "string" && { wanted }),
  };
}

/** With the redirect addresses it was registered for, if it was registered and not assigned. */
function parseClient(json: unknown): Promise<OAuthClientInformationMixed> {
  const isRegistered = isObject(json) && "redirect_uris" in json;
  return isRegistered ? parse("OAuthClientInformationFull", json) : parse("OAuthClientInformation", json);
}

type Kind = "OAuthTokens" | "OAuthClientInformation" | "OAuthClientInformationFull";

async function parse<K extends Kind>(kind: K, json: unknown): Promise<SpecTypes[K]> {
  // Nobody who never signed in anywhere loads it.
  const { specTypeSchemas } = await import("@modelcontextprotocol/client");
  const result = specTypeSchemas[kind]["~standard"].validate(json);
  if (result.issues) throw new Error(`Not ${kind}`);
  return result.value;
}
