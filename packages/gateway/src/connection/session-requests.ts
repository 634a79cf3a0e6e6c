/**
 * Requests of a client about a session that it is attached to: to its agent, or answered here.
 */

import { type AnyRequest, RequestError } from "@agentclientprotocol/sdk";
import { stringOf } from "@tenon/basis";

import type { LiveSession } from "../sessions/live-session.ts";
import { answer, type Cancellable, paramsOf, type Reply } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { Client } from "./core.ts";
import { refusedOf } from "./session-servers.ts";

export function requestOf(client: Client, session: LiveSession, request: AnyRequest, reply: Reply): Cancellable {
  const { core, link } = client;
  switch (request.method) {
    case "_tenon/session/detach":
      session.detach(link);
      reply(answer(request.id, {}));
      return DONE;
    case "_tenon/session/take_back": {
      const { promptId } = paramsOf(request);
      const taken = session.takeBack(stringOf(promptId) ?? "");
      if (!taken) throw RequestError.invalidParams({ promptId }, "this prompt is not waiting");
      reply(answer(request.id, taken));
      return DONE;
    }
    case "_tenon/servers/attach":
      if (link.source === "remote") return attachServer(client, session, request, reply);
      break;
    case "session/close":
      return session.request(link, request, (response) => {
        reply(response);
        if ("result" in response) core.live.drop(session.id, { reason: `Closed by ${link.name}`, by: link });
      });
    case "session/prompt":
      if (core.isClosing) throw RequestError.internalError(undefined, "the gateway is closing");
  }
  return session.request(link, request, reply);
}

const DONE: Cancellable = { cancel() {} };

/** What a client on another machine brings is put to the rules before our agent hears of it. */
function attachServer({ core, link }: Client, session: LiveSession, request: AnyRequest, reply: Reply): Cancellable {
  const { source } = link;
  const { server } = paramsOf(request);
  const rules = { isOwnAgent: true, source, openRules: core.services.rules };
  void refusedOf([server], rules, session.scope.roots).then(
    (refused) => {
      const reason = refused.get(server);
      if (reason === undefined) session.request(link, request, reply);
      else reply(errorAnswer(request.id, RequestError.invalidParams(undefined, reason)));
    },
    (error: unknown) => reply(errorAnswer(request.id, error)),
  );
  return DONE;
}
