/**
 * The older form of MCP over ACP: a connection is opened first, and carries MCP of any revision in both directions.
 */

import { createInterface } from "node:readline";
import { duplexPair } from "node:stream";

import { isObject, type JsonObject, objectOf, parseJson, stringOf, toError } from "@tenon/basis";
import { WireError } from "@tenon/proxy";

import { idKey, isRequest } from "../far/message.ts";
import type { Admission } from "./limits.ts";
import { BINDING, type BindingError, type ProvidedServer } from "./provided-server.ts";

export interface OlderConnections {
  /**
   * `mcp/connect`, `mcp/disconnect`, and `mcp/message` with a `connectionId`. True, as each is answered. `length` is that of
   * the whole message.
   */
  take(message: JsonObject, length: number, find: (serverId: string) => ProvidedServer | undefined): true;
  /** Ends all. */
  close(): void;
}

export interface OlderConnectionsOptions {
  toAgent(message: JsonObject): void;
  askAgent(method: string, params: unknown, options: { readonly signal: AbortSignal }): Promise<unknown>;
  readonly newId: () => string;
  readonly admission: Admission;
}

interface Connection {
  write(message: JsonObject): void;
  /** Requests of the agent's side: the outer id, by the inner one. */
  readonly open: Map<string, unknown>;
  end(): void;
}

const MAX_CONNECTIONS = 64;

export function createOlderConnections({
  toAgent,
  askAgent,
  newId,
  admission,
}: OlderConnectionsOptions): OlderConnections {
  const connections = new Map<string, Connection>();
  return {
    take(message, length, find) {
      const { id, method } = message;
      const params = objectOf(message["params"]);
      const connectionId = stringOf(params["connectionId"]) ?? "";
      const connection = connections.get(connectionId);
      const ofAll = [...connections.values()].reduce((sum, { open }) => sum + open.size, 0);
      const problem = admission.refuse({ length, ofServer: connection?.open.size ?? 0, ofAll });
      if (problem && method !== "mcp/disconnect") {
        reply(id, { error: problem });
        return true;
      }
      if (method === "mcp/connect") reply(id, connect(find(stringOf(params["serverId"] ?? params["acpId"]) ?? "")));
      else if (method === "mcp/disconnect") {
        connection?.end();
        reply(id, { result: {} });
      } else if (!connection) reply(id, { error: UNKNOWN });
      else if (isRequest(message)) ask(connection, id, params);
      else connection.write({ method: params["method"], params: params["params"] });
      return true;
    },
    close() {
      for (const connection of connections.values()) connection.end();
    },
  };

  function connect(server: ProvidedServer | undefined): Answer {
    if (!server) return { error: UNKNOWN };
    if (connections.size >= MAX_CONNECTIONS)
      return { error: { code: BINDING.limit, message: `${MAX_CONNECTIONS} connections are open` } };
    const connectionId = newId();
    const [ours, theirs] = duplexPair();
    const open = new Map<string, unknown>();
    const over = new AbortController();
    const connection: Connection = {
      open,
      write: (message) => void ours.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
      end() {
        connections.delete(connectionId);
        over.abort();
        // Not destroyed: the server has to be able to write what it still has, or it would not end.
        ours.end();
        ours.resume();
      },
    };
    connections.set(connectionId, connection);
    ours.on("error", () => {}); // It ends all the same.
    createInterface({ input: ours }).on("line", (line) => {
      const message = parseJson(line);
      if (isObject(message)) pass(connectionId, connection, message, over.signal);
    });
    void server
      .serveStream(theirs)
      .catch(() => {})
      .then(connection.end);
    return { result: { connectionId } };
  }

  function ask({ open, write }: Connection, id: unknown, { method, params }: JsonObject): void {
    const inner = newId();
    open.set(inner, id);
    write({ id: inner, method, params });
  }

  /** A message of the server. */
  function pass(connectionId: string, { open, write }: Connection, message: JsonObject, signal: AbortSignal): void {
    const { id, method, params, result, error } = message;
    const inner = { connectionId, method, ...(params !== undefined && { params }) };
    if (method === undefined) {
      const outer = open.get(String(id));
      if (open.delete(String(id))) reply(outer, isObject(error) ? { error } : { result });
    } else if (id === undefined) toAgent({ jsonrpc: "2.0", method: "mcp/message", params: inner });
    else {
      askAgent("mcp/message", inner, { signal }).then(
        (answer) => write({ id, result: answer }),
        (failure: unknown) => write({ id, error: errorOf(failure) }),
      );
    }
  }

  function reply(id: unknown, answer: Answer): void {
    if (idKey(id) !== "") toAgent({ jsonrpc: "2.0", id, ...answer });
  }
}

type Answer = { readonly result: unknown } | { readonly error: BindingError | JsonObject };

const UNKNOWN: BindingError = { code: BINDING.unknownServer, message: "There is no such server or connection" };

function errorOf(failure: unknown): BindingError {
  const code = failure instanceof WireError ? (failure.rpcCode ?? BINDING.failed) : BINDING.failed;
  return { code, message: toError(failure).message };
}
