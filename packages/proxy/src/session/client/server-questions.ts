/**
 * What a session answers its servers: questions go to the client directly, past an agent that would drop them [W20], and
 * folders are those of the session, whatever the agent says. There is no model here to ask.
 */

import { basename } from "node:path";
import { pathToFileURL } from "node:url";

import { objectOf } from "@tenon/basis";
import type { SessionCallbacks } from "@tenon/hub";
import {
  type AskedClient,
  createPersonAsker,
  type ElicitationAnswer,
  type PersonAskerOptions,
} from "@tenon/hub/display";
import { answerProblem, freeTextFields } from "@tenon/timeline";

import type { SessionClient } from "./session-client.ts";

export function serverCallbacks(options: {
  readonly client: SessionClient;
  readonly roots: readonly string[];
  readonly callsOf: PersonAskerOptions["callsOf"];
  readonly newId: () => string;
}): SessionCallbacks {
  const { client, callsOf, newId } = options;
  const { form, url } = objectOf(client.capabilities["elicitation"]);
  const elicit = createPersonAsker({
    modes: [...(form ? (["form"] as const) : []), ...(url ? (["url"] as const) : [])],
    client: askedClient(client),
    forms: { freeTextFields, answerProblem },
    callsOf,
    newId,
    announced: client.bound,
  });
  const roots = options.roots.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) || path }));
  return { ...(elicit && { elicit }), roots: () => roots };
}

/** The client of a session, for questions of servers. */
export function askedClient(client: SessionClient): AskedClient {
  return {
    elicit: async (question, { signal }) => answerOf(await client.ask("elicitation/create", question, { signal })),
    complete: (elicitationId) => client.notify("elicitation/complete", { elicitationId }),
    notice: client.notice,
  };
}

function answerOf(answer: unknown): ElicitationAnswer {
  const { action, content } = objectOf(answer);
  if (action === "accept" || action === "decline" || action === "cancel") return { action, content };
  throw new Error("the answer to elicitation/create must have an action");
}
