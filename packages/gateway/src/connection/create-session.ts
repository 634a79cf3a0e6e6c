/**
 * `session/new` and `session/fork`.
 */

import { isAbsolute, win32 } from "node:path";

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { type JsonObject, stringOf } from "@tenon/basis";
import type { SessionRecord } from "@tenon/journal";

import { requireOpen } from "../machines/stopping.ts";
import type { DeclaredServers } from "../mcp-relay/mcp-relay.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import {
  type Cancellable,
  paramsOf,
  type Reply,
  resultOf,
  sessionIdOf,
  tenonMeta,
  withSessionId,
} from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import { holdTree, withRecordedTree } from "./client-tree.ts";
import { isAtClient } from "./wanted-place.ts";
import type { Client } from "./core.ts";
import { openForkRecord } from "./fork-record.ts";
import { admissionOf, beginSession, joinNew } from "./join-session.ts";
import { type PreparedRequest, prepareServers } from "./session-servers.ts";
import { withFolder } from "./session-setup.ts";

/** `track` is given what can be cancelled, once the agent was asked. */
export async function createSession(
  client: Client,
  given: AnyRequest,
  reply: Reply,
  track: (sent: Cancellable) => void,
): Promise<void> {
  const { core, link } = client;
  requireOpen(core);
  using _ = core.capacity.take(link);
  const { agent, asked, parent } = await targetOf(client, given);
  const prepared = await prepareServers(asked, admissionOf(client, agent, sessionIdOf(given)));
  const declared = core.relay.declare(agent.upstream, link, prepared.request);
  const fork = parent && (await openForkRecord({ core, agent, parent }));
  const agentSessionId = await new Promise<string | undefined>((resolve) => {
    const sent = agent.open(declared.request, (response, original) => {
      reply(opened(client, { agent, prepared, declared, response, original }));
      resolve(stringOf(resultOf(response)["sessionId"]));
    });
    track(sent);
  });
  await fork?.settle(agentSessionId);
}

interface Target {
  readonly agent: HostedAgent;
  /** With the agent's id of the session that is forked. */
  readonly asked: AnyRequest;
  readonly parent?: SessionRecord;
}

/** The agent that a new session is for; a fork's is its parent's. */
async function targetOf({ core, agents }: Client, given: AnyRequest): Promise<Target> {
  const parentId = given.method === "session/fork" ? sessionIdOf(given) : undefined;
  const parent = parentId === undefined ? undefined : await core.services.tap.journal.session(parentId);
  const foldered = withFolder(given, parent?.cwd);
  const request = parent ? await withRecordedTree(foldered, core.services.tap.journal, parent) : foldered;
  const params = paramsOf(request);
  const isFresh = tenonMeta(params)["freshAgent"] === true;
  const place = { cwd: folderIn(params, isAtClient(request)), isAtClient: isAtClient(request), isFresh };
  if (!parent) return { agent: await agents.named(agents.nameIn(params), place), asked: request };
  const open = core.live.agentOf(parent.id);
  // Ours forks from the journal, wherever the session is open; others only know what they have open.
  const agent = open && !open.isOwn ? open : await agents.named(parent.agent, place);
  return { agent, asked: withSessionId(request, parent.agentSessionId ?? parent.id), parent };
}

interface Opened {
  readonly agent: HostedAgent;
  readonly prepared: PreparedRequest;
  readonly declared: DeclaredServers;
  readonly response: AnyResponse;
  readonly original: AnyResponse;
}

/** The agent's answer, with the journal's id of the session. */
function opened(client: Client, { agent, prepared, declared, response, original }: Opened): AnyResponse {
  const { live, services } = client.core;
  const result = resultOf(response);
  const agentSessionId = stringOf(result["sessionId"]);
  if (agentSessionId === undefined) {
    declared.release();
    return response;
  }
  const id = agent.upstream.idOf(agentSessionId) ?? agentSessionId;
  if (!live.mayBegin(id, agent)) {
    declared.release();
    return errorAnswer(response.id, notItsOwn(agent, id));
  }
  const session = beginSession(client, { id, agentSessionId, agent, request: prepared.request });
  holdTree(session, client.link, prepared.request);
  session.opened.open(result);
  declared.bind(session);
  joinNew(client, session, services.tap.positionOf(id, original).seq ?? 0);
  prepared.report(session);
  return { ...response, result: { ...result, sessionId: id } };
}

function notItsOwn({ name }: HostedAgent, sessionId: string): RequestError {
  return RequestError.internalError({ sessionId }, `${name} returned a session that another agent has open`);
}

/** Without a folder there are no rules to hold an agent to. */
function folderIn({ cwd }: JsonObject, isElsewhere: boolean): string {
  if (typeof cwd === "string" && (isAbsolute(cwd) || (isElsewhere && win32.isAbsolute(cwd)))) return cwd;
  throw RequestError.invalidParams({ path: "cwd" }, "cwd must be an absolute path");
}
