/**
 * Where the messages of a client go.
 *
 * What speaks of a session goes to that session, if the client is attached to it; what speaks of none goes to the
 * connection's own agent, as it is [R162]. Only what concerns several agents or clients is answered here.
 */

import { type AnyMessage, type AnyNotification, type AnyRequest, RequestError } from "@agentclientprotocol/sdk";

import { requireOpen } from "../machines/stopping.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { answer, type Cancellable, idKey, paramsOf, type Reply, sessionIdOf } from "../wire/message.ts";
import { errorAnswer, isForeseen, withoutHolder } from "../wire/wire-error.ts";
import { asPerson } from "../sessions/as-person.ts";
import type { Client } from "./core.ts";
import { createSession } from "./create-session.ts";
import { answerInitialize, listSessions } from "./gateway-answers.ts";
import { admit, isAdmitted, ownedReply, visibleAgents } from "./guard.ts";
import { attach } from "./join-session.ts";
import { reopenSession } from "./reopen-session.ts";
import { requestOf } from "./session-requests.ts";
import { recordedPlace, wantedPlace } from "./wanted-place.ts";

export interface Dispatch {
  /** Answered exactly once, whatever happens [R10]. */
  request(request: AnyRequest): void;
  notification(message: AnyNotification): void;
  /** What is no message: the agent knows what to say to it [R15]. */
  pass(value: AnyMessage): void;
  /** Resolves when the receiver of the last message can take another one. */
  drained(): Promise<void>;
}

export function createDispatch(client: Client): Dispatch {
  const { core, link, agents, others } = client;
  const unanswered = createUnanswered(client);
  let receiver: { drained(): Promise<void> } | undefined;

  return {
    request: (request) => unanswered.run(request, admitted),
    notification(message) {
      if (!isAdmitted(client, message)) return;
      const sessionId = sessionIdOf(message);
      const far = others.of(message);
      if (message.method === "$/cancel_request") {
        unanswered.cancel(paramsOf(message)["requestId"]);
      } else if (far) {
        to(far).send(message);
      } else if (message.method === "mcp/message") {
        const agent = core.relay.receive(link, message);
        if (agent) to(agent);
      } else if (sessionId === undefined || !agents.introduction) {
        to(agents.forMessage(message).upstream).notify(message);
      } else {
        // Of a session that it does not have, nothing happens [R73].
        const session = attached(sessionId);
        if (session) to(session).notify(link, message);
      }
    },
    pass(value) {
      // It might be several messages in one, which no rule has seen.
      if (link.may("own", "")) to(agents.main().upstream).pass(value);
    },
    drained: async () => receiver?.drained(),
  };

  function admitted(asked: AnyRequest, given: Reply, track: Track): Cancellable | Promise<void> {
    const reply = ownedReply(client, asked, given);
    const lookedUp = admit(client, asked);
    const request = asPerson(link.access, asked);
    if (!lookedUp) return route(request, reply, track);
    return lookedUp.then(async () => {
      const taken = route(request, reply, track);
      if (taken instanceof Promise) await taken;
      else track(taken);
    });
  }

  function route(request: AnyRequest, reply: Reply, track: Track): Cancellable | Promise<void> {
    const { method, id } = request;
    if (method === "initialize") return introduce(client, request, reply);
    // Whether it may be asked before that is the agent's to say [R27].
    if (!agents.introduction) return to(agents.main().upstream).request(request, reply);
    if (method === "session/list") return list(client, request, reply);
    const far = others.of(request);
    if (method === "session/new" || (method === "session/fork" && !far)) return begin(client, request, reply, track);
    if (far && !OPENING.has(method)) return to(far).request(request, reply);
    if (method === "mcp/message") return core.relay.request(link, request, reply);
    const sessionId = sessionIdOf(request);
    if (sessionId === undefined) return to(agents.forMessage(request).upstream).request(request, reply);
    const open = (here: (reply: Reply) => Promise<void>) => others.open(request, sessionId, { here, reply, track });
    switch (method) {
      case "session/load":
      case "session/resume":
        return open((reply) => reopenSession(client, request, sessionId, { reply, track }));
      case "session/delete":
        return open(async (reply) => {
          await core.sessions.delete(sessionId);
          reply(answer(id, {}));
        }).then(() => link.access?.forget(sessionId));
      case "_tenon/session/attach":
        return open((reply) => attach(client, request, sessionId, reply));
      case "session/attach":
      case "session/detach":
        // Names of a draft of the protocol; ours are `_tenon/session/…` until it is settled.
        throw RequestError.methodNotFound(method);
    }
    const session = attached(sessionId);
    // It may have been handed over just now.
    if (!session) requireOpen(core);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    const pass = () => requestOf(client, to(session), request, reply);
    const closing = core.live.closing(sessionId);
    if (!closing) return pass();
    return closing.then((isClosed) => {
      if (!isClosed) return track(pass());
      if (method !== "session/close") throw RequestError.sessionNotFound(sessionId);
      return reply(answer(id, {}));
    });
  }

  function attached(sessionId: string): LiveSession | undefined {
    const session = core.live.get(sessionId);
    return session?.links.has(link) ? session : undefined;
  }

  function to<Receiver extends { drained(): Promise<void> }>(given: Receiver): Receiver {
    receiver = given;
    return given;
  }
}

/** These ask again where a session is. */
const OPENING: ReadonlySet<string> = new Set([
  "session/load",
  "session/resume",
  "session/delete",
  "_tenon/session/attach",
]);

function introduce({ core, link, agents }: Client, request: AnyRequest, reply: Reply): Cancellable {
  link.introduce(paramsOf(request));
  agents.introduction ??= request;
  const known = visibleAgents(core.agents, link.access);
  return agents.main().introduce(request, (response) => reply(answerInitialize(response, known)));
}

/** On the machine that is best for it; a fork where its parent could be. */
async function begin(client: Client, request: AnyRequest, reply: Reply, track: Track): Promise<void> {
  const { core, others } = client;
  const { journal } = core.services.tap;
  const parentId = request.method === "session/fork" ? sessionIdOf(request) : undefined;
  const parent = core.machines && parentId !== undefined ? await journal.session(parentId) : undefined;
  const wanted = parent ? await recordedPlace(journal, parent) : wantedPlace(request);
  await others.place(request, wanted, { here: () => createSession(client, request, reply, track), reply, track });
}

async function list({ core, link }: Client, request: AnyRequest, reply: Reply): Promise<void> {
  reply(answer(request.id, await listSessions(core, link, paramsOf(request))));
}

type Track = (taken: Cancellable) => void;
type Route = (request: AnyRequest, reply: Reply, track: Track) => Cancellable | Promise<void>;

/** The requests of a client that have no answer yet. */
function createUnanswered({ core, link }: Client) {
  const unanswered = new Map<string, Cancellable>();
  return {
    run(request: AnyRequest, route: Route): void {
      const key = idKey(request.id);
      const reply: Reply = (response) => {
        unanswered.delete(key);
        link.send(withoutHolder(link.access, response));
      };
      const fail = (error: unknown) => {
        // With the class of the error: what was not foreseen is a fault, and a TypeError says where to look.
        if (!isForeseen(error)) core.services.onWarning(`${request.method}: ${String(error)}`);
        reply(errorAnswer(request.id, error));
      };
      const track: Track = (taken) => void (unanswered.has(key) && unanswered.set(key, taken));
      unanswered.set(key, { cancel() {} });
      try {
        const taken = route(request, reply, track);
        if (taken instanceof Promise) taken.catch(fail);
        else track(taken);
      } catch (error) {
        fail(error);
      }
    },
    cancel: (requestId: unknown) => unanswered.get(idKey(requestId))?.cancel(),
  };
}
