/**
 * `session/load` and `session/resume`. A session that is open already is joined; one that is only recorded is opened in
 * its agent again, and its past is read from the journal.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { isObject, numberOf, objectOf, stringOf } from "@tenon/basis";
import type { SessionRecord } from "@tenon/journal";

import { requireOpen } from "../machines/stopping.ts";
import { keptPrompts, promptsToRun } from "../sessions/kept-prompts.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import { isSignInNeeded } from "../upstream/sign-in-needed.ts";
import { type Cancellable, paramsOf, type Reply, resultOf, tenonMeta, withSessionId } from "../wire/message.ts";
import { holdTree, withRecordedTree } from "./client-tree.ts";
import { isAtClient } from "./wanted-place.ts";
import type { Client } from "./core.ts";
import { admissionOf, beginSession, join, startOf } from "./join-session.ts";
import { keepsServers } from "./kept-servers.ts";
import { rejoinServers } from "./rejoin-servers.ts";
import { prepareServers } from "./session-servers.ts";
import { isSameSetup, setupOf, withFolder } from "./session-setup.ts";

interface Reopening {
  readonly reply: Reply;
  /** Given what can be cancelled, once the agent was asked. */
  readonly track: (sent: Cancellable) => void;
}

export async function reopenSession(client: Client, given: AnyRequest, id: string, answering: Reopening) {
  const { live, capacity, services } = client.core;
  const { tap } = services;
  await live.inTurn(id, async () => {
    const record = await tap.journal.session(id);
    if (!record) throw RequestError.sessionNotFound(id);
    const request = await withRecordedTree(withFolder(given, record.cwd), tap.journal, record);
    // One that is being closed cannot be joined any more: its record may be closed already. An agent that does not answer
    // `session/close` still has it.
    const isRefused = (await live.closing(id)) === false;
    const session = live.get(id);
    // Throws before anything is opened.
    startOf(request, { since: 0, lastSeq: Math.max(record.lastSeq, tap.lastSeq(id)) });
    if (paramsOf(request)["cwd"] !== record.cwd) throw otherFolder(record.cwd);
    const mayJoin = session && (isRefused || !mustOpenAnew(client, session, request));
    if (session && (mayJoin || !(await live.close(id, OTHER_SERVERS)))) {
      capacity.requireToJoin(client.link, id);
      holdTree(session, client.link, given);
      rejoinServers(client, session, request);
      return join(client, session, request, answering.reply);
    }
    await openAgain(client, record, { given, request }, answering);
  });
}

/** What the client has sent, and the same with where the session's folders are. */
interface Asked {
  readonly given: AnyRequest;
  readonly request: AnyRequest;
}

const OTHER_SERVERS = "Reopened with other servers";

function mustOpenAnew({ core, link }: Client, session: LiveSession, request: AnyRequest): boolean {
  if (keepsServers(paramsOf(request))) return false;
  const setup = core.setups.get(session);
  const isShared = [...session.links].some((other) => other !== link);
  const isFree = session.state === "idle" && !isShared;
  return isFree && setup !== undefined && !isSameSetup(setup, setupOf(link, request));
}

async function openAgain(client: Client, record: SessionRecord, asked: Asked, { reply, track }: Reopening) {
  const { live, capacity, services } = client.core;
  const { tap } = services;
  requireOpen(client.core);
  using reserved = capacity.take(client.link);
  const { id, cwd, agentSessionId = id } = record;
  const isFresh = tenonMeta(paramsOf(asked.request))["freshAgent"] === true;
  const agent = await client.agents.named(record.agent, { cwd, isAtClient: isAtClient(asked.request), isFresh });
  const method = methodFor(agent, record);
  const { request, report } = await prepareServers(asked.request, admissionOf(client, agent, id));
  // Ours opens it itself.
  if (!agent.isOwn) agent.writers.set(agentSessionId, await tap.journal.open(id));
  const session = beginSession(client, { id, agentSessionId, agent, request });
  holdTree(session, client.link, asked.given);
  reserved[Symbol.dispose]();
  const declared = client.core.relay.declare(agent.upstream, client.link, request);
  // Ends with the session, also if that cannot be opened.
  declared.bind(session);
  const toRun = await waitingPrompts().catch(async (error: unknown) => {
    await giveUp();
    throw error;
  });
  if (client.core.isClosing) await giveUp();
  requireOpen(client.core);
  const first = await ask(method);
  const response = mayLoadInstead(agent, method, first) ? await ask("session/load") : first;
  if ("result" in response) return report(session);
  await giveUp();
  reply(agent.isOwn ? response : notOpened(agent, response));

  async function waitingPrompts() {
    const since = tap.journal.now() - services.limits.questionMs;
    const kept = record.updatedAt < since ? [] : await keptPrompts(tap.journal, record, since);
    return await promptsToRun(kept, services.accessOf);
  }

  async function giveUp() {
    live.drop(id, { reason: "Its agent could not open it" });
    await tap.release(id);
  }

  function ask(method: OpeningMethod): Promise<AnyResponse> {
    const isLoad = method === "session/load";
    session.history.swallowed = isLoad ? "all" : "none";
    return new Promise((resolve) => {
      const sent = agent.open({ ...withSessionId(declared.request, agentSessionId), method }, (response, original) => {
        if (isLoad) session.history.loaded();
        else session.history.swallowed = "none";
        const { _meta: _, ...state } = resultOf(response);
        // What our agent adds to the state is for us.
        if ("result" in response) session.opened.open(agent.isOwn ? state : resultOf(response));
        if ("result" in response) goOn(client, session, tenonMeta(resultOf(response))["unfinished"]);
        // Else the next machine has them wait on.
        if ("result" in response && !client.core.isClosing) session.waitOn(toRun);
        if ("result" in response) join(client, session, request, reply, tap.positionOf(id, original).seq);
        resolve(response);
      });
      track(sent);
    });
  }
}

/** Our agent has found a turn that waited for a person when its machine was lost. After some time it is no longer expected. */
function goOn({ core, link }: Client, session: LiveSession, unfinished: unknown) {
  const { promptId, askedAt } = objectOf(unfinished);
  const { tap, limits } = core.services;
  if (tap.journal.now() - (numberOf(askedAt) ?? 0) > limits.questionMs) return;
  session.goOn(link, { promptId: stringOf(promptId) });
}

type OpeningMethod = "session/resume" | "session/load";

/** By which method an agent opens a session again. The journal has its past, so it is enough that the agent knows it. */
function methodFor(agent: HostedAgent, { id, agentSessionId }: SessionRecord): OpeningMethod {
  const { loadSession, sessionCapabilities } = agent.capabilities;
  if (agent.isOwn) return "session/resume";
  if (agentSessionId === undefined)
    throw RequestError.invalidParams({ sessionId: id }, "this session is a copy that its agent does not know");
  if (isObject(objectOf(sessionCapabilities)["resume"])) return "session/resume";
  if (loadSession === true) return "session/load";
  throw RequestError.invalidParams(
    { sessionId: id, agent: agent.name },
    "its agent supports neither session/load nor session/resume",
  );
}

/** In the agent's own words, and what that means: its state may be on another machine, or gone, and the record is not. */
function notOpened({ title }: HostedAgent, response: AnyResponse): AnyResponse {
  if (!("error" in response) || isSignInNeeded(response)) return response;
  const { error } = response;
  const message =
    `${title} cannot open this session here (${error.message}). ` +
    "An agent keeps its sessions on the machine where it ran; the record is whole: continue in a new session with it";
  return { ...response, error: { ...error, message } };
}

/** Some announce `session/resume` and do not have it. */
function mayLoadInstead(agent: HostedAgent, method: OpeningMethod, response: AnyResponse): boolean {
  const isUnknown = "error" in response && response.error.code === METHOD_NOT_FOUND;
  return isUnknown && method === "session/resume" && agent.capabilities["loadSession"] === true;
}

const METHOD_NOT_FOUND = -32_601;

function otherFolder(cwd: string): RequestError {
  return RequestError.invalidParams({ cwd }, `this session belongs to ${cwd}`);
}
