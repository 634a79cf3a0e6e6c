/**
 * The hub of a session of `tenon agent`: what the editor gave, and what the user and the project have written down.
 */

import type { OpenSessionHub } from "@tenon/agent";
import { openConfiguredHub } from "@tenon/hub";
import { problemInWords } from "@tenon/hub/config";

import { userStores } from "./user-stores.ts";

export const openSessionHub: OpenSessionHub = async ({ servers, cwd, clientInfo }) => {
  const stores = userStores();
  return await openConfiguredHub({
    cwd,
    clientInfo,
    given: { client: servers },
    userFolder: stores.folder,
    tokens: stores.tokens,
    isTrusted: (folder, content) => stores.trust.isTrusted(folder, content),
    onProblems: (problems) => problems.map(problemInWords).forEach(say),
    onWarning: say,
    onReceipt: ({ server, state, reason }) => {
      if (["failed", "needs sign-in", "waiting for trust"].includes(state)) say(`${server} ${state}: ${reason ?? ""}`);
    },
  });
};

function say(line: string): void {
  process.stderr.write(`tenon: ${line}\n`);
}
