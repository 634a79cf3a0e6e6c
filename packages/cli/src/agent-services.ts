/**
 * What `tenon agent` needs with its first session and not before: the user's servers, approvals and journal.
 */

import type { AgentServices } from "@tenon/agent";

import { sessionHubs } from "./open-session-hub.ts";
import { openUserJournal } from "./user-journal.ts";
import { userStores } from "./user-stores.ts";

export function agentServices({ journal }: { readonly journal: boolean }): AgentServices {
  const stores = userStores();
  return {
    openHub: sessionHubs(stores),
    grants: stores.grants,
    ...(journal && { openJournal: () => openUserJournal() }),
  };
}
