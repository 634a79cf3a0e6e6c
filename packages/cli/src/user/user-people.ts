/**
 * The people of this user's gateway: one file in their data folder, for `tenon serve` and its commands.
 */

import { join } from "node:path";

import { createPeople, openSqlitePeople, type People } from "@tenon/gateway";

import { userDataFolder } from "./data-folder.ts";

/** To be disposed of. */
export async function openUserPeople(onFailure: (error: unknown) => void): Promise<People> {
  const store = await openSqlitePeople({ file: join(userDataFolder(), "people.db") });
  return createPeople({ store, folder: process.cwd(), onFailure });
}
