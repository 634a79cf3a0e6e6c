import type pg from "pg";

import { storeAddress } from "./address.ts";
import { createPool } from "./connections.ts";

const TIMEOUT_MS = 10_000;
const IDLE_MS = 10_000;

/** A few connections to the store's database, for what is kept there beside the journal. To be ended by the caller. */
export function openPostgresPool({ url }: { readonly url: string }): pg.Pool {
  return createPool({
    ...storeAddress(url).config,
    application_name: "tenon",
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    max: 2,
  });
}
