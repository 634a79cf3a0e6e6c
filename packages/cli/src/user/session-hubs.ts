/**
 * The hub of a session of `tenon agent`: what the editor gave, and what the user and the project have written down.
 */

import type { OpenSessionHub } from "@tenon/agent";
import { createLoginPath, createProcessBudget, createSharedConnections, openConfiguredHub } from "@tenon/hub";
import { problemInWords } from "@tenon/hub/config";

import type { UserStores } from "./user-stores.ts";

/**
 * For all sessions of the process: they share what was found out about servers, how many may run, and the servers declared shared. `say` is
 * told what nobody is there to be told of.
 */
export function sessionHubs(stores: UserStores, say: (line: string) => void): OpenSessionHub {
  const shared = createSharedConnections();
  const budget = createProcessBudget();
  const loginPath = createLoginPath();
  return ({ servers, onReceipt, ...options }) =>
    openConfiguredHub({
      ...options,
      shared,
      budget,
      loginPath,
      memory: stores.memory,
      given: { client: servers },
      userFolder: stores.folder,
      tokens: stores.tokens,
      isTrusted: (folder, content) => stores.trust.isTrusted(folder, content),
      onProblems: (problems) => problems.map(problemInWords).forEach(say),
      onWarning: say,
      onReceipt: (receipt) => {
        onReceipt?.(receipt);
        const { server, state, reason = "" } = receipt;
        if (["failed", "needs sign-in", "waiting for trust"].includes(state)) say(`${server} ${state}: ${reason}`);
      },
    });
}
