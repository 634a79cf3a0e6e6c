/**
 * The user's and the project's rules for a session, whichever agent it has. They follow edits of the files.
 */

import { homedir } from "node:os";

import { systemClock } from "@tenon/basis";
import { rulesOf, watchConfiguration } from "@tenon/hub/config";
import { findFloor, type SessionRules } from "@tenon/policy";

import { userDataFolder } from "./data-folder.ts";
import type { UserStores } from "./user-stores.ts";

export interface OpenSessionRules extends SessionRules {
  close(): Promise<void>;
}

/** `roots` begins with the session's folder. */
export async function openSessionRules(stores: UserStores, roots: readonly string[]): Promise<OpenSessionRules> {
  const { folder: userFolder, grants, trust } = stores;
  const environment = process.env;
  const own = { config: userFolder, data: userDataFolder() };
  const floor = await findFloor({ roots, own, environment, home: homedir() });
  const watching = await watchConfiguration({
    cwd: roots[0] ?? process.cwd(),
    userFolder,
    environment,
    isTrusted: (folder, content) => trust.isTrusted(folder, content),
    clock: systemClock,
    onChange: () => {},
  });
  return {
    floor,
    grants,
    get layers() {
      return rulesOf(watching.configuration, { userFolder });
    },
    get passedVariables() {
      return watching.configuration.passedVariables;
    },
    close: () => watching.close(),
  };
}
