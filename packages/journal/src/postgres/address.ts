/**
 * Where a store is. Its name, which errors and logs show, has no password.
 */

import { JournalError } from "../journal-error.ts";
import type { ClientConfig } from "pg";

export interface StoreAddress {
  /** For people: user, host, port and database. */
  readonly name: string;
  readonly config: ClientConfig;
}

/** Rejects what is no URL of Postgres, without showing it: it may have a password. */
export function storeAddress(url: string, password?: string): StoreAddress {
  const parsed = URL.parse(url);
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new JournalError("bad_address", "A store must be a URL such as postgres://user@host:5432/database");
  }
  if (password !== undefined) parsed.password = password;
  const { username, host, pathname } = parsed;
  const user = username === "" ? "" : `${username}@`;
  return {
    name: decodeURIComponent(`postgres://${user}${host}${pathname}`),
    config: { connectionString: parsed.href },
  };
}
