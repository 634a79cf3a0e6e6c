/**
 * The people of this user's gateway, for `tenon serve` and its commands: one file in their data folder, or the database that
 * several machines share.
 */

import { join } from "node:path";

import {
  createPeople,
  openPostgresPeople,
  openSqlitePeople,
  type People,
  type PeopleOptions,
  type PeopleStore,
} from "@tenon/gateway";

import { userDataFolder } from "./data-folder.ts";
import { chosenStore } from "./user-store.ts";

export interface UserPeopleOptions extends Pick<PeopleOptions, "onFailure" | "onRecovery"> {
  /** As on the command line: a URL, or a file with one. */
  readonly store?: string | undefined;
}

/** To be disposed of. */
export async function openUserPeople({ store, ...listeners }: UserPeopleOptions): Promise<People> {
  return createPeople({ store: await openStore(store), folder: process.cwd(), ...listeners });
}

async function openStore(given: string | undefined): Promise<PeopleStore> {
  const url = await chosenStore(given);
  if (url === undefined) return await openSqlitePeople({ file: join(userDataFolder(), "people.db") });
  const { openPostgresPool } = await import("@tenon/journal/postgres");
  const pool = openPostgresPool({ url });
  try {
    const store = await openPostgresPeople(pool);
    return { ...store, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
