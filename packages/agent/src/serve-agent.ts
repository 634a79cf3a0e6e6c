/**
 * The ACP edge: turns requests of a client into sessions and turns.
 *
 * One connection has many sessions; when it ends, every session ends, and with them all that they started.
 */

import { isAbsolute } from "node:path";

import {
  agent,
  type InitializeResponse,
  type McpServer,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type Stream,
} from "@agentclientprotocol/sdk";
import type { ServerSpec } from "@tenon/hub";

import { readInitializeRequest } from "./initialize-request.ts";
import type { Model } from "./model.ts";
import { promptText } from "./prompt-text.ts";
import { openSession, type OpenSessionHub, type Session } from "./session.ts";

export interface ServedAgent {
  /** Resolves when the connection and everything opened through it has ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export function serveAgent(
  stream: Stream,
  options: {
    readonly model: Model;
    readonly version: string;
    readonly newId?: () => string;
    /** Opens the hub of a session; on the servers the client gave, unless told. */
    readonly openHub?: OpenSessionHub;
  },
): ServedAgent {
  const { model, version, openHub, newId = () => crypto.randomUUID() } = options;
  const info = { name: "tenon", title: "Tenon", version };
  const sessions = new Map<string, Session>();

  const initialize = (): InitializeResponse => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: info,
    agentCapabilities: { mcpCapabilities: { http: true, sse: true }, sessionCapabilities: { close: {} } },
    authMethods: [],
  });

  const connection = agent({ name: info.name })
    .onRequest(methods.agent.initialize, readInitializeRequest, initialize)
    // Never reached, but without it the SDK does not refuse what comes before `initialize` [R27].
    .onRequest(methods.agent.initialize, initialize)
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      if (!isAbsolute(params.cwd))
        throw RequestError.invalidParams({ cwd: params.cwd }, "cwd must be an absolute path");
      const servers = params.mcpServers.map(serverSpec);
      const id = newId();
      sessions.set(
        id,
        await openSession({
          id,
          cwd: params.cwd,
          servers,
          model,
          client,
          openHub,
          clientInfo: { name: info.name, version },
        }),
      );
      return { sessionId: id };
    })
    .onRequest(methods.agent.session.prompt, async ({ params, signal }) => {
      const session = sessionOf(params.sessionId);
      return { stopReason: await session.prompt(promptText(params.prompt), signal) };
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => sessions.get(params.sessionId)?.cancel())
    .onRequest(methods.agent.session.close, async ({ params }) => {
      const session = sessionOf(params.sessionId);
      sessions.delete(params.sessionId);
      await session.close();
      return {};
    })
    .connect(stream);

  const closed = connection.closed.then(async () => {
    await Promise.all([...sessions.values()].map((session) => session.close()));
  });
  return {
    closed,
    close() {
      connection.close();
      return closed;
    },
  };

  function sessionOf(id: string): Session {
    const session = sessions.get(id);
    if (!session) throw RequestError.sessionNotFound(id);
    return session;
  }
}

function serverSpec(server: McpServer): ServerSpec {
  const source = "client";
  if ("command" in server) {
    const { name, command, args, env } = server;
    return { type: "stdio", name, source, command, args, env: fromPairs(env) };
  }
  const { type, name, url, headers } = server;
  return { type, name, source, url, headers: fromPairs(headers) };
}

function fromPairs(pairs: readonly { readonly name: string; readonly value: string }[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
