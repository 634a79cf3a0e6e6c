/**
 * One request of MCP 2026-07-28 without a connection: MCP over ACP, or any carrier of requests and notifications.
 */

import { isJSONRPCErrorResponse, isJSONRPCNotification, isJSONRPCResultResponse } from "@modelcontextprotocol/server";
import type { JsonObject } from "@tenon/basis";

import { openChannel } from "./channel.ts";
import type { Connections } from "./connections.ts";

/** A part of `McpOperationContext` of the ACP SDK: `answer` of a running toolset is a handler for its `McpOverAcpProvider`. */
export interface Operation {
  readonly requestId: string;
  readonly method: string;
  /** With the revision and the client's capabilities in `_meta`. */
  readonly params?: JsonObject | undefined;
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to this request, such as progress. */
  notify(method: string, params?: Record<string, unknown>): Promise<void>;
}

export type Outcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** Rejects with the signal's reason when it aborts, and when the toolset closes. */
export async function answerOne(connections: Connections, operation: Operation): Promise<Outcome> {
  const { requestId, method, params = {}, signal, notify } = operation;
  signal.throwIfAborted();
  const channel = openChannel(connections, { legacy: "reject" });
  const outcome = Promise.withResolvers<Outcome>();
  const stop = () => outcome.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  channel.onclose = () => outcome.reject(new Error("The toolset is closed"));
  channel.onmessage = (message) => {
    if (isJSONRPCResultResponse(message)) outcome.resolve({ result: message.result });
    else if (isJSONRPCErrorResponse(message)) outcome.resolve({ error: message.error });
    // A carrier that is gone needs no notifications.
    else if (isJSONRPCNotification(message)) notify(message.method, message.params).catch(() => {});
  };
  try {
    await channel.start();
    await channel.send({ jsonrpc: "2.0", id: requestId, method, params: { ...params } });
    return await outcome.promise;
  } finally {
    signal.removeEventListener("abort", stop);
    // It also cancels a call that runs.
    await channel.close();
  }
}
