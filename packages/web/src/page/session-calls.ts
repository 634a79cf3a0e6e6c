/**
 * What the page asks of agents, session by session. All but a new session attach first.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { type JsonObject, objectOf, readArray, stringOf } from "@tenon/basis";
import { isContentBlock } from "@tenon/timeline";
import type { StoreApi } from "zustand/vanilla";

import { t } from "../language/t.ts";
import { promptMark } from "../open-session/open-session.ts";
import type { AcpClient } from "../wire/acp-client.ts";
import type { Api } from "../wire/api.ts";
import type { SessionView } from "../wire/session-view.ts";
import { WireError } from "../wire/wire-error.ts";
import type { Lending } from "../lending/lending.ts";
import type { Attachments } from "./attachments.ts";
import { type ConnectionState, whenOnline } from "./connection.ts";
import type { KnownModes } from "./known-modes.ts";
import type { QueuedPrompt } from "./prompt-queue.ts";
import type { SessionServers } from "./session-servers.ts";

export interface SessionCalls {
  /**
   * Attaches to a known session; without it, prompts and questions do not pass. With `freshAgent`, by an agent that was
   * started anew: the person has signed in outside.
   */
  attach(sessionId: string, options?: { readonly freshAgent?: boolean }): Promise<void>;
  /** Signs in to an agent by one of its own methods. Resolves when that is done, which may take minutes. */
  authenticate(agent: string, methodId: string): Promise<void>;
  create(session: NewSession): Promise<string>;
  /** Makes a new session that begins as this one is now, or as it was after the record `at`. */
  fork(sessionId: string, at?: number): Promise<string>;
  /** Resolves with the answer when the turn has ended. */
  sendPrompt(sessionId: string, prompt: QueuedPrompt): Promise<JsonObject>;
  /** Takes back a prompt that waits in its session; its content, unless it is too late. */
  takeBack(sessionId: string, promptId: string): Promise<readonly ContentBlock[] | undefined>;
  cancel(sessionId: string): void;
  setOption(sessionId: string, configId: string, value: string | boolean): Promise<void>;
  setMode(sessionId: string, modeId: string): Promise<void>;
  /** Calls an extension method of the session's agent. */
  ask(sessionId: string, method: `_${string}`, params: object, signal?: AbortSignal): Promise<JsonObject>;
}

export interface NewSession {
  readonly agent: string;
  readonly cwd: string;
  /** Also those of another session, as they were remembered. */
  readonly mcpServers: readonly object[];
  readonly modeId?: string;
  /** Lends the tools of this device to it, which `mcpServers` may already do. */
  readonly hasDevice?: boolean;
  /** By an agent that was started anew, unless it has sessions: the person has signed in outside. */
  readonly freshAgent?: boolean;
}

export interface SessionCallsOptions {
  readonly acp: AcpClient;
  readonly connection: StoreApi<ConnectionState>;
  readonly api: Api;
  readonly attachments: Attachments;
  readonly lending: Lending;
  readonly servers: SessionServers;
  readonly modes: KnownModes;
  /** The session, if the list has it. */
  readonly viewOf: (sessionId: string) => SessionView | undefined;
}

const METHOD_NOT_FOUND = -32_601;
const RESOURCE_NOT_FOUND = -32_002;

export function createSessionCalls(options: SessionCallsOptions): SessionCalls {
  const { acp, connection, api, attachments, lending, servers, modes, viewOf } = options;

  return {
    attach,
    async authenticate(agent, methodId) {
      await acp.request("authenticate", { methodId, _meta: { tenon: { agent } } });
    },
    async create({ agent, cwd, mcpServers, modeId, hasDevice = false, freshAgent = false }) {
      // A page that was just opened, or a phone that was just unlocked, is still connecting.
      await whenOnline(connection);
      const given = hasDevice ? [...mcpServers, LENT] : mcpServers;
      const declared = declare(given, lending);
      const tenon = { agent, ...(freshAgent && { freshAgent }) };
      const params = { cwd, mcpServers: declared, _meta: { tenon } };
      const { sessionId, answer } = await openByAgent(acp, "session/new", params);
      lending.bind(declared, sessionId);
      attachments.created(sessionId, answer);
      servers.remember(sessionId, given);
      modes.learn(agent, answer["modes"]);
      if (modeId !== undefined) await request(sessionId, "session/set_mode", { modeId });
      return sessionId;
    },
    async fork(sessionId, at) {
      const session = viewOf(sessionId);
      if (session?.forkedBy !== "agent") return await api.fork(sessionId, at);
      const own = servers.of(sessionId).filter((server) => !isLent(server));
      const fork = await openByAgent(acp, "session/fork", reopening(own, sessionId, session.cwd));
      attachments.created(fork.sessionId, fork.answer);
      return fork.sessionId;
    },
    async sendPrompt(sessionId, { id, content }) {
      return await request(sessionId, "session/prompt", { prompt: content, ...promptMark(id) }).catch((error) => {
        // The session was closed while the prompt was in flight.
        if (error instanceof WireError && error.details.status === RESOURCE_NOT_FOUND) attachments.forget(sessionId);
        throw error;
      });
    },
    async takeBack(sessionId, promptId) {
      const answer = await request(sessionId, "_tenon/session/take_back", { promptId });
      return readArray(answer["prompt"], (block) => (isContentBlock(block) ? block : undefined));
    },
    cancel: (sessionId) => acp.notify("session/cancel", { sessionId }),
    async setOption(sessionId, configId, value) {
      const typed = typeof value === "boolean" ? { type: "boolean", value } : { value };
      await request(sessionId, "session/set_config_option", { configId, ...typed });
    },
    async setMode(sessionId, modeId) {
      await request(sessionId, "session/set_mode", { modeId });
    },
    ask: request,
  };

  async function attach(sessionId: string, { freshAgent = false } = {}): Promise<void> {
    await attachments.attach(sessionId, () => join(options, sessionId, freshAgent));
  }
  async function request(sessionId: string, method: string, params: object, signal?: AbortSignal): Promise<JsonObject> {
    await attach(sessionId);
    return await acp.request(method, { sessionId, ...params }, signal);
  }
}

/** Opens a known session at its agent; a person who may not prompt joins it as it is. */
async function join(
  { acp, lending, servers, viewOf }: SessionCallsOptions,
  sessionId: string,
  freshAgent: boolean,
): Promise<JsonObject> {
  const view = viewOf(sessionId);
  const cwd = view?.cwd;
  if (view?.role === "viewer" || view?.role === "approver") {
    return await acp.request("_tenon/session/attach", { sessionId });
  }
  if (cwd === undefined) {
    throw new WireError("offline", t("The session is not known yet."), { call: "session/resume" });
  }
  const mcpServers = declare(servers.of(sessionId), lending);
  lending.bind(mcpServers, sessionId);
  const params = reopening(mcpServers, sessionId, cwd);
  const { tenon } = params._meta;
  return await acp.request("session/resume", {
    ...params,
    _meta: { tenon: { ...tenon, ...(freshAgent && { freshAgent }) } },
  });
}

/** Has an agent make a session: a new one, or a fork. */
async function openByAgent(acp: AcpClient, method: "session/new" | "session/fork", params: object) {
  const answer = await acp.request(method, params).catch((cause: unknown) => {
    if (!(cause instanceof WireError) || cause.details.status !== METHOD_NOT_FOUND) throw cause;
    throw new WireError("refused", t("This agent cannot fork a session."), cause.details, { cause });
  });
  const sessionId = stringOf(answer["sessionId"]);
  if (sessionId === undefined) throw new WireError("refused", t("The agent returned no session ID."), { call: method });
  return { sessionId, answer };
}

/** The session keeps its servers, whichever page it was opened in; those that we send only add their secrets. */
function reopening(mcpServers: readonly object[], sessionId: string, cwd: string) {
  return { sessionId, cwd, mcpServers, _meta: { tenon: { servers: "kept" } } };
}

/** In the storage: that the tools of this device are lent, under an id of each connection. */
const LENT = { type: "acp", name: "device" };

/** With an id of this connection for the device. */
function declare(servers: readonly object[], lending: Lending): readonly object[] {
  return servers.flatMap((server) => (isLent(server) ? lending.declare() : [server]));
}

function isLent(server: object): boolean {
  return objectOf(server)["type"] === "acp";
}
