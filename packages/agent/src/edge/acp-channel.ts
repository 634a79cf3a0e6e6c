/**
 * MCP over ACP: the messages of a server that the client speaks for, as a channel of the hub. Each request travels inside
 * an ACP request, and its notifications come back inside ACP notifications. Unstable in the protocol.
 */

import { type AgentContext, RequestError } from "@agentclientprotocol/sdk";
import type { McpMessageParams, McpOverAcpCaller } from "@agentclientprotocol/sdk/unstable";
import { errorMessage, isObject, objectOf, toError } from "@tenon/basis";
import type { ChannelServerSpec } from "@tenon/hub";

type Channel = ReturnType<ChannelServerSpec["open"]>;
type Message = Parameters<Channel["send"]>[0];

export interface AcpChannels {
  open(serverId: string): Channel;
  /** A notification of the client for one of the requests under way. */
  receive(params: McpMessageParams): void;
}

export function createAcpChannels(caller: McpOverAcpCaller, client: AgentContext): AcpChannels {
  return {
    open: (serverId) => openChannel({ caller, client, serverId }),
    receive: (params) => caller.handleNotification({ params, client }),
  };
}

function openChannel(options: {
  readonly caller: McpOverAcpCaller;
  readonly client: AgentContext;
  readonly serverId: string;
}): Channel {
  const { caller, client, serverId } = options;
  const underWay = new Map<string | number, AbortController>();
  const channel: Channel = {
    start: async () => {},
    async send(message) {
      if (!("method" in message)) return; // there are no requests of the server's to answer
      if ("id" in message && message.id !== undefined) return void ask(message, message.id);
      if (message.method === "notifications/cancelled") underWay.get(idIn(message.params))?.abort();
    },
    async close() {
      for (const request of underWay.values()) request.abort();
      channel.onclose?.();
    },
  };
  return channel;

  async function ask(message: Extract<Message, { method: string }>, id: string | number): Promise<void> {
    const request = new AbortController();
    underWay.set(id, request);
    try {
      const outcome = await caller.request(client, serverId, message.method, message.params ?? null, {
        signal: request.signal,
        onNotification: ({ method, params }) => deliver({ jsonrpc: "2.0", method, ...(params && { params }) }),
      });
      if ("error" in outcome) deliver({ jsonrpc: "2.0", id, error: outcome.error });
      else deliver({ jsonrpc: "2.0", id, result: { ...Object(outcome.result) } });
    } catch (error) {
      deliver({ jsonrpc: "2.0", id, error: { code: -32_000, message: errorMessage(error) } });
    } finally {
      underWay.delete(id);
    }
  }

  /** Never throws: `ask` is not awaited. */
  function deliver(message: Message): void {
    try {
      channel.onmessage?.(message);
    } catch (error) {
      channel.onerror?.(toError(error));
    }
  }
}

function idIn(params: unknown): string | number {
  const { requestId: id } = objectOf(params);
  return typeof id === "string" || typeof id === "number" ? id : "";
}

/** The SDK's caller checks the rest, and drops what belongs to none of its requests. */
export function readMcpMessage(params: unknown): McpMessageParams {
  if (!isObject(params) || !("serverId" in params && "requestId" in params && "method" in params)) {
    throw RequestError.invalidParams();
  }
  const { serverId, requestId, method } = params;
  return {
    serverId: String(serverId),
    requestId: String(requestId),
    method: String(method),
    params: { ...objectOf(params["params"]) },
  };
}
