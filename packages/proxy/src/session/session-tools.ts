/**
 * The tools of one ACP session: a hub on its servers, an endpoint in front of it, and the door by which the agent comes in.
 *
 * Opened with the request, before the session has an id, and without waiting for anything: the hub opens behind the
 * endpoint. Everything ends with `close()`.
 */

import { errorMessage, type JsonObject, objectOf } from "@tenon/basis";
import type { SessionHub } from "@tenon/hub";
import { answerHubMethod, type CallDescription, type HubMethod } from "@tenon/hub/display";
import { readGivenServer } from "@tenon/hub/given";
import type { AcpChannels } from "@tenon/hub/over-acp";

import type { AgentTraits, DoorKind } from "../agents/agent-traits.ts";
import { metaWithoutOwnTools } from "../agents/own-tools-off.ts";
import { doorFor } from "../agents/traits-of.ts";
import { type Doors, ENDPOINT_NAME } from "../doors/doors.ts";
import type { Sides } from "../wire/interceptor.ts";
import { answeredMethods } from "./answered-methods.ts";
import { createAgentCalls } from "./calls/agent-calls.ts";
import { type AgentPlace, agentPlace } from "./opening/agent-place.ts";
import { createDoorProbe, doorsToTry } from "./door-probe.ts";
import { createCallUpdates } from "./calls/call-updates.ts";
import type { GivenToAgent, OpeningRequest } from "./opening/opening-request.ts";
import type { SessionPermissions } from "./calls/permissions.ts";
import { recordMessages } from "./calls/record-messages.ts";
import { createRunningCalls } from "./calls/running-calls.ts";
import { createSessionClient, type SessionClient } from "./client/session-client.ts";
import { endpointNames, openSessionEndpoints, type SessionEndpoints } from "./session-endpoints.ts";
import { createSessionNotices, mixedFiles, noTools } from "./client/session-notices.ts";
import { type OpenedPermissions, openSessionPermissions } from "./session-permissions.ts";
import { createSignIn, type SignIn } from "./client/sign-in.ts";
import { openToolsHub, specFor } from "./tools-hub.ts";
import { createSessionTurns, type SessionTurns } from "./session-turns.ts";
import type { ToolsOptions } from "./tools-options.ts";

export interface SessionTools extends GivenToAgent, Pick<SessionPermissions, "withdraw">, SessionTurns {
  /** The client gets the session's id with the message that passes now. */
  bind(sessionId: string): void;
  /** The agent's permission request; false if it is not about a tool of ours, and has to pass. */
  answerPermission(request: JsonObject): boolean;
  /** What the client gets instead of an update of the agent; undefined if it stays as it is. */
  rewriteUpdate(update: JsonObject): JsonObject | undefined;
  restartServer(name: string): void;
  /** The client asks about the servers of the session. Undefined if it has none of ours. */
  answer?(method: HubMethod, params: JsonObject, options: { readonly signal: AbortSignal }): Promise<object>;
  /** Ends the processes of its servers until the next turn or call. */
  park(): void;
  close(): Promise<void>;
}

export interface SessionToolsOptions extends Omit<ToolsOptions, "doors"> {
  readonly doors: Doors;
  readonly channels: AcpChannels;
  readonly sides: Sides;
  readonly capabilities: JsonObject;
  readonly traits: AgentTraits;
  /** Behind the name of its endpoint, where other sessions of the agent must have another. */
  readonly suffix: string;
  /** What the agent says that it is. */
  readonly agent: string | undefined;
}

export function openSessionTools(request: OpeningRequest, options: SessionToolsOptions): SessionTools {
  const { traits, newId = () => crypto.randomUUID() } = options;
  const client = createSessionClient(options.sides, { ...options, newId });
  const kind = chosenDoor(options);
  const place = agentPlace(request, options);
  if (!kind) return { ...withoutTools(client, traits), ...given(request, { ...options, place }) };
  const problem = options.doors.problemWith(kind);
  if (problem) throw problem;
  const isElsewhere = request.tree === "client";
  if (isElsewhere && !hasSwitch(options)) client.notice(mixedFiles(traits.title));
  // Without them the agent could do nothing in such a session.
  const clientTools = options.clientTools ?? (isElsewhere ? ENDPOINT_NAME : undefined);
  const suffix = traits.sharesServers ? options.suffix : "";
  return openTools(request, { ...options, clientTools, suffix, newId, client, kind, place });
}

/** Of those that it takes and that are open; if none is, the one that should be. */
function chosenDoor(options: SessionToolsOptions): DoorKind | undefined {
  const takes = doorsToTry(options);
  const open = takes.filter((kind) => !options.doors.problemWith(kind));
  return doorFor({ takes: open.length === 0 ? takes : open }, options.environment);
}

/** Whether this session's agent is without its own tools for files and commands. */
function hasSwitch({ traits: { ownTools }, ownToolsOff }: SessionToolsOptions): boolean {
  return ownTools !== undefined && (ownTools.off.type === "meta" || ownToolsOff === "all");
}

function given(
  { tree, meta }: OpeningRequest,
  { traits, clientTools, place }: Pick<Opening, "traits" | "clientTools" | "place">,
): Omit<GivenToAgent, "mcpServers"> {
  const off = tree === "client" ? "all" : clientTools === undefined ? undefined : "replaced";
  return {
    meta: off && metaWithoutOwnTools(traits, meta, off),
    ...(place.isScratch && { scratch: place.cwd }),
  };
}

interface Opening extends SessionToolsOptions {
  readonly place: AgentPlace;
  readonly client: SessionClient;
  readonly kind: DoorKind;
  readonly newId: () => string;
}

const NOT_HERE = "calls by hand are for sessions of our own agent";

/** An agent with servers for all its sessions lets a model call those of another one. */
const OF_ANOTHER_SESSION = { isAllowed: false, reason: "This tool belongs to another session." } as const;

/** An agent is not stopped with the process that is between it and its tools. */
const OF_ANOTHER_MACHINE = { isAllowed: false, reason: "Another machine may have taken the session over." } as const;

function openTools(request: OpeningRequest, options: Opening): SessionTools {
  const { client, traits } = options;
  const { place } = options;
  const probe = createDoorProbe(options);
  const notices = createSessionNotices(client, traits, { notConnected: () => probe.end(false) });
  // Assigned below: nothing calls a tool before this function returns.
  let endpoints: SessionEndpoints | undefined;
  let hubNow: SessionHub | undefined;
  const calls = createAgentCalls((name) => endpoints?.find(name), { ...traits, names: endpointNames(options) });
  const running = createRunningCalls(calls);
  const messages = client.events && recordMessages({ events: client.events, running, calls });
  const ofHub = { notices, callsOf: running.of, onMessage: messages?.add, recordTime: client.events?.now };
  const hub = openToolsHub({ ...request, ...place }, { ...options, ...ofHub });
  const signIn = createSignIn({ ...options, running });
  const withPages = hub.then(signIn.around);
  withPages.catch(() => {}); // Reported below.
  void hub.then(
    (opened) => (hubNow = opened),
    (error: unknown) => options.onWarning(`The servers of a session could not be opened: ${errorMessage(error)}`),
  );
  const updates = createCallUpdates({
    calls,
    folders: request,
    toolOf: ({ server, tool }) => hubNow?.catalogue.tools.find((each) => each.server === server && each.tool === tool),
    describeLent: (tool, args): CallDescription | undefined => lent?.describe(tool, args),
    update: client.update,
  });
  const opening = { ...options, hub, updates, toAgent: options.sides.toAgent };
  const { permissions, lent }: OpenedPermissions = openSessionPermissions(request, opening);
  const opened = openSessionEndpoints({
    ...options,
    hub: withPages,
    lent,
    async permit(call) {
      if (traits.sharesServers && !turns.isInTurn()) return OF_ANOTHER_SESSION;
      const permit = await permissions.permit(call);
      return options.lease?.isHeld === false ? OF_ANOTHER_MACHINE : permit;
    },
    onEvent(event) {
      // Whatever it is: some agents list and call without having sent `notifications/initialized`.
      if (!isConnected) probe.end(true);
      isConnected = true;
      notices.connected();
      running.event(event);
      messages?.event(event);
      updates.event(event);
      if (event.type === "ended") lent?.ended(event.call.id);
    },
  });
  endpoints = opened;
  const parts = { hub, signIn, permissions, notices, messages, updates, calls };
  const turns = createSessionTurns({ ...options, ...opened, ...parts });
  let isConnected = false;

  return {
    mcpServers: opened.entries,
    ...given(request, options),
    bind: client.bind,
    withdraw: permissions.withdraw,
    answerPermission(message) {
      // Then it asks about a server of its own that is called as we are, and the call would not come here.
      if (!isConnected) return false;
      const call = calls.read(objectOf(message["params"])["toolCall"]);
      if (call) permissions.answer(message, call);
      return call !== undefined;
    },
    rewriteUpdate(update) {
      const stranger = calls.strangerOf(update);
      if (stranger !== undefined) notices.stranger(stranger);
      return updates.rewrite(update);
    },
    ...turns,
    restartServer: (name) => void hubNow?.restart(name),
    async answer(method, params, { signal }) {
      const opened = await hub;
      const ask = { hub: opened, methods: answeredMethods, signal, denial: async () => NOT_HERE };
      return await answerHubMethod(method, params, {
        ...ask,
        read: (server) => specFor(readGivenServer(server, "server"), options.channels),
        detach: opened.detach,
        signIn: (server, waiting) => signIn.signIn(opened, server, waiting),
      });
    },
    // What does not end now ends with the hub.
    park: () => void hubNow?.park().catch(() => {}),
    close: closeOnce({ ...parts, opened, lent, client, lease: options.lease }),
  };
}

interface Closed {
  readonly permissions: Pick<SessionPermissions, "cancel">;
  readonly signIn: Pick<SignIn, "close">;
  readonly hub: Promise<Pick<SessionHub, "close">>;
  readonly opened: Pick<SessionEndpoints, "close">;
  readonly lent: { close(): Promise<void> } | undefined;
  readonly messages: { close(): void } | undefined;
  readonly client: SessionClient;
  readonly lease: ToolsOptions["lease"];
}

/** May be called twice. */
function closeOnce({ permissions, signIn, hub, opened, lent, messages, client, lease }: Closed): () => Promise<void> {
  let closing: Promise<void> | undefined;
  // What could not be opened has been reported.
  const closeHub = () => hub.then((each) => each.close()).catch(() => {});
  return () => (closing ??= close());

  async function close(): Promise<void> {
    permissions.cancel();
    signIn.close();
    if (lease?.lost.aborted) void closeHub();
    await opened.close();
    await lent?.close();
    await closeHub();
    messages?.close();
    client.events?.close();
  }
}

/** For an agent that takes no servers: it is given none, and the user hears so once [WA13]. */
function withoutTools(client: SessionClient, traits: AgentTraits): SessionTools {
  client.notice(noTools(traits.title, traits.caveat ?? "It takes no MCP servers."));
  return {
    mcpServers: [],
    bind: client.bind,
    withdraw: () => false,
    answerPermission: () => false,
    rewriteUpdate: () => undefined,
    startTurn: () => {},
    ready: () => undefined,
    restartServer: () => {},
    cancelTurn: () => {},
    endTurn: () => {},
    park: () => {},
    close: async () => {},
  };
}
