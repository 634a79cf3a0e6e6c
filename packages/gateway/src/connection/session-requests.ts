/**
 * Requests of a client about a session that it is attached to: to its agent, or answered here.
 */

import { type AnyRequest, RequestError } from "@agentclientprotocol/sdk";
import { objectOf, stringOf } from "@tenon/basis";

import { requireOpen } from "../machines/stopping.ts";
import { isAcpServer } from "../mcp-relay/relayed-servers.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { answer, type Cancellable, paramsOf, type Reply } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { Client } from "./core.ts";
import { refusedOf } from "./session-servers.ts";

export function requestOf(client: Client, session: LiveSession, request: AnyRequest, reply: Reply): Cancellable {
  const { core, link } = client;
  const isOwnAgent = core.live.agentOf(session.id)?.isOwn === true;
  switch (request.method) {
    case "_tenon/session/detach":
      session.detach(link);
      core.relay.leave(session.id, link);
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
      if (isAcpServer(paramsOf(request)["server"])) return attachProvided(client, session, request, reply);
      if (link.source === "remote" || !isOwnAgent) return attachServer(client, session, request, reply);
      break;
    case "_tenon/servers/detach":
      return session.request(link, request, (response) => {
        reply(response);
        if ("result" in response) core.relay.remove(session.id, String(paramsOf(request)["server"]));
      });
    case "session/close": {
      const answered = Promise.withResolvers<void>();
      core.live.closes(session.id, answered.promise);
      session.forgetWaiting();
      return session.request(link, request, (response) => {
        reply(response);
        if ("result" in response) core.live.drop(session.id, { reason: `Closed by ${link.name}`, by: link });
        answered.resolve();
      });
    }
    case "session/prompt":
      requireOpen(core);
  }
  return session.request(link, request, reply);
}

const DONE: Cancellable = { cancel() {} };

/** A server that the client provides itself starts and reaches nothing here, wherever the client is. */
function attachProvided({ core, link }: Client, session: LiveSession, request: AnyRequest, reply: Reply): Cancellable {
  const agent = core.live.agentOf(session.id);
  if (!agent) throw RequestError.sessionNotFound(session.id);
  const name = String(objectOf(paramsOf(request)["server"])["name"]);
  if (core.relay.isTaken(session.id, link, name)) {
    throw RequestError.invalidParams({ server: name }, "another client that is connected provides this server");
  }
  core.relay.remove(session.id, name);
  const declared = core.relay.declare(agent.upstream, link, request);
  declared.bind(session);
  return session.request(link, declared.request, (response) => {
    if ("error" in response) declared.release();
    reply(response);
  });
}

/** What a client brings is put to the rules before another agent hears of it, and if it is on another machine, before ours does. */
function attachServer({ core, link }: Client, session: LiveSession, request: AnyRequest, reply: Reply): Cancellable {
  const { source } = link;
  const { server } = paramsOf(request);
  const isOwnAgent = core.live.agentOf(session.id)?.isOwn === true;
  const rules = { isOwnAgent, source, openRules: core.services.rules };
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
