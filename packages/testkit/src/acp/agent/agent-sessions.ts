/**
 * The sessions of a scripted agent: created, listed, loaded, prompted, cancelled and closed.
 */

import { isAbsolute } from "node:path";

import type { AgentCapabilities, McpServer } from "@agentclientprotocol/sdk";
import { isObject } from "@tenon/basis";

import { countingIds } from "../../ids.ts";
import type { AgentScript, AnyUpdate } from "./agent-script.ts";
import { playTurn } from "./agent-turn.ts";
import { type GivenServers, givenServers } from "./given-servers.ts";
import { RequestFailed } from "../wire/json-rpc.ts";
import type { RawPeer } from "../wire/raw-peer.ts";
import type { IncomingRequest } from "../wire/received-requests.ts";
import type { AgentHost } from "./turn-context.ts";

export interface AgentSessions {
  /** What the script makes possible. */
  readonly capabilities: AgentCapabilities;
  answer(request: IncomingRequest): Promise<unknown>;
  cancel(sessionId: unknown): void;
  /** Leaves the MCP servers of all sessions. */
  close(): Promise<void>;
}

interface Session {
  readonly servers: GivenServers;
  prompts: number;
  /** Cancels the turn that is running. */
  turn?: AbortController | undefined;
}

type Params = Readonly<Record<string, unknown>>;

export function agentSessions(
  script: AgentScript,
  { peer, host }: { readonly peer: RawPeer; readonly host: AgentHost },
): AgentSessions {
  const newId = countingIds();
  const open = new Map<unknown, Session>();
  const stored = script.sessions ?? [];
  const methods: Readonly<Record<string, (params: Params, request: IncomingRequest) => unknown>> = {
    "session/new": create,
    "session/close": close,
    "session/prompt": prompt,
    ...(script.sessions ? { "session/list": list, "session/load": load } : {}),
  };
  const sessionCapabilities = { close: {}, ...(script.sessions ? { list: {} } : {}) };
  return {
    capabilities: { sessionCapabilities, ...(script.sessions ? { loadSession: true } : {}) },
    cancel: (sessionId) => open.get(sessionId)?.turn?.abort(),
    close: async () => void (await Promise.all([...open.values()].map(({ servers }) => servers.close()))),
    async answer(request) {
      const { method, params } = request;
      const run = methods[method];
      if (!run) throw new RequestFailed({ code: -32601, message: "Method not found", data: { method } });
      return run(isObject(params) ? params : {}, request);
    },
  };

  async function create(params: Params, request: IncomingRequest) {
    requirePlace(params);
    const { modes, configOptions, updatesBefore = [], updatesAfter = [] } = script.newSession ?? {};
    const sessionId = newId("session");
    const session = { prompts: 0, servers: serversIn(params) };
    open.set(sessionId, session);
    if (script.connectsAtOnce) {
      for (const name of namesIn(params)) await session.servers.tools(name).catch(() => {});
    }
    replay(sessionId, updatesBefore);
    request.afterwards(() => replay(sessionId, updatesAfter));
    return { sessionId, ...(modes ? { modes } : {}), ...(configOptions ? { configOptions } : {}) };
  }

  function list({ cwd }: Params) {
    const fitting = stored.filter((session) => cwd == null || session.cwd === cwd);
    return { sessions: fitting.map(({ history: _history, ...info }) => info) };
  }

  function load(params: Params) {
    requirePlace(params);
    const session = stored.find(({ sessionId }) => sessionId === params["sessionId"]);
    if (!session) throw noSuchSession(params["sessionId"]);
    void open.get(session.sessionId)?.servers.close();
    open.set(session.sessionId, { prompts: 0, servers: serversIn(params) });
    replay(session.sessionId, session.history);
    return {};
  }

  async function close({ sessionId }: Params) {
    const { turn, servers } = find(sessionId);
    turn?.abort();
    open.delete(sessionId);
    await servers.close();
    return {};
  }

  async function prompt({ sessionId, prompt }: Params, request: IncomingRequest) {
    const session = find(sessionId);
    if (!Array.isArray(prompt)) throw invalid("prompt is not a list of content blocks");
    if (session.turn && !script.manners?.overlapsTurns) {
      throw new RequestFailed({ code: -32600, message: "A turn is running in this session" });
    }
    const turns = script.turns ?? [{ steps: [{ type: "echo" }] }];
    const turn = turns[Math.min(session.prompts, turns.length - 1)] ?? { steps: [] };
    const running = new AbortController();
    session.prompts += 1;
    session.turn = running;
    const cancel = () => running.abort();
    request.signal.addEventListener("abort", cancel, { once: true });
    try {
      const context = { sessionId: String(sessionId), promptText: textOf(prompt), signal: running.signal };
      return await playTurn(turn, { ...context, peer, host, newId, servers: session.servers });
    } finally {
      request.signal.removeEventListener("abort", cancel);
      if (session.turn === running) session.turn = undefined;
      request.afterwards(() => replay(sessionId, turn.updatesAfter ?? []));
    }
  }

  function find(sessionId: unknown): Session {
    const session = open.get(sessionId);
    if (!session) throw noSuchSession(sessionId);
    return session;
  }

  function replay(sessionId: unknown, updates: readonly AnyUpdate[]) {
    // Writes keep their order; a client that is gone misses nothing.
    for (const update of updates) peer.notify("session/update", { sessionId, update }).catch(() => {});
  }
}

function serversIn({ mcpServers }: Params): GivenServers {
  return givenServers(entriesIn(mcpServers));
}

function namesIn({ mcpServers }: Params): readonly string[] {
  return entriesIn(mcpServers).map(({ name }) => name);
}

function entriesIn(mcpServers: unknown): readonly McpServer[] {
  return Array.isArray(mcpServers) ? mcpServers : [];
}

function requirePlace({ cwd, mcpServers }: Params) {
  if (typeof cwd !== "string" || !isAbsolute(cwd)) throw invalid("cwd is not an absolute path");
  if (!Array.isArray(mcpServers)) throw invalid("mcpServers is not a list");
}

function textOf(prompt: readonly unknown[]): string {
  return prompt.map((block) => (isObject(block) && typeof block["text"] === "string" ? block["text"] : "")).join("");
}

function noSuchSession(sessionId: unknown): RequestFailed {
  return new RequestFailed({ code: -32002, message: "No such session", data: { sessionId } });
}

function invalid(message: string): RequestFailed {
  return new RequestFailed({ code: -32602, message });
}
