/**
 * The tokens by which agents reach endpoints. Each opens one endpoint, and none after it was revoked.
 */

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import type { Endpoint } from "@tenon/hub/endpoint";

export type Served = Pick<Endpoint, "serveStream" | "handle">;

export interface DoorKeys {
  /** A new token for this endpoint. */
  issue(endpoint: Served): DoorKey;
  /** Undefined for a token that was never issued, or was revoked. */
  find(token: string): Served | undefined;
}

export interface DoorKey {
  readonly token: string;
  revoke(): void;
}

export function createDoorKeys(): DoorKeys {
  const issued = new Map<string, { readonly hash: Buffer; readonly endpoint: Served }>();
  return {
    issue(endpoint) {
      const id = randomBytes(9).toString("base64url");
      const token = `${id}.${randomBytes(32).toString("base64url")}`;
      issued.set(id, { hash: hashOf(token), endpoint });
      return { token, revoke: () => void issued.delete(id) };
    },
    find(token) {
      // Found by the part that is no secret, compared in constant time.
      const key = issued.get(token.split(".", 1)[0] ?? "");
      return key && timingSafeEqual(key.hash, hashOf(token)) ? key.endpoint : undefined;
    },
  };
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
