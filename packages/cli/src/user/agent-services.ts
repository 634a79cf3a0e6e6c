/**
 * What `tenon agent` needs with its first session and not before: the user's servers, approvals and journal.
 */

import type { AgentServices, KeyStore } from "@tenon/agent";

import { sessionHubs } from "./session-hubs.ts";
import { warn } from "../process/warn.ts";
import { openUserJournal, userDataFolder, userResultsFolder } from "./user-journal.ts";
import { storedKeys } from "./user-models.ts";
import { userStores } from "./user-stores.ts";

export interface AgentServicesOptions {
  readonly journal: boolean;
  /** The keys of providers that the user has stored. */
  readonly keys?: KeyStore;
  /** Hears what goes wrong beside the sessions: standard error unless told. */
  readonly say?: (line: string) => void;
}

export function agentServices({ journal, keys, say = warn }: AgentServicesOptions): AgentServices {
  const stores = userStores(say);
  return {
    openHub: sessionHubs(stores, say),
    grants: stores.grants,
    ownFolders: { config: stores.folder, data: userDataFolder() },
    ...(journal && {
      openJournal: () => openUserJournal({ secrets: storedKeys(keys) }),
      resultsFolder: userResultsFolder(),
    }),
  };
}
