/**
 * The older form of MCP over ACP: `mcp/connect` opens a connection, on which both sides send any message of MCP inside
 * `mcp/message`, and `mcp/disconnect` ends it. Ids of MCP do not travel: ACP's own pair requests and answers.
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject, type JsonObject, objectOf, RPC_ERROR, stringOf } from "@tenon/basis";

import { type AcpAnswer, type AcpPeer, createOpenRequests, type RpcError } from "./acp-peer.ts";
import type { Route } from "./acp-channels.ts";

export interface Connections {
  open(serverId: string, onMessage: OnMessage): Promise<{ readonly route: Route } | { readonly error: RpcError }>;
  /** A notification of a server. False if it names no open connection. */
  receive(params: JsonObject): boolean;
  /** A request of a server; undefined if it names no open connection. */
  answer(params: JsonObject): Promise<AcpAnswer> | undefined;
}

type OnMessage = (message: JSONRPCMessage) => void;

interface Open {
  readonly onMessage: OnMessage;
  /** Requests of the server, which the SDK's client answers by these ids. */
  readonly asked: Map<string, (answer: AcpAnswer) => void>;
}

const FOREVER = new AbortController().signal;

export function createConnections(peer: AcpPeer): Connections {
  const open = new Map<string, Open>();
  let lastId = 0;
  return {
    async open(serverId, onMessage) {
      // The page of the protocol calls it `acpId`, the schema `serverId`.
      const opened = await peer.ask("mcp/connect", { serverId, acpId: serverId }, { signal: FOREVER });
      if ("error" in opened) return opened;
      const connectionId = stringOf(objectOf(opened.result)["connectionId"]);
      if (connectionId === undefined || open.has(connectionId)) {
        return {
          error: { code: RPC_ERROR.serverFailed, message: "mcp/connect was answered without a new connectionId" },
        };
      }
      const asked: Open["asked"] = new Map();
      open.set(connectionId, { onMessage, asked });
      return { route: openRoute(peer, connectionId, { asked, onClose: () => void open.delete(connectionId) }) };
    },
    receive({ connectionId, method, params }) {
      const connection = open.get(stringOf(connectionId) ?? "");
      if (!connection || typeof method !== "string") return false;
      connection.onMessage({ jsonrpc: "2.0", method, ...(isObject(params) && { params: { ...params } }) });
      return true;
    },
    answer({ connectionId, method, params }) {
      const connection = open.get(stringOf(connectionId) ?? "");
      if (!connection || typeof method !== "string") return undefined;
      const { promise, resolve } = Promise.withResolvers<AcpAnswer>();
      const id = `asked:${(lastId += 1)}`;
      connection.asked.set(id, resolve);
      connection.onMessage({ jsonrpc: "2.0", id, method, ...(isObject(params) && { params: { ...params } }) });
      return promise;
    },
  };
}

/** `onClose` is called before the client is notified. */
function openRoute(
  peer: AcpPeer,
  connectionId: string,
  { asked, onClose }: Pick<Open, "asked"> & { readonly onClose: () => void },
): Route {
  const requests = createOpenRequests();
  return {
    async ask(message, onMessage) {
      const { id } = message;
      const answer = await requests.run(id, (signal) =>
        peer.ask("mcp/message", carrierOf(connectionId, message), { signal }),
      );
      if ("error" in answer && answer.error.code === RPC_ERROR.unknownServer) return answer.error;
      if ("error" in answer) onMessage({ jsonrpc: "2.0", id, error: { ...answer.error } });
      else onMessage({ jsonrpc: "2.0", id, result: { ...objectOf(answer.result) } });
      return undefined;
    },
    send(message) {
      if (!("method" in message)) respond(asked, message);
      else if (message.method === "notifications/cancelled") requests.cancel(message.params);
      else peer.notify("mcp/message", carrierOf(connectionId, message));
    },
    close() {
      requests.cancelAll();
      for (const resolve of asked.values()) resolve(closed());
      asked.clear();
      onClose();
      void peer.ask("mcp/disconnect", { connectionId }, { signal: FOREVER });
    },
  };
}

function carrierOf(connectionId: string, { method, params }: { readonly method: string; readonly params?: unknown }) {
  return { connectionId, method, ...(isObject(params) && { params }) };
}

/** Answers a request of the server. */
function respond(asked: Open["asked"], message: JSONRPCMessage): void {
  if (!("id" in message) || typeof message.id !== "string") return;
  const resolve = asked.get(message.id);
  asked.delete(message.id);
  resolve?.("error" in message ? { error: message.error } : { result: "result" in message ? message.result : {} });
}

function closed(): AcpAnswer {
  return { error: { code: RPC_ERROR.serverFailed, message: "The connection was closed" } };
}
