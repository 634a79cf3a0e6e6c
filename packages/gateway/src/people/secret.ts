import { createHash, randomBytes } from "node:crypto";

/** A secret that cannot be guessed, so that a plain hash of it is enough to recognise it. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
