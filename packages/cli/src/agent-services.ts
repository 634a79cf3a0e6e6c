/**
 * What `tenon agent` needs with its first session and not before: the user's servers, approvals and journal.
 */

import type { AgentServices } from "@tenon/agent";

import { sessionHubs } from "./open-session-hub.ts";
import { sayOnStderr } from "./say-on-stderr.ts";
import { openUserJournal, userDataFolder, userResultsFolder } from "./user-journal.ts";
import { userStores } from "./user-stores.ts";

export interface AgentServicesOptions {
  readonly journal: boolean;
  /** Hears what goes wrong beside the sessions: standard error unless told. */
  readonly say?: (line: string) => void;
}

export function agentServices({ journal, say = sayOnStderr }: AgentServicesOptions): AgentServices {
  const stores = userStores(say);
  return {
    openHub: sessionHubs(stores, say),
    grants: stores.grants,
    ownFolders: { config: stores.folder, data: userDataFolder() },
    ...(journal && { openJournal: () => openUserJournal(), resultsFolder: userResultsFolder() }),
  };
}
