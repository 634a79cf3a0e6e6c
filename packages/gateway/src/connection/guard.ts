/**
 * What the person behind a client may ask for: every request and notification passes here before it goes anywhere.
 *
 * The law: what a person may not look at does not exist for them, and a method that is not listed here is for administrators.
 */

import { type AnyNotification, type AnyRequest, RequestError } from "@agentclientprotocol/sdk";
import { defined, isString, itemsOf, objectOf, stringOf } from "@tenon/basis";

import { GatewayError } from "../gateway-error.ts";
import type { Access } from "../people/access.ts";
import type { Action, Decision } from "../people/decide.ts";
import { notification, paramsOf, resultOf, type Reply, sessionIdOf, tenonMeta } from "../wire/message.ts";
import { OPENING_METHODS } from "../sessions/as-person.ts";
import { promptAction } from "../sessions/prompt-action.ts";
import { isAtClient, wantedPlace } from "./wanted-place.ts";
import type { Client } from "./core.ts";
import { agentNotFound } from "./host.ts";

/** What each method takes. One that is not here takes `administer`. */
export const methodActions: Readonly<Record<string, Action>> = {
  initialize: "enter",
  "$/cancel_request": "enter",
  "mcp/message": "enter",
  "session/list": "enter",
  "session/new": "begin",
  "session/fork": "look",
  "session/load": "prompt",
  "session/resume": "prompt",
  "session/prompt": "prompt",
  "session/cancel": "prompt",
  "session/set_mode": "configure",
  "session/set_model": "configure",
  "session/set_config_option": "configure",
  "session/close": "configure",
  "session/delete": "own",
  "_tenon/session/attach": "look",
  "_tenon/session/detach": "look",
  "_tenon/session/take_back": "prompt",
  "_tenon/receipts": "look",
  "_tenon/resources/list": "look",
  "_tenon/tools/search": "look",
  "_tenon/tools/include": "configure",
  "_tenon/tools/call": "own",
  "_tenon/servers/available": "own",
  "_tenon/servers/attach": "own",
  "_tenon/servers/detach": "own",
  "_tenon/servers/restart": "own",
  "_tenon/servers/sign_in": "own",
  "_tenon/servers/review": "own",
  // It starts a program on this machine, for everyone who works in the folder.
  "_tenon/servers/trust": "administer",
};

const CANCELLATION = "$/cancel_request";
const NOTIFICATIONS: ReadonlySet<string> = new Set([CANCELLATION, "session/cancel", "mcp/message"]);

/** Throws if the person may not. Resolves when what has to be looked up has been. */
export function admit(client: Client, request: AnyRequest): Promise<void> | undefined {
  const { access } = client.link;
  if (!access) return undefined;
  // An agent that takes it for the notification would cancel a request of another client: ids there are not this client's.
  if (request.method === CANCELLATION) throw RequestError.methodNotFound(request.method);
  const action = methodActions[request.method] ?? "administer";
  const sessionId = sessionIdOf(request);
  require(access.decide(action, sessionId), request);
  if (request.method === "session/prompt") admitPrompt(access, request);
  const isBeginning = request.method === "session/new" || request.method === "session/fork";
  if (isBeginning) require(access.decide("begin"), request);
  else if (bringsMachine(request) && sessionId !== undefined) require(access.decide("own", sessionId), request);
  note(client, request);
  return OPENING_METHODS.has(request.method) ? admitPlace(client, access, request) : undefined;
}

/** Whether a notification is passed on. */
export function isAdmitted(client: Client, message: AnyNotification): boolean {
  const { access } = client.link;
  const sessionId = sessionIdOf(message);
  if (access && !access.may(methodActions[message.method] ?? "administer", sessionId)) return false;
  // A request without an id has no answer, and would pass by what is asked of requests: the limits, commands, the audit.
  if (access && !access.may("administer") && !NOTIFICATIONS.has(message.method)) return false;
  if (sessionId !== undefined) note(client, message);
  return true;
}

/** The answer to a request that begins a session makes its person the owner. */
export function ownedReply({ link: { access }, isForwarded }: Client, request: AnyRequest, reply: Reply): Reply {
  const { method } = request;
  if (!access || (method !== "session/new" && method !== "session/fork")) return reply;
  return (response) => {
    const sessionId = stringOf(resultOf(response)["sessionId"]);
    if (sessionId !== undefined) {
      access.own(sessionId);
      if (!isForwarded) access.record(RECORDED[method] ?? method, { sessionId, ...detailsOf(request) });
    }
    reply(response);
  };
}

/** A client whose person may no longer look at a session leaves it. */
export function leaveHidden({ core, link }: Pick<Client, "core" | "link">): void {
  for (const session of core.live.all()) {
    if (!session.links.has(link) || link.may("look", session.id)) continue;
    session.detach(link);
    core.relay.leave(session.id, link);
    link.send(notification("_tenon/session/closed", { sessionId: session.id, reason: "No longer shared with you" }));
  }
}

/** The folders and the agent of a session that is opened: those of a recorded one are in the journal. */
async function admitPlace({ core, agents, others }: Client, access: Access, request: AnyRequest): Promise<void> {
  if (access.may("administer")) return;
  const params = paramsOf(request);
  const sessionId = sessionIdOf(request);
  const record = sessionId === undefined ? undefined : await core.services.tap.journal.session(sessionId);
  const agent = record?.agent ?? agents.nameIn(params);
  if (!access.mayUseAgent(agent)) throw agentNotFound(agent, visibleAgents(core.agents, access));
  // What is on another machine is looked up there.
  if (isAtClient(request) || others.isElsewhere({ ...wantedPlace(request), ...defined({ folder: record?.cwd }) }))
    return;
  const folders = [record?.cwd ?? params["cwd"], ...itemsOf(params["additionalDirectories"])].filter(isString);
  for (const folder of folders) {
    if (!(await access.mayUseFolder(folder))) throw RequestError.invalidParams({ path: folder }, NO_FOLDER);
  }
}

export function visibleAgents<Agent extends { readonly name: string }>(
  agents: readonly Agent[],
  access: Access | undefined,
): readonly Agent[] {
  return agents.filter(({ name }) => access?.mayUseAgent(name) ?? true);
}

const NO_FOLDER = "you may not use this folder, or it does not exist";

/** It gives a session servers, or the files of the client's own machine. */
function bringsMachine(request: AnyRequest): boolean {
  const params = paramsOf(request);
  return itemsOf(params["mcpServers"]).length > 0 || tenonMeta(params)["tree"] !== undefined;
}

function require(decision: Decision, request: AnyRequest): void {
  if (decision.outcome === "allowed") return;
  if (decision.outcome === "refused") throw new GatewayError("not_allowed", decision.why);
  const sessionId = sessionIdOf(request);
  const isOfSession = sessionId !== undefined && request.method in methodActions;
  throw isOfSession ? RequestError.sessionNotFound(sessionId) : RequestError.methodNotFound(request.method);
}

function admitPrompt(access: Access, request: AnyRequest): void {
  if (!access.may(promptAction(request), sessionIdOf(request))) {
    throw new GatewayError("not_allowed", "You may not use this command");
  }
  if (!access.takePrompt()) throw tooManyPrompts();
}

function tooManyPrompts(): GatewayError {
  return new GatewayError("too_many_prompts", "Too many prompts within a minute. Try again in a minute.");
}

const RECORDED: Readonly<Record<string, string>> = {
  "session/new": "session-begin",
  "session/fork": "session-fork",
  "session/prompt": "prompt",
  "session/cancel": "cancel",
  "session/close": "session-close",
  "session/delete": "session-delete",
  "session/set_mode": "configure",
  "session/set_model": "configure",
  "session/set_config_option": "configure",
  "_tenon/session/take_back": "prompt-take-back",
  "_tenon/tools/include": "configure",
  "_tenon/tools/call": "tool-call",
  "_tenon/servers/attach": "server-attach",
  "_tenon/servers/detach": "server-detach",
  "_tenon/servers/restart": "server-restart",
  "_tenon/servers/sign_in": "server-sign-in",
  "_tenon/servers/trust": "server-trust",
};

/** Recorded by the machine that the client has reached. What begins a session is recorded with its answer, which has the id. */
function note({ link: { access }, isForwarded }: Client, message: AnyRequest | AnyNotification): void {
  const { method } = message;
  const action = RECORDED[method] ?? (serversIn(message).length > 0 ? "server-attach" : undefined);
  const sessionId = sessionIdOf(message);
  if (action === undefined || method === "session/new" || method === "session/fork" || isForwarded) return;
  access?.record(action, { ...(sessionId !== undefined && { sessionId }), ...detailsOf(message) });
}

/** Enough to know what was done; the whole message is in the journal. */
function detailsOf(message: AnyRequest | AnyNotification): { readonly details?: Readonly<Record<string, unknown>> } {
  const params = paramsOf(message);
  const server = stringOf(params["server"]) ?? stringOf(objectOf(params["server"])["name"]);
  const tool = params["tool"];
  const fields = { server, tool, mode: params["modeId"], option: params["configId"], value: params["value"] };
  const servers = serversIn(message);
  const details = {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => isString(value))),
    ...(servers.length > 0 && { servers }),
  };
  return Object.keys(details).length === 0 ? {} : { details };
}

/** The names of the servers that a session is opened or joined with. */
function serversIn({ method, params }: AnyRequest | AnyNotification): readonly string[] {
  if (!OPENING_METHODS.has(method) && method !== "_tenon/session/attach") return [];
  return itemsOf(objectOf(params)["mcpServers"]).map((server) => stringOf(objectOf(server)["name"]) ?? "");
}
