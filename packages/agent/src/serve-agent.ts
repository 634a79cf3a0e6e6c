/**
 * The ACP edge: turns requests of a client into sessions and turns.
 *
 * One connection has many sessions; when it ends, every session ends, and with them all that they started.
 */

import {
  agent,
  type AgentContext,
  type InitializeResponse,
  methods,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  RequestError,
  type Stream,
} from "@agentclientprotocol/sdk";
import type { McpMessageParams } from "@agentclientprotocol/sdk/unstable";
import type { ServerSpec } from "@tenon/hub";

import { type AcpChannels, createAcpChannels } from "./acp-channel.ts";
import { readInitializeRequest } from "./initialize-request.ts";
import type { Model } from "./model.ts";
import { type GivenServer, readNewSession } from "./new-session-request.ts";
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
    /** Also what the protocol calls unstable: MCP over ACP. */
    readonly unstable?: boolean;
  },
): ServedAgent {
  const { model, version, openHub, newId = () => crypto.randomUUID() } = options;
  const info = { name: "tenon", title: "Tenon", version };
  const sessions = new Map<string, Session>();
  let channels: Promise<AcpChannels> | undefined;

  const initialize = (): InitializeResponse => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: info,
    agentCapabilities: {
      mcpCapabilities: { http: true, sse: true, ...(options.unstable && { acp: true }) },
      sessionCapabilities: { close: {} },
    },
    authMethods: [],
  });

  const connection = agent({ name: info.name })
    .onRequest(methods.agent.initialize, readInitializeRequest, initialize)
    // Never reached, but without it the SDK does not refuse what comes before `initialize` [R27].
    .onRequest(methods.agent.initialize, initialize)
    .onRequest(methods.agent.session.new, readNewSession, async ({ params, client }): Promise<NewSessionResponse> => {
      const { cwd } = params;
      const servers = await Promise.all(params.servers.map((server) => serverSpec(server, client)));
      const id = newId();
      const clientInfo = { name: info.name, version };
      sessions.set(id, await openSession({ id, cwd, servers, model, client, openHub, clientInfo }));
      return { sessionId: id };
    })
    .onNotification(MCP_MESSAGE, readMcpMessage, async ({ params }) => (await channels)?.receive(params))
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

  async function serverSpec(server: GivenServer, client: AgentContext): Promise<ServerSpec> {
    const source = "client";
    if (server.type !== "acp") return { ...server, source };
    if (!options.unstable) {
      throw RequestError.invalidParams({ server: server.name }, "MCP over ACP is unstable and has not been enabled");
    }
    // Loaded when it is needed, which is seldom.
    channels ??= import("@agentclientprotocol/sdk/unstable").then(({ McpOverAcpCaller }) =>
      createAcpChannels(new McpOverAcpCaller(), client),
    );
    const { open } = await channels;
    return { type: "channel", name: server.name, source, open: () => open(server.serverId) };
  }

  function sessionOf(id: string): Session {
    const session = sessions.get(id);
    if (!session) throw RequestError.sessionNotFound(id);
    return session;
  }
}

const MCP_MESSAGE = "mcp/message";

/** The SDK's caller looks at the rest, and drops what belongs to none of its requests. */
function readMcpMessage(params: unknown): McpMessageParams {
  const isMessage = typeof params === "object" && params !== null && "serverId" in params && "requestId" in params;
  if (!isMessage || !("method" in params)) throw RequestError.invalidParams();
  const { serverId, requestId, method } = params;
  const inner = "params" in params && typeof params.params === "object" ? params.params : null;
  return { serverId: String(serverId), requestId: String(requestId), method: String(method), params: { ...inner } };
}
