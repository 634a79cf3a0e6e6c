/**
 * A toolset at work, with every door that needs nothing of Node.js. They share one state: `start` runs once for all of them.
 */

import type { Transport } from "@modelcontextprotocol/server";

import type { Toolset } from "./define/toolset.ts";
import { openChannel } from "./doors/channel.ts";
import { createConnections } from "./doors/connections.ts";
import { createHttpDoor } from "./doors/http.ts";
import { answerOne, type Operation, type Outcome } from "./doors/stateless.ts";
import { createEngine, type OpenOptions } from "./running/engine.ts";

export interface OpenToolset extends AsyncDisposable {
  /**
   * A connection in memory, as a transport for an MCP client. For a hub:
   * `{ type: "channel", name: "mine", open: toolset.connect }`.
   */
  connect(this: void): Transport;
  /** Serves a connection over any transport. Resolves when it has ended. */
  serve(this: void, transport: Transport): Promise<void>;
  /** Answers one HTTP request, in either revision. It checks no token, Host or Origin: `serveHttp` does. */
  handle(this: void, request: Request): Promise<Response>;
  /** Answers one request of 2026-07-28: the handler of an MCP server that is lent over ACP. */
  answer(this: void, operation: Operation): Promise<Outcome>;
  /** Aborts running calls, stops the toolset and ends all connections. May be called twice. */
  close(this: void): Promise<void>;
}

/** Throws a `TypeError` for a schema that cannot be written as JSON Schema. `start` is called by the first call. */
export function openToolset(toolset: Toolset, options: OpenOptions = {}): OpenToolset {
  const engine = createEngine(toolset, options);
  const connections = createConnections(engine);
  const http = createHttpDoor(engine, connections);
  // The aborted calls are answered before their connections end.
  const close = async () => {
    await engine.close();
    await Promise.all([http.close(), connections.close()]);
  };
  return {
    connect: () => openChannel(connections),
    serve: connections.serve,
    handle: http.handle,
    answer: (operation) => answerOne(connections, operation),
    close,
    [Symbol.asyncDispose]: close,
  };
}
