import { randomBytes } from "node:crypto";

import { storeAddress } from "./address.ts";
import { createConnections } from "./connections.ts";

const TIMEOUT_MS = 10_000;

/** A secret of the processes with access to the database. Made by the first that asks. */
export async function machineSecret({ url }: { readonly url: string }): Promise<string> {
  const connections = createConnections({ address: storeAddress(url), timeoutMs: TIMEOUT_MS, patienceMs: TIMEOUT_MS });
  try {
    const made = randomBytes(32).toString("base64url");
    await connections.row("INSERT INTO tenon_secrets (name, value) VALUES ('machines', $1) ON CONFLICT DO NOTHING", [
      made,
    ]);
    const kept = await connections.row("SELECT value FROM tenon_secrets WHERE name = 'machines'");
    return String(kept?.["value"]);
  } finally {
    await connections.close();
  }
}
