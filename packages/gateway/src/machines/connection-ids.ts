/**
 * Ids of ACP connections over HTTP. Such a connection is many requests, and each may reach any machine: its id says where
 * the connection is, to machines of this gateway only, which alone can make or read it.
 */

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

import { isString, itemsOf, parseJson } from "@tenon/basis";

import type { Machines } from "../gateway-options.ts";

export interface ConnectionIds {
  /** The id that the client gets. */
  seal(id: string): string;
  /** Undefined for an id that no machine of this gateway has given out. */
  open(given: string): ConnectionPlace | undefined;
}

export interface ConnectionPlace {
  readonly id: string;
  /** The machine that has it, if that is not this one. */
  readonly address?: string;
}

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createConnectionIds(machines: Pick<Machines, "secret" | "address"> | undefined): ConnectionIds {
  if (!machines) return { seal: (id) => id, open: (id) => ({ id }) };
  const { secret, address } = machines;
  const key = createHmac("sha256", secret).update("ids of ACP connections").digest();
  return {
    seal(id) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce);
      const sealed = Buffer.concat([cipher.update(JSON.stringify([id, address() ?? ""])), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(given) {
      const [id, place] = itemsOf(parseJson(opened(Buffer.from(given, "base64url")) ?? ""));
      if (!isString(id) || !isString(place)) return undefined;
      return place === address() ? { id } : { id, address: place };
    },
  };

  function opened(bytes: Buffer): string | undefined {
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    } catch {
      // Forged, or of another gateway.
      return undefined;
    }
  }
}
