/**
 * The servers of one session that stay on this machine: a hub on those that the editor gives and those of the user, and each
 * of them as a server for the agent over there. What may be called is decided here, by the user's rules and answers.
 */

import { errorMessage, itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import type { SessionHub } from "@tenon/hub";
import type { EndpointEvent, EndpointTool } from "@tenon/hub/endpoint";
import type { AcpChannels } from "@tenon/hub/over-acp";
import {
  createAgentCalls,
  createCallUpdates,
  createRunningCalls,
  createSessionClient,
  createSessionNotices,
  createSignIn,
  openSessionConsent,
  openToolsHub,
  type OpeningRequest,
  type SessionClient,
  type SessionTools,
  type Sides,
  type ToolsOptions,
  unknownAgent,
  type FrameVerdict,
} from "@tenon/proxy";

import type { Provider } from "../servers/provider.ts";
import { createApprovedActs } from "./approved-acts.ts";
import { type CallConsentOptions, createCallConsent } from "./call-consent.ts";
import { locateTools } from "./locate-tools.ts";
import { openSessionTree } from "./session-tree.ts";
import { openProvidedServers, type ProvidedServers } from "./provided-servers.ts";

export interface SessionServers extends SessionTools {
  /** Resolves when the configuration was read; waits for no server, and never rejects. */
  readonly opened: Promise<void>;
  /** A request or notification of the gateway that is about this machine; undefined if it is not. */
  fromAgent(message: JsonObject): FrameVerdict | undefined;
  /** Resolves when everything of it has ended. */
  readonly closed: Promise<void>;
  /** A prompt of the editor, before its turn. */
  prompted(params: JsonObject): void;
  /** An answer of the editor. */
  answered(response: JsonObject): void;
  /** The declarations of its servers for `mcpServers`, under new ids each time. */
  declare(): readonly JsonObject[];
}

export interface SessionServersOptions
  extends
    Pick<ToolsOptions, "services" | "version" | "environment" | "onWarning" | "onSecrets" | "openEvents" | "now">,
    Pick<CallConsentOptions, "asker" | "onDecision"> {
  readonly sides: Sides;
  readonly capabilities: JsonObject;
  readonly channels: AcpChannels;
  readonly provider: Provider;
  readonly newId: () => string;
  /** Whether the session's files and commands are those of this machine. */
  readonly hasTree: boolean;
}

export function openSessionServers(request: OpeningRequest, options: SessionServersOptions): SessionServers {
  const { toAgent } = options.sides;
  const client = createSessionClient(options.sides, options);
  const notices = createSessionNotices(client, unknownAgent);
  let hubNow: SessionHub | undefined;
  let provided: ProvidedServers | undefined;
  let prompt = "";
  const tools = locateTools(() => hubNow);
  const calls = createAgentCalls(tools.find, tools);
  const running = createRunningCalls(calls);
  const hub = openToolsHub(request, { ...options, client, notices, callsOf: running.of });
  const signIn = createSignIn({ ...options, client, running });
  const toolOf = (tool: EndpointTool) => toolIn(hubNow, tool);
  const updates = createCallUpdates({ calls, folders: request, toolOf, update: client.update });
  const rules = openSessionConsent(hub, request, options);
  rules.catch(() => {}); // Each call that needs them is refused.
  const permissions = createCallConsent({ ...options, client, calls, updates, rules, prompt: () => prompt, toAgent });
  const approved = createApprovedActs(request.cwd);
  const tree = options.hasTree ? openSessionTree({ ...options, client, request, rules, approved }) : undefined;
  const opened = open();
  const closed = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;

  return {
    opened,
    answered: approved.answered,
    prompted: ({ prompt: blocks }) => void (prompt = textIn(blocks)),
    fromAgent(message) {
      const { method, id, params } = message;
      if (method === "$/cancel_request") return tree?.cancel(objectOf(params)["requestId"]) ? "drop" : undefined;
      if (id === undefined || !tree) return undefined;
      if (tree.take(message)) return "drop";
      const shown = method === "session/request_permission" ? approved.asked(message) : undefined;
      return shown && { message: shown };
    },
    declare: () => provided?.declare() ?? [],
    mcpServers: [],
    bind: client.bind,
    withdraw: permissions.withdraw,
    answerPermission(message) {
      const call = calls.read(objectOf(message["params"])["toolCall"]);
      if (call?.tool) permissions.answer(message, call);
      return call?.tool !== undefined;
    },
    rewriteUpdate(update) {
      calls.read(update);
      return tree?.shown(update);
    },
    startTurn() {
      hubNow?.retry();
      if (hubNow) signIn.askNow(hubNow);
    },
    ready: () => undefined,
    restartServer: (name) => void hubNow?.restart(name),
    cancelTurn: permissions.cancel,
    endTurn() {
      approved.clear();
      permissions.clear();
      updates.clear();
      calls.clear();
    },
    // What does not end now ends with the hub.
    park: () => void hubNow?.park().catch(() => {}),
    close: () => (closing ??= close().finally(closed.resolve)),
    closed: closed.promise,
  };

  async function open(): Promise<void> {
    try {
      const open = await hub;
      hubNow = open;
      const hooks = { permit: permissions.permit, onEvent, onFailure: reportTo(client) };
      provided = openProvidedServers(signIn.around(open), { ...options, ...hooks });
    } catch (error) {
      options.onWarning(`The servers of a session could not be opened: ${errorMessage(error)}`);
    }
  }

  function onEvent(event: EndpointEvent): void {
    running.event(event);
    // The agent over there shows what it called; here only what it does not show.
    if (event.type !== "progress") updates.event(event);
  }

  async function close(): Promise<void> {
    permissions.cancel();
    signIn.close();
    await tree?.close();
    await provided?.close();
    // What could not be opened has been reported.
    await hub.then((each) => each.close()).catch(() => {});
    client.events?.close();
  }
}

function toolIn(hub: SessionHub | undefined, { server, tool }: EndpointTool) {
  return hub?.catalogue.tools.find((each) => each.server === server && each.tool === tool);
}

/** Why a server failed, in the user's session. */
function reportTo({ notice }: Pick<SessionClient, "notice">) {
  return (server: string, reason: string) =>
    notice({ severity: "warning", title: `${server} failed`, description: reason });
}

function textIn(blocks: unknown): string {
  return itemsOf(blocks)
    .map((block) => stringOf(objectOf(block)["text"]) ?? "")
    .join("\n");
}
