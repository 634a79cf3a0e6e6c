/**
 * The key that tokens are bound to (DPoP, RFC 9449), in a form that outlives the process: the tokens do too.
 */

import { hash, webcrypto } from "node:crypto";

import { DpopSession } from "@modelcontextprotocol/client";

const CURVE = { name: "ECDSA", namedCurve: "P-256" };

export async function newProofKey(): Promise<webcrypto.JsonWebKey> {
  const { privateKey } = await webcrypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
  return await webcrypto.subtle.exportKey("jwk", privateKey);
}

/** Signs a proof for each request. Keep it: it remembers what the servers want in the next one. */
export async function proofsWith(key: webcrypto.JsonWebKey): Promise<DpopSession> {
  const { crv = "", x = "", y = "" } = key;
  const publicJwk = { crv, kty: "EC", x, y };
  const [privateKey, publicKey] = await Promise.all([
    webcrypto.subtle.importKey("jwk", key, CURVE, false, ["sign"]),
    webcrypto.subtle.importKey("jwk", publicJwk, CURVE, true, ["verify"]),
  ]);
  // The members in this order, and no others, are what is hashed (RFC 7638).
  const thumbprint = hash("sha256", JSON.stringify(publicJwk), "base64url");
  return await DpopSession.create({ keyPair: { privateKey, publicKey, publicJwk, thumbprint, alg: "ES256" } });
}
