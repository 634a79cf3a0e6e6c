import { methods } from "@agentclientprotocol/sdk";
import type { AskedClient } from "@tenon/hub/display";

import { readElicitation } from "./client-answer.ts";
import type { SessionClient } from "./session-client.ts";

/** The client of a session, for questions of servers. */
export function askedClient(client: SessionClient): AskedClient {
  const { create, complete } = methods.client.elicitation;
  return {
    async elicit(question, { signal }) {
      const request = { sessionId: client.sessionId, ...question };
      // A client that never answers must not hold up a cancel.
      const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
      return readElicitation(await client.context.request(create, request, options));
    },
    // A client that has gone shows no page any more.
    complete: (elicitationId) => void client.context.notify(complete, { elicitationId }).catch(() => {}),
    notice: client.notice,
  };
}
