/**
 * The older form of MCP over ACP: `mcp/connect` opens a connection, on which both sides send any message of MCP inside
 * `mcp/message`, and `mcp/disconnect` ends it. Ids of MCP do not travel: ACP's own pair requests and answers.
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";

import { type AcpAnswer, type AcpPeer, BINDING_ERRORS, type RpcError } from "./acp-peer.ts";
import type { Road } from "./acp-channels.ts";

export interface Connections {
  open(serverId: string, onMessage: OnMessage): Promise<{ readonly road: Road } | { readonly error: RpcError }>;
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
          error: { code: BINDING_ERRORS.failed, message: "mcp/connect was answered without a new connectionId" },
        };
      }
      open.set(connectionId, { onMessage, asked: new Map() });
      return { road: roadOf(connectionId) };
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

  function roadOf(connectionId: string): Road {
    const signals = new Map<string | number, AbortController>();
    const send = (message: { readonly method: string; readonly params?: unknown }) => ({
      connectionId,
      method: message.method,
      ...(isObject(message.params) && { params: message.params }),
    });
    return {
      async ask(message, onMessage) {
        const abort = new AbortController();
        signals.set(message.id, abort);
        const answer = await peer.ask("mcp/message", send(message), { signal: abort.signal });
        signals.delete(message.id);
        if ("error" in answer && answer.error.code === BINDING_ERRORS.unknownServer) return answer.error;
        const { id } = message;
        if ("error" in answer) onMessage({ jsonrpc: "2.0", id, error: { ...answer.error } });
        else onMessage({ jsonrpc: "2.0", id, result: { ...objectOf(answer.result) } });
        return undefined;
      },
      tell(message) {
        if (!("method" in message)) return respond(message);
        if (message.method !== "notifications/cancelled") return peer.notify("mcp/message", send(message));
        const { requestId } = objectOf(message.params);
        if (typeof requestId === "string" || typeof requestId === "number") signals.get(requestId)?.abort();
      },
      close() {
        for (const signal of signals.values()) signal.abort();
        for (const resolve of open.get(connectionId)?.asked.values() ?? []) resolve(closed());
        open.delete(connectionId);
        void peer.ask("mcp/disconnect", { connectionId }, { signal: FOREVER });
      },
    };

    function respond(message: JSONRPCMessage): void {
      const asked = open.get(connectionId)?.asked;
      if (!asked || !("id" in message) || typeof message.id !== "string") return;
      const resolve = asked.get(message.id);
      asked.delete(message.id);
      resolve?.("error" in message ? { error: message.error } : { result: "result" in message ? message.result : {} });
    }
  }
}

function closed(): AcpAnswer {
  return { error: { code: BINDING_ERRORS.failed, message: "The connection was closed" } };
}
