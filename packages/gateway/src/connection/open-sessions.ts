/**
 * How a client opens sessions: new ones, forks, and those that it or somebody else has had before.
 *
 * A session that is open already is joined; one that is recorded is opened in its agent again, and told from the journal.
 */

import { isAbsolute } from "node:path";

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { type JsonObject, stringOf } from "@tenon/basis";
import type { SessionRecord } from "@tenon/journal";

import type { Core } from "./core.ts";
import type { AttachOptions } from "../sessions/audience/audience.ts";
import { keepsServers } from "./kept-servers.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import {
  type Cancellable,
  answer,
  paramsOf,
  resultOf,
  sessionIdOf,
  tenonMeta,
  withParams,
  withSessionId,
  withTenonMeta,
  type Reply,
} from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { ClientLink } from "../wire/client-link.ts";
import type { ConnectionAgents } from "./connection-agents.ts";
import { openForkRecord } from "./fork-record.ts";
import { howToOpen } from "./how-to-open.ts";
import { placeAsked } from "./place-asked.ts";
import { type PreparedRequest, type PrepareOptions, prepareServers } from "./session-servers.ts";
import { isSameSetup, setupOf } from "./session-setup.ts";

export interface OpenSessions {
  /** `session/new` and `session/fork`. */
  create(request: AnyRequest, reply: Reply, track: Track): Promise<void>;
  /** `session/load` and `session/resume`. */
  reopen(request: AnyRequest, sessionId: string, reply: Reply, track: Track): Promise<void>;
}

/** Told of what can be cancelled, once there is something. */
type Track = (sent: Cancellable) => void;

export function createOpenSessions(core: Core, link: ClientLink, agents: ConnectionAgents): OpenSessions {
  const { live, room, services } = core;
  const { tap } = services;

  return {
    async create(given, reply, track) {
      using _ = room.take(link);
      const { agent, asked, parent } = await placeFor(given);
      const sessionId = sessionIdOf(given);
      const prepared = await prepareServers(asked, admission(agent, sessionId));
      const { request } = prepared;
      agents.remember(request, agent);
      const fork = parent && (await openForkRecord({ core, agent, parent }));
      const agentSessionId = await new Promise<string | undefined>((resolve) => {
        const sent = agent.open(request, (response, original) => {
          reply(answerNew(agent, prepared, response, original));
          resolve(stringOf(resultOf(response)["sessionId"]));
        });
        track(sent);
      });
      await fork?.settle(agentSessionId);
    },

    async reopen(given, id, reply, track) {
      await live.inTurn(id, async () => {
        const record = await tap.journal.session(id);
        const session = live.get(id);
        if (!record) throw RequestError.sessionNotFound(id);
        const request = inFolder(given, record.cwd);
        // Throws before anything is opened.
        placeFrom(request, { since: 0, lastSeq: Math.max(record.lastSeq, tap.lastSeq(id)) });
        if (paramsOf(request)["cwd"] !== record.cwd) throw otherFolder(record.cwd);
        const mayJoin = session && !mustOpenAnew(session, request);
        if (session && (mayJoin || !(await live.close(id, OTHER_SERVERS)))) {
          room.requireToJoin(link, id);
          return attach(session, request, reply);
        }
        await openAgain({ record, given: request, reply, track });
      });
    },
  };

  /** A session that has just been made, under the journal's id. */
  function answerNew(
    agent: HostedAgent,
    { request, tell }: PreparedRequest,
    response: AnyResponse,
    original: AnyResponse,
  ): AnyResponse {
    const result = resultOf(response);
    const agentSessionId = stringOf(result["sessionId"]);
    if (agentSessionId === undefined) return response;
    const id = agent.upstream.idOf(agentSessionId) ?? agentSessionId;
    if (!live.mayBegin(id, agent)) return errorAnswer(response.id, notItsOwn(agent, id));
    const session = begin(id, agentSessionId, agent, request);
    session.opened.open(result);
    join(session, tap.placeOf(id, original).seq ?? 0);
    tell(session);
    return { ...response, result: { ...result, sessionId: id } };
  }

  /** The agent that a new session is for; a fork's is its parent's. */
  async function placeFor(given: AnyRequest): Promise<Place> {
    const parentId = given.method === "session/fork" ? sessionIdOf(given) : undefined;
    const parent = parentId === undefined ? undefined : await tap.journal.session(parentId);
    const request = inFolder(given, parent?.cwd);
    const params = paramsOf(request);
    const cwd = folderIn(params);
    if (!parent) return { agent: await agents.named(agents.nameIn(params), cwd), asked: request };
    const open = live.agentOf(parent.id);
    // Ours forks from the journal, wherever the session is open; others only know what they have open.
    const agent = open && !open.isOwn ? open : await agents.named(parent.agent, cwd);
    return { agent, asked: withSessionId(request, parent.agentSessionId ?? parent.id), parent };
  }

  function admission(agent: HostedAgent, sessionId: string | undefined): PrepareOptions {
    const { source } = link;
    return { journal: tap.journal, sessionId, isOwnAgent: agent.isOwn, agent, source, openRules: services.rules };
  }

  function begin(id: string, agentSessionId: string, agent: HostedAgent, request: AnyRequest): LiveSession {
    const session = live.begin({ id, agentSessionId, agent });
    const setup = setupOf(link, request);
    session.roots = setup.roots;
    session.servers = setup.servers;
    core.setups.set(session, setup);
    return session;
  }

  /** From its first message on. */
  function join(session: LiveSession, since: number) {
    if (session.links.has(link)) return;
    session.attach(link, { from: { since }, onLive() {}, onFailure() {} });
  }

  /** `since` is when it was opened, if that was just now. */
  function attach(session: LiveSession, request: AnyRequest, reply: Reply, since = tap.lastSeq(session.id)) {
    session.attach(link, {
      from: placeFrom(request, { since, lastSeq: tap.lastSeq(session.id) }),
      onLive(seq) {
        reply(answer(request.id, withTenonMeta(session.opened.answer, { seq })));
        if (link.wantsUpdates) for (const message of session.opened.news) link.send(message);
      },
      onFailure: (error) => reply(errorAnswer(request.id, error)),
    });
  }

  function mustOpenAnew(session: LiveSession, request: AnyRequest): boolean {
    if (keepsServers(paramsOf(request))) return false;
    const setup = core.setups.get(session);
    const isShared = [...session.links].some((other) => other !== link);
    const isFree = session.state === "idle" && !isShared;
    return isFree && setup !== undefined && !isSameSetup(setup, setupOf(link, request));
  }

  async function openAgain(options: {
    readonly record: SessionRecord;
    readonly given: AnyRequest;
    readonly reply: Reply;
    readonly track: Track;
  }): Promise<void> {
    const { record, given, reply, track } = options;
    using place = room.take(link);
    const { id, cwd, agentSessionId = id } = record;
    const agent = await agents.named(record.agent, cwd);
    const method = howToOpen(agent, record);
    const { journal } = tap;
    const { request, tell } = await prepareServers(given, admission(agent, id));
    agents.remember(request, agent);
    // Ours opens it itself.
    if (!agent.isOwn) agent.writers.set(agentSessionId, await journal.open(id));
    const session = begin(id, agentSessionId, agent, request);
    place[Symbol.dispose]();
    const asked = withSessionId(request, agentSessionId);
    const ask = (method: OpeningMethod) =>
      new Promise<AnyResponse>((resolve) => {
        const isLoad = method === "session/load";
        session.swallowsHistory = isLoad ? "all" : "none";
        const sent = agent.open({ ...asked, method }, (response, original) => {
          session.swallowsHistory = isLoad ? "conversation" : "none";
          session.opened.open(resultOf(response));
          if ("result" in response) attach(session, request, reply, tap.placeOf(id, original).seq);
          resolve(response);
        });
        track(sent);
      });
    const first = await ask(method);
    const response = mayLoadInstead(agent, method, first) ? await ask("session/load") : first;
    if ("result" in response) return tell(session);
    live.drop(id, { reason: "Its agent could not open it" });
    await tap.release(id);
    reply(response);
  }
}

type OpeningMethod = ReturnType<typeof howToOpen>;

/** Some announce `session/resume` and do not have it. */
function mayLoadInstead(agent: HostedAgent, method: OpeningMethod, response: AnyResponse): boolean {
  const isUnknown = "error" in response && response.error.code === METHOD_NOT_FOUND;
  return isUnknown && method === "session/resume" && agent.capabilities["loadSession"] === true;
}

const METHOD_NOT_FOUND = -32_601;

interface Place {
  readonly agent: HostedAgent;
  /** With the agent's id of the session that is forked. */
  readonly asked: AnyRequest;
  readonly parent?: SessionRecord;
}

const OTHER_SERVERS = "It is opened again with other servers";

/** A client that resumes may say what it was told last, and is then told the rest. */
function placeFrom(
  request: AnyRequest,
  { since, lastSeq }: { readonly since: number; readonly lastSeq: number },
): AttachOptions["from"] {
  if (request.method === "session/load") return "start";
  const after = placeAsked(tenonMeta(paramsOf(request))["after"], lastSeq);
  return after === undefined ? { since } : { after };
}

function notItsOwn({ name }: HostedAgent, sessionId: string): RequestError {
  return RequestError.internalError({ sessionId }, `${name} has given a session that another agent has open`);
}

/** A request that does not say which folder it means, for the one that the session is known to be of. */
function inFolder(request: AnyRequest, cwd: string | undefined): AnyRequest {
  const { cwd: given = null } = paramsOf(request);
  return given === null && cwd !== undefined ? withParams(request, { cwd }) : request;
}

/** Without a folder there are no rules to hold an agent to. */
function folderIn({ cwd }: JsonObject): string {
  if (typeof cwd === "string" && isAbsolute(cwd)) return cwd;
  throw RequestError.invalidParams({ path: "cwd" }, "cwd must be an absolute path");
}

function otherFolder(cwd: string): RequestError {
  return RequestError.invalidParams({ cwd }, `this session belongs to ${cwd}`);
}
