/**
 * The older form of MCP over ACP: a connection is opened first, and carries MCP of any revision in both directions.
 */

import { createInterface } from "node:readline";
import { duplexPair } from "node:stream";

import { isObject, type JsonObject, objectOf, parseJson, RPC_ERROR, stringOf, toError } from "@tenon/basis";
import { WireError } from "@tenon/proxy";

import { idKey, isRequest } from "../far/message.ts";
import type { Admission } from "./limits.ts";
import type { BindingError, ProvidedServer } from "./provided-server.ts";

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
  /** Requests of the agent's side that have no answer yet. */
  readonly size: number;
  ask(id: unknown, params: JsonObject): void;
  notify(params: JsonObject): void;
  end(): void;
}

const MAX_CONNECTIONS = 64;

export function createOlderConnections(options: OlderConnectionsOptions): OlderConnections {
  const { toAgent, newId, admission } = options;
  const connections = new Map<string, Connection>();
  const reply = replyTo(toAgent);
  return {
    take(message, length, find) {
      const { id, method } = message;
      const params = objectOf(message["params"]);
      const connectionId = stringOf(params["connectionId"]) ?? "";
      const connection = connections.get(connectionId);
      const ofAll = [...connections.values()].reduce((sum, { size }) => sum + size, 0);
      const problem = admission.refuse({ length, ofServer: connection?.size ?? 0, ofAll });
      if (problem && method !== "mcp/disconnect") {
        reply(id, { error: problem });
        return true;
      }
      if (method === "mcp/connect") reply(id, connect(find(stringOf(params["serverId"] ?? params["acpId"]) ?? "")));
      else if (method === "mcp/disconnect") {
        connection?.end();
        reply(id, { result: {} });
      } else if (!connection) reply(id, { error: UNKNOWN });
      else if (isRequest(message)) connection.ask(id, params);
      else connection.notify(params);
      return true;
    },
    close() {
      for (const connection of connections.values()) connection.end();
    },
  };

  function connect(server: ProvidedServer | undefined): Answer {
    if (!server) return { error: UNKNOWN };
    if (connections.size >= MAX_CONNECTIONS)
      return { error: { code: RPC_ERROR.limitReached, message: `${MAX_CONNECTIONS} connections are open` } };
    const connectionId = newId();
    const onEnd = () => void connections.delete(connectionId);
    connections.set(connectionId, openConnection(server, { ...options, connectionId, onEnd }));
    return { result: { connectionId } };
  }
}

/** A stream of the server's, whose messages go to the agent's side and back. */
function openConnection(
  server: ProvidedServer,
  options: OlderConnectionsOptions & { readonly connectionId: string; onEnd(): void },
): Connection {
  const { connectionId, toAgent, askAgent, newId, onEnd } = options;
  const [ours, theirs] = duplexPair();
  /** The outer id, by the inner one. */
  const open = new Map<string, unknown>();
  const over = new AbortController();
  const reply = replyTo(toAgent);
  const write = (message: JsonObject) => void ours.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  ours.on("error", () => {}); // It ends all the same.
  createInterface({ input: ours }).on("line", (line) => {
    const message = parseJson(line);
    if (isObject(message)) pass(message);
  });
  void server
    .serveStream(theirs)
    .catch(() => {})
    .then(end);
  return {
    get size() {
      return open.size;
    },
    ask(id, { method, params }) {
      const inner = newId();
      open.set(inner, id);
      write({ id: inner, method, params });
    },
    notify: ({ method, params }) => write({ method, params }),
    end,
  };

  function end(): void {
    onEnd();
    over.abort();
    // Not destroyed: the server has to be able to write what it still has, or it would not end.
    ours.end();
    ours.resume();
  }

  /** A message of the server. */
  function pass({ id, method, params, result, error }: JsonObject): void {
    const inner = { connectionId, method, ...(params !== undefined && { params }) };
    if (method === undefined) {
      const outer = open.get(String(id));
      if (open.delete(String(id))) reply(outer, isObject(error) ? { error } : { result });
    } else if (id === undefined) toAgent({ jsonrpc: "2.0", method: "mcp/message", params: inner });
    else {
      askAgent("mcp/message", inner, { signal: over.signal }).then(
        (answer) => write({ id, result: answer }),
        (failure: unknown) => write({ id, error: errorOf(failure) }),
      );
    }
  }
}

function replyTo(toAgent: OlderConnectionsOptions["toAgent"]) {
  return (id: unknown, answer: Answer) => {
    if (idKey(id) !== "") toAgent({ jsonrpc: "2.0", id, ...answer });
  };
}

type Answer = { readonly result: unknown } | { readonly error: BindingError | JsonObject };

const UNKNOWN: BindingError = { code: RPC_ERROR.unknownServer, message: "No such server or connection" };

function errorOf(failure: unknown): BindingError {
  const code = failure instanceof WireError ? (failure.rpcCode ?? RPC_ERROR.serverFailed) : RPC_ERROR.serverFailed;
  return { code, message: toError(failure).message };
}
