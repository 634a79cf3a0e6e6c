/**
 * Where the messages of a client go.
 *
 * What speaks of a session goes to that session, if the client is attached to it; what speaks of none goes to the
 * connection's own agent, as it is [R162]. Only what concerns several agents or clients is answered here.
 */

import {
  type AnyMessage,
  type AnyNotification,
  type AnyRequest,
  type AnyResponse,
  RequestError,
} from "@agentclientprotocol/sdk";
import { stringOf } from "@tenon/basis";

import type { Core } from "./core.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Cancellable, answer, idKey, paramsOf, sessionIdOf, withTenonMeta, type Reply } from "../wire/message.ts";
import { errorAnswer, isForeseen } from "../wire/wire-error.ts";
import type { OpenLink } from "../wire/client-link.ts";
import type { ConnectionAgents } from "./connection-agents.ts";
import { answerInitialize } from "./initialize-answer.ts";
import { listSessions } from "./list-sessions.ts";
import { createOpenSessions } from "./open-sessions.ts";
import { placeAsked } from "./place-asked.ts";
import { refusedOf } from "./session-servers.ts";

export interface Dispatch {
  /** Answered exactly once, whatever happens [R10]. */
  request(request: AnyRequest): void;
  notification(message: AnyNotification): void;
  /** What is no message: the agent knows what to say to it [R15]. */
  pass(value: AnyMessage): void;
  /** When whoever was sent the last message can take another one. */
  drained(): Promise<void>;
}

export function createDispatch(core: Core, link: OpenLink, agents: ConnectionAgents): Dispatch {
  const { live } = core;
  const opening = createOpenSessions(core, link, agents);
  const unanswered = new Map<string, Cancellable>();
  let receiver: { drained(): Promise<void> } | undefined;

  return {
    request(request) {
      const key = idKey(request.id);
      const reply = (response: AnyResponse) => {
        unanswered.delete(key);
        link.send(response);
      };
      const fail = (error: unknown) => {
        if (!isForeseen(error)) core.services.onWarning(`${request.method}: ${String(error)}`);
        reply(errorAnswer(request.id, error));
      };
      unanswered.set(key, { cancel() {} });
      try {
        const track = (taken: Cancellable) => void (unanswered.has(key) && unanswered.set(key, taken));
        const taken = route(request, reply, track);
        if (taken instanceof Promise) taken.catch(fail);
        else track(taken);
      } catch (error) {
        fail(error);
      }
    },
    notification(message) {
      const sessionId = sessionIdOf(message);
      if (message.method === "$/cancel_request") {
        unanswered.get(idKey(paramsOf(message)["requestId"]))?.cancel();
      } else if (sessionId === undefined || !agents.introduction) {
        to(agents.forMessage(message).upstream).notify(message);
      } else {
        // Of a session that it does not have, nothing happens [R73].
        const session = attached(sessionId);
        if (session) to(session).notify(link, message);
      }
    },
    pass: (value) => to(agents.main().upstream).pass(value),
    drained: async () => receiver?.drained(),
  };

  function route(request: AnyRequest, reply: Reply, track: (taken: Cancellable) => void): Cancellable | Promise<void> {
    const { method, id } = request;
    if (method === "initialize") {
      link.introduce(paramsOf(request));
      agents.introduction ??= request;
      return agents.main().introduce(request, (response) => reply(answerInitialize(response, core.agents)));
    }
    // Whether it may be asked before that is the agent's to say [R27].
    if (!agents.introduction) return to(agents.main().upstream).request(request, reply);
    const sessionId = sessionIdOf(request);
    if (OPENING.has(method)) return opening.create(request, reply, track);
    if (method === "session/list")
      return listSessions(core, link, paramsOf(request)).then((page) => reply(answer(id, page)));
    if (sessionId === undefined) return to(agents.forMessage(request).upstream).request(request, reply);
    switch (method) {
      case "session/load":
      case "session/resume":
        return opening.reopen(request, sessionId, reply, track);
      case "session/delete":
        return core.sessions.delete(sessionId).then(() => reply(answer(id, {})));
      case "_tenon/session/attach":
        return attach(request, sessionId, reply);
      case "session/attach":
      case "session/detach":
        // Names of a draft of the protocol; ours are `_tenon/session/…` until it is settled.
        throw RequestError.methodNotFound(method);
      default:
        return ask(request, sessionId, reply);
    }
  }

  function ask(request: AnyRequest, sessionId: string, reply: Reply): Cancellable {
    const session = attached(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    switch (request.method) {
      case "_tenon/session/detach":
        session.detach(link);
        reply(answer(request.id, {}));
        return { cancel() {} };
      case "_tenon/session/take_back": {
        const { promptId } = paramsOf(request);
        const taken = session.takeBack(stringOf(promptId) ?? "");
        if (!taken) throw RequestError.invalidParams({ promptId }, "it does not wait any more");
        reply(answer(request.id, taken));
        return { cancel() {} };
      }
      case "_tenon/servers/attach":
        if (link.source === "remote") return attachServer(session, request, reply);
        break;
      case "session/close":
        return to(session).request(link, request, (response) => {
          reply(response);
          if ("result" in response) live.drop(sessionId, { reason: `${link.name} has closed it`, by: link });
        });
      case "session/prompt":
        if (core.isClosing) throw RequestError.internalError(undefined, "the gateway is closing");
    }
    return to(session).request(link, request, reply);
  }

  /** What a client on another machine brings is held to the rules before our agent hears of it. */
  function attachServer(session: LiveSession, request: AnyRequest, reply: Reply): Cancellable {
    const { source } = link;
    const { server } = paramsOf(request);
    void refusedOf([server], { isOwnAgent: true, source, openRules: core.services.rules }, session.roots).then(
      (refused) => {
        const reason = refused.get(server);
        if (reason === undefined) to(session).request(link, request, reply);
        else reply(errorAnswer(request.id, RequestError.invalidParams(undefined, reason)));
      },
      (error: unknown) => reply(errorAnswer(request.id, error)),
    );
    return { cancel() {} };
  }

  /** Joins a session that is open, from a place on; one that is not is opened with `session/load` or `session/resume`. */
  async function attach(request: AnyRequest, sessionId: string, reply: Reply): Promise<void> {
    const session = live.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    const lastSeq = core.services.tap.lastSeq(sessionId);
    const after = placeAsked(paramsOf(request)["after"], lastSeq);
    core.room.requireToJoin(link, sessionId);
    session.attach(link, {
      from: after === undefined ? { since: lastSeq } : { after },
      onLive: (seq) => reply(answer(request.id, withTenonMeta(session.opened.answer, { seq }))),
      onFailure: (error) => reply(errorAnswer(request.id, error)),
    });
  }

  function attached(sessionId: string): LiveSession | undefined {
    const session = live.get(sessionId);
    return session?.links.has(link) ? session : undefined;
  }

  function to<Receiver extends { drained(): Promise<void> }>(given: Receiver): Receiver {
    receiver = given;
    return given;
  }
}

const OPENING: ReadonlySet<string> = new Set(["session/new", "session/fork"]);
