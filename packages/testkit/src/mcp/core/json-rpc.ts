/**
 * JSON-RPC by hand, so that every mistake in it is ours to choose.
 */

import { isObject, type JsonObject, objectOf } from "@tenon/basis";

export type RequestId = string | number;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A message that came in. Absent parameters are empty ones. */
export type Inbound = InboundRequest | InboundNotification | InboundResponse;

export interface InboundRequest {
  readonly type: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

interface InboundNotification {
  readonly type: "notification";
  readonly method: string;
  readonly params: JsonObject;
}

export interface InboundResponse {
  readonly type: "response";
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A message to send. */
export type Outbound = JsonObject & { readonly jsonrpc: "2.0" };

export const ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  /** Only in 2025-11-25 and before. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** Undefined for what is not a JSON-RPC message. */
export function parseMessage(value: unknown): Inbound | undefined {
  if (!isObject(value) || value["jsonrpc"] !== "2.0") return undefined;
  const { id, method } = value;
  if (typeof method === "string") {
    const params = objectOf(value["params"]);
    if (id === undefined) return { type: "notification", method, params };
    return isRequestId(id) ? { type: "request", id, method, params } : undefined;
  }
  if (!isRequestId(id) || !("result" in value || "error" in value)) return undefined;
  return { type: "response", id, result: value["result"], error: value["error"] };
}

export function request(id: RequestId, method: string, params: JsonObject): Outbound {
  return { jsonrpc: "2.0", id, method, params };
}

export function notification(method: string, params?: JsonObject): Outbound {
  return params ? { jsonrpc: "2.0", method, params } : { jsonrpc: "2.0", method };
}

export function success(id: RequestId, result: JsonObject): Outbound {
  return { jsonrpc: "2.0", id, result };
}

export function failure(id: RequestId | undefined, error: RpcError): Outbound {
  return id === undefined ? { jsonrpc: "2.0", error } : { jsonrpc: "2.0", id, error };
}

/** Whether a message is the last one about a request. */
export function isResponse(message: Outbound): boolean {
  return !("method" in message);
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}
