/**
 * How a client opens sessions: new ones, forks, and those that it or somebody else has had before.
 *
 * A session that is open already is joined; one that is recorded is opened in its agent again, and told from the journal.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import type { SessionRecord } from "@tenon/journal";

import type { Core } from "../core.ts";
import type { Cancellable, LiveSession } from "../sessions/live-session.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import {
  answer,
  fieldsOf,
  isFields,
  paramsOf,
  resultOf,
  sessionIdOf,
  textOf,
  withSessionId,
  withTenonMeta,
} from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { ClientLink } from "./client-link.ts";
import type { ConnectionAgents } from "./connection-agents.ts";
import { isSameSetup, setupOf } from "./session-setup.ts";

export interface OpenSessions {
  /** `session/new` and `session/fork`. */
  create(request: AnyRequest, reply: Reply, track: Track): Promise<void>;
  /** `session/load` and `session/resume`. */
  reopen(request: AnyRequest, sessionId: string, reply: Reply, track: Track): Promise<void>;
}

type Reply = (response: AnyResponse) => void;
/** Told of what can be cancelled, once there is something. */
type Track = (sent: Cancellable) => void;

export function createOpenSessions(core: Core, link: ClientLink, agents: ConnectionAgents): OpenSessions {
  const { live, services } = core;
  const { tap } = services;

  return {
    async create(request, reply, track) {
      requireRoom();
      const { agent, asked } = await placeFor(request);
      agents.remember(request, agent);
      const sent = agent.open(asked, (response, original) => {
        const result = resultOf(response);
        const agentSessionId = textOf(result["sessionId"]);
        if (agentSessionId === undefined) return reply(response);
        const id = agent.upstream.idOf(agentSessionId);
        const session = begin(id, agentSessionId, agent, request);
        session.opened.open(result);
        join(session, tap.placeOf(id, original).seq ?? 0);
        reply({ ...response, result: { ...result, sessionId: id } });
      });
      track(sent);
    },

    async reopen(request, id, reply, track) {
      await live.inTurn(id, async () => {
        const record = await tap.journal.session(id);
        const session = live.get(id);
        if (!record) throw RequestError.sessionNotFound(id);
        const { cwd } = paramsOf(request);
        if (typeof cwd === "string" && cwd !== record.cwd) throw otherFolder(record.cwd);
        const mayJoin = session && !mustOpenAnew(session, request);
        if (session && (mayJoin || !(await live.close(id, OTHER_SERVERS)))) return attach(session, request, reply);
        await openAgain({ record, request, reply, track });
      });
    },
  };

  /** The agent that a new session is for; a fork's is its parent's. */
  async function placeFor(request: AnyRequest): Promise<{ readonly agent: HostedAgent; readonly asked: AnyRequest }> {
    const params = paramsOf(request);
    const cwd = textOf(params["cwd"]);
    const parentId = request.method === "session/fork" ? sessionIdOf(request) : undefined;
    const parent = parentId === undefined ? undefined : await tap.journal.session(parentId);
    if (!parent) return { agent: await agents.named(agents.nameIn(params), cwd), asked: request };
    const open = live.agentOf(parent.id);
    // Ours forks from the journal, wherever the session is open; others only know what they have open.
    const agent = open && !open.isOwn ? open : await agents.named(parent.agent, cwd);
    return { agent, asked: withSessionId(request, parent.agentSessionId ?? parent.id) };
  }

  function requireRoom() {
    const { liveSessions: limit } = services.limits;
    if (live.size >= limit) throw RequestError.invalidRequest({ limit }, "too many sessions are open");
  }

  function begin(id: string, agentSessionId: string, agent: HostedAgent, request: AnyRequest): LiveSession {
    const session = live.begin({ id, agentSessionId, agent });
    core.setups.set(session, setupOf(link, request));
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
      from: request.method === "session/load" ? "start" : { since },
      onLive(seq) {
        reply(answer(request.id, withTenonMeta(session.opened.answer, { seq })));
        for (const message of session.opened.news) link.send(message);
      },
      onFailure: (error) => reply(errorAnswer(request.id, error)),
    });
  }

  function mustOpenAnew(session: LiveSession, request: AnyRequest): boolean {
    const setup = core.setups.get(session);
    const isShared = [...session.links].some((other) => other !== link);
    const isFree = session.state === "idle" && !isShared;
    return isFree && setup !== undefined && !isSameSetup(setup, setupOf(link, request));
  }

  async function openAgain(options: {
    readonly record: SessionRecord;
    readonly request: AnyRequest;
    readonly reply: Reply;
    readonly track: Track;
  }): Promise<void> {
    const { record, request, reply, track } = options;
    requireRoom();
    const { id, cwd, agentSessionId = id } = record;
    const agent = await agents.named(record.agent, cwd);
    const method = howToOpen(agent, record);
    agents.remember(request, agent);
    // Ours opens it itself.
    if (!agent.isOwn) agent.writers.set(agentSessionId, await tap.journal.open(id));
    const session = begin(id, agentSessionId, agent, request);
    session.swallowsHistory = method === "session/load";
    const asked = { ...withSessionId(request, agentSessionId), method };
    const response = await new Promise<AnyResponse>((resolve) => {
      const sent = agent.open(asked, (response, original) => {
        session.swallowsHistory = false;
        session.opened.open(resultOf(response));
        if ("result" in response) attach(session, request, reply, tap.placeOf(id, original).seq);
        resolve(response);
      });
      track(sent);
    });
    if ("result" in response) return;
    live.drop(id, { reason: "Its agent could not open it" });
    await tap.release(id);
    reply(response);
  }
}

const OTHER_SERVERS = "It is opened again with other servers";

/** The journal tells what was, so it is enough that the agent knows it. */
function howToOpen(agent: HostedAgent, { id, agentSessionId }: SessionRecord): "session/resume" | "session/load" {
  const { loadSession, sessionCapabilities } = agent.capabilities;
  if (agent.isOwn) return "session/resume";
  if (agentSessionId === undefined)
    throw RequestError.invalidParams({ sessionId: id }, "it is a copy, which its agent does not know");
  if (isFields(fieldsOf(sessionCapabilities)["resume"])) return "session/resume";
  if (loadSession === true) return "session/load";
  throw RequestError.invalidParams({ sessionId: id, agent: agent.name }, "its agent cannot open a session again");
}

function otherFolder(cwd: string): RequestError {
  return RequestError.invalidParams({ cwd }, `this session belongs to ${cwd}`);
}
