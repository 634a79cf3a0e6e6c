/**
 * MCP over ACP: the servers that the client of one ACP connection provides, each as a channel of a hub.
 *
 * Two forms of it are in use. In the newer one each request of MCP stands alone; in the older one a connection is opened
 * first. A client does not say which it speaks: its declaration does, or its answer to the first request.
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject, RPC_ERROR, stringOf, toError } from "@tenon/basis";

import type { Channel } from "../server-spec.ts";
import { type AcpPeer, type RpcError } from "./acp-peer.ts";
import { createConnections, type Connections } from "./connections.ts";
import { createScopedRequests, type ScopedRequests } from "./scoped-requests.ts";

export interface AcpServer {
  readonly serverId: string;
  /** Declared in the older form, with an `id`. */
  readonly isOlder?: boolean;
}

export interface AcpChannels {
  open(server: AcpServer): Channel;
  /** A `mcp/message` notification of the client. False if it is about no request or connection of ours. */
  receive(params: unknown): boolean;
  /** A `mcp/message` request of the client, as a server in the older form may send; undefined if it is not for us. */
  answer(params: unknown): Promise<{ readonly result: unknown } | { readonly error: RpcError }> | undefined;
  /** The client is gone, or is back no more: the server's channels close, and their servers say why. */
  lose(serverId: string, reason: string): void;
}

export function createAcpChannels(peer: AcpPeer, { newId }: { readonly newId: () => string }): AcpChannels {
  const requests = createScopedRequests(peer, newId);
  const connections = createConnections(peer);
  const open = new Map<string, Set<(reason: string) => void>>();
  return {
    open(server) {
      const lost = open.get(server.serverId) ?? new Set();
      open.set(server.serverId, lost);
      return openChannel({ server, requests, connections, lost });
    },
    receive(params) {
      if (!isObject(params)) return false;
      return stringOf(params["connectionId"]) === undefined ? requests.receive(params) : connections.receive(params);
    },
    answer: (params) => (isObject(params) ? connections.answer(params) : undefined),
    lose(serverId, reason) {
      for (const lose of open.get(serverId) ?? []) lose(reason);
    },
  };
}

/** One way to reach the server. */
export interface Route {
  /** Never rejects. Resolves with an error of ACP, or with nothing if the server has answered. */
  ask(message: Request, onMessage: (message: JSONRPCMessage) => void): Promise<RpcError | undefined>;
  /** A notification, or the answer to a request of the server's. */
  send(message: JSONRPCMessage): void;
  /** Nothing is answered any more. */
  close(): void;
}

export type Request = Extract<JSONRPCMessage, { id: string | number; method: string }>;

interface ChannelParts {
  readonly server: AcpServer;
  readonly requests: ScopedRequests;
  readonly connections: Connections;
  readonly lost: Set<(reason: string) => void>;
}

function openChannel({ server, requests, connections, lost }: ChannelParts): Channel {
  let route: Promise<Route> | undefined;
  let isClosed = false;
  let why: Error | undefined;
  const channel: Channel = {
    start: async () => void lost.add(end),
    async send(message) {
      if (isClosed) throw why ?? new Error("The connection was closed");
      if (isRequest(message)) void ask(message);
      // Before the first request there is no route, and nothing yet that a notification could be about.
      else void route?.then((each) => each.send(message));
    },
    async close() {
      end(undefined);
    },
    whyGone: async () => why,
  };
  return channel;

  async function ask(message: Request): Promise<void> {
    const error = route ? await (await route).ask(message, deliver) : await askFirst(message);
    if (!error || isClosed) return;
    deliver({ jsonrpc: "2.0", id: message.id, error: { ...error } });
    if (error.code === RPC_ERROR.unknownServer) end(error.message);
  }

  /** Finds out which form the client speaks; the requests that follow wait for that. */
  async function askFirst(message: Request): Promise<RpcError | undefined> {
    const found = Promise.withResolvers<Route>();
    route = found.promise;
    const newer = requests.open(server.serverId);
    const refused = server.isOlder ? undefined : await newer.ask(message, deliver);
    if (!server.isOlder && !(refused && REFUSALS.has(refused.code))) {
      found.resolve(newer);
      return refused;
    }
    const older = await connections.open(server.serverId, deliver);
    found.resolve("error" in older ? newer : older.route);
    return "error" in older ? (refused ?? older.error) : await older.route.ask(message, deliver);
  }

  function end(reason: string | undefined): void {
    if (isClosed) return;
    isClosed = true;
    if (reason !== undefined) why = new Error(reason);
    lost.delete(end);
    void route?.then((each) => each.close());
    channel.onclose?.();
  }

  /** Never throws: what calls it is not awaited. */
  function deliver(message: JSONRPCMessage): void {
    if (isClosed) return;
    try {
      channel.onmessage?.(message);
    } catch (error) {
      channel.onerror?.(toError(error));
    }
  }
}

const REFUSALS: ReadonlySet<number> = new Set([RPC_ERROR.methodNotFound, RPC_ERROR.invalidParams]);

function isRequest(message: JSONRPCMessage): message is Request {
  return "method" in message && "id" in message;
}
