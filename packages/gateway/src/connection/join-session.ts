/**
 * How a client joins a session that an agent has open, and from which record on it gets updates.
 */

import { type AnyRequest, RequestError } from "@agentclientprotocol/sdk";
import { defined } from "@tenon/basis";

import type { AttachOptions } from "../sessions/audience/audience.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import { answer, paramsOf, type Reply, tenonMeta, withTenonMeta } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { Client } from "./core.ts";
import { holdTree } from "./client-tree.ts";
import { rejoinServers } from "./rejoin-servers.ts";
import { scopeOf, setupOf } from "./session-setup.ts";

/** An agent has a session open for this client, or is about to. */
export function beginSession(
  { core, link }: Client,
  { request, ...session }: Parameters<Client["core"]["live"]["begin"]>[0] & { readonly request: AnyRequest },
): LiveSession {
  const begun = core.live.begin(session);
  Object.assign(begun.scope, scopeOf(request), defined({ tree: begun.scope.tree }));
  core.setups.set(begun, setupOf(link, request));
  return begun;
}

/** Attaches the client that has made a session, unless it is attached already. */
export function joinNew({ core, link }: Client, session: LiveSession, since: number) {
  if (session.links.has(link)) return core.live.opened(session.id);
  session.attach(link, { from: { since }, onLive() {}, onFailure() {} });
}

/** `session/load` and `session/resume` of an open session. `since` is where it was opened, if that was just now. */
export function join({ core, link }: Client, session: LiveSession, request: AnyRequest, reply: Reply, since?: number) {
  const lastSeq = core.services.tap.lastSeq(session.id);
  session.attach(link, {
    from: startOf(request, { since: since ?? lastSeq, lastSeq }),
    onLive(seq) {
      reply(answer(request.id, withTenonMeta(session.opened.answer, { seq })));
      if (link.wantsUpdates) for (const message of session.opened.news) link.send(message);
    },
    onFailure: (error) => reply(errorAnswer(request.id, error)),
  });
}

/** `_tenon/session/attach`: joins a session as it is. */
export async function attach(client: Client, request: AnyRequest, sessionId: string, reply: Reply) {
  const { core, link } = client;
  await core.live.closing(sessionId);
  const session = core.live.get(sessionId);
  if (!session) throw RequestError.sessionNotFound(sessionId);
  const lastSeq = core.services.tap.lastSeq(sessionId);
  const after = readAfter(paramsOf(request)["after"], lastSeq);
  core.capacity.requireToJoin(link, sessionId);
  if (session.scope.tree) holdTree(session, link, request);
  rejoinServers(client, session, request);
  session.attach(link, {
    from: after === undefined ? { since: lastSeq } : { after },
    onLive: (seq) => reply(answer(request.id, withTenonMeta(session.opened.answer, { seq }))),
    onFailure: (error) => reply(errorAnswer(request.id, error)),
  });
}

/** A client that resumes may name the last record it has, and then gets those after it. */
export function startOf(
  request: AnyRequest,
  { since, lastSeq }: { readonly since: number; readonly lastSeq: number },
): AttachOptions["from"] {
  if (request.method === "session/load") return "start";
  const after = readAfter(tenonMeta(paramsOf(request))["after"], lastSeq);
  return after === undefined ? { since } : { after };
}

/** One beyond the last record is refused: the client would silently miss what comes until the session gets there. */
function readAfter(after: unknown, lastSeq: number): number | undefined {
  if (after === undefined) return undefined;
  if (typeof after !== "number" || !Number.isSafeInteger(after) || after < 0) {
    throw RequestError.invalidParams({ after }, '"after" must be a non-negative integer');
  }
  if (after <= lastSeq) return after;
  throw RequestError.invalidParams(
    { after, lastSeq },
    `"after" is ${after}, and the session ends at ${lastSeq}: load it from its start`,
  );
}

/** Whose servers a client's request may name. */
export function admissionOf({ core, link }: Client, agent: HostedAgent, sessionId: string | undefined) {
  const { tap, rules } = core.services;
  const { source } = link;
  return { journal: tap.journal, sessionId, isOwnAgent: agent.isOwn, agent, source, openRules: rules };
}
