/**
 * An ACP client for tests of agents: it says what the test tells it to say and records everything, valid or not.
 *
 * It is as polite as the test is. Being rude takes no mode: call `newSession()` without awaiting `initialize()`, prompt
 * twice, `write()` garbage or a batch, `notify()` something unknown, `stopReading()`, or `disconnectWhen()` something
 * is seen.
 */

import type {
  AgentRequestMethod,
  AgentRequestParamsByMethod,
  AgentRequestResponsesByMethod,
  ClientCapabilities,
  ClientRequestMethod,
  ContentBlock,
  InitializeRequest,
  NewSessionRequest,
  SessionNotification,
  SessionUpdate,
} from "@agentclientprotocol/sdk";

import { isObject } from "@tenon/basis";

import type { ClientAnswers } from "./client-answers.ts";
import { RequestFailed } from "../wire/json-rpc.ts";
import { rawPeer, type RawPeer } from "../wire/raw-peer.ts";
import type { IncomingRequest } from "../wire/received-requests.ts";
import { calls, type TranscriptEntry } from "../wire/transcript.ts";
import type { Wire } from "../wire/wire.ts";

export interface ScriptedClientOptions {
  /** What `initialize` advertises. Defaults to nothing. */
  readonly capabilities?: ClientCapabilities;
  readonly answers?: ClientAnswers;
}

type Result<Method extends AgentRequestMethod> = Promise<AgentRequestResponsesByMethod[Method]>;

export interface ScriptedClient extends Omit<RawPeer, "request">, AsyncDisposable {
  initialize(params?: Partial<InitializeRequest>): Result<"initialize">;
  /** Defaults to `/`, without MCP servers. */
  newSession(params?: Partial<NewSessionRequest>): Result<"session/new">;
  prompt(sessionId: string, prompt: string | readonly ContentBlock[]): Result<"session/prompt">;
  cancel(sessionId: string): Promise<void>;
  /** Any method, known or not; the params are sent as they are. */
  request<Method extends AgentRequestMethod>(
    method: Method,
    params: AgentRequestParamsByMethod[Method],
  ): Result<Method>;
  request<Answered = unknown>(method: string, params?: unknown): Promise<Answered>;
  /** The updates received for this session so far, in order. */
  updates(sessionId: string): readonly SessionUpdate[];
  /** The agent's text of this session so far. */
  text(sessionId: string): string;
  /** Leaves, in both directions, at the moment an entry that fits is sent or received. */
  disconnectWhen(fits: (entry: TranscriptEntry) => boolean): void;
}

/** Every capability a client can advertise in v1. */
export const everyClientCapability: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  auth: { terminal: true },
  elicitation: { form: {}, url: {} },
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
};

export function scriptedClient(wire: Wire, options: ScriptedClientOptions = {}): ScriptedClient {
  const cancellations = new Map<string, AbortController>();
  const peer = rawPeer({ wire, role: "client", answer });
  const { transcript } = peer;
  return {
    ...peer,
    initialize: (params) =>
      peer.request("initialize", {
        protocolVersion: 1,
        clientCapabilities: options.capabilities ?? {},
        clientInfo: { name: "scripted-client", version: "1.0.0" },
        ...params,
      }),
    newSession: (params) => peer.request("session/new", { cwd: "/", mcpServers: [], ...params }),
    prompt: (sessionId, prompt) => {
      cancellations.delete(sessionId);
      const blocks = typeof prompt === "string" ? [{ type: "text", text: prompt }] : prompt;
      return peer.request("session/prompt", { sessionId, prompt: blocks });
    },
    cancel(sessionId) {
      const sent = peer.notify("session/cancel", { sessionId });
      cancellation(sessionId).abort();
      return sent;
    },
    updates,
    text: (sessionId) =>
      updates(sessionId)
        .map((update) => (update.sessionUpdate === "agent_message_chunk" ? textOf(update.content) : ""))
        .join(""),
    disconnectWhen: (fits) => transcript.atOnce(fits, () => void peer.drop()),
    [Symbol.asyncDispose]: () => peer.drop(),
  };

  async function answer({ method, params, text, signal }: IncomingRequest): Promise<unknown> {
    if (!isAnswered(method)) throw new RequestFailed({ code: -32601, message: "Method not found", data: { method } });
    const sessionId = isObject(params) ? String(params["sessionId"]) : "";
    return options.answers?.[method]?.(JSON.parse(text).params, { cancelled: cancellation(sessionId).signal, signal });
  }

  function isAnswered(method: string): method is keyof ClientAnswers & ClientRequestMethod {
    return Object.hasOwn(options.answers ?? {}, method);
  }

  function cancellation(sessionId: string): AbortController {
    const known = cancellations.get(sessionId) ?? new AbortController();
    cancellations.set(sessionId, known);
    return known;
  }

  function updates(sessionId: string): SessionUpdate[] {
    return transcript.entries
      .filter(calls("session/update"))
      .map(({ text }): SessionNotification => JSON.parse(text).params)
      .filter((params) => params.sessionId === sessionId)
      .map(({ update }) => update);
  }
}

function textOf(content: ContentBlock): string {
  return content.type === "text" ? content.text : "";
}
