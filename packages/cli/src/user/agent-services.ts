/**
 * What our agent needs with its first session and not before: the user's servers, approvals and journal.
 */

import type { AgentServices, KeyStore } from "@tenon/agent";
import { defined, type Telemetry } from "@tenon/basis";
import {
  createLoginPath,
  createProcessBudget,
  createSessionTrust,
  createSharedConnections,
  openConfiguredHub,
  type OpenSessionHub,
  type Redirects,
} from "@tenon/hub";
import { formatProblem } from "@tenon/hub/config";

import { warn } from "../process/warn.ts";
import { userDataFolder } from "./data-folder.ts";
import { openUserJournal, userResultsFolder } from "./user-journal.ts";
import { storedKeys } from "./user-models.ts";
import { userStores, type UserStores } from "./user-stores.ts";

export interface AgentServicesOptions {
  readonly journal: boolean;
  readonly store?: string | undefined;
  /** The keys of providers that the user has stored. */
  readonly keys?: KeyStore;
  /** How many MCP server processes may run for all sessions; defaults to what the user's tenon.json says. */
  readonly maxServers?: number | undefined;
  /** The same for the sessions of one person, by the account that sessions are opened with. */
  readonly maxServersOf?: (account: string) => number;
  /** Where browsers come back to after a sign-in to a server; a listener on this machine if not given. */
  readonly redirects?: Redirects;
  /** Gets what goes wrong outside any session; standard error by default. */
  readonly onWarning?: (line: string) => void;
  /** Hears of servers and calls, and with `journal` of its statements. */
  readonly telemetry?: Telemetry | undefined;
}

type UserServices = AgentServices & Required<Pick<AgentServices, "openHub" | "grants">>;

export function agentServices(options: AgentServicesOptions): UserServices {
  const { journal, store, keys, onWarning = warn, telemetry } = options;
  const stores = userStores(onWarning);
  return {
    openHub: sessionHubs(stores, { ...options, onWarning }),
    grants: stores.grants,
    ownFolders: { config: stores.folder, data: userDataFolder() },
    ...(journal && {
      openJournal: () => openUserJournal({ store, secrets: storedKeys(keys), telemetry }),
      resultsFolder: userResultsFolder(),
    }),
  };
}

type HubServices = Required<Pick<AgentServicesOptions, "onWarning">> &
  Pick<AgentServicesOptions, "telemetry" | "redirects" | "maxServers" | "maxServersOf">;

const REPORTED = new Set<string>(["failed", "needs sign-in", "waiting for trust"]);

/** All sessions of the process share what is known of servers, the process limit, and the servers declared shared. */
function sessionHubs(stores: UserStores, given: HubServices): OpenSessionHub {
  const { onWarning, telemetry, redirects, maxServers, maxServersOf = () => Infinity } = given;
  const shared = createSharedConnections();
  const budget = createProcessBudget();
  const loginPath = createLoginPath();
  return async ({ servers, account, onReceipt, onProblems, ...options }) => {
    const hub = await openConfiguredHub({
      ...options,
      ...defined({ telemetry, redirects }),
      shared,
      budget: account === undefined ? budget : budget.of(account, () => maxServersOf(account)),
      ...(maxServers !== undefined && { limits: { processes: maxServers } }),
      loginPath,
      memory: stores.memory,
      given: { client: servers },
      userFolder: stores.folder,
      tokens: stores.tokens,
      isTrusted: (folder, content) => stores.trust.isTrusted(folder, content),
      onProblems(problems) {
        onProblems?.(problems);
        problems.map(formatProblem).forEach(onWarning);
      },
      onWarning,
      onReceipt: (receipt) => {
        onReceipt?.(receipt);
        const { server, state, reason = "" } = receipt;
        if (REPORTED.has(state)) onWarning(`${server} ${state}: ${reason}`);
      },
    });
    return Object.assign(hub, { trust: createSessionTrust(hub, stores.trust) });
  };
}
