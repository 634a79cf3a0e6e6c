/**
 * The ACP client at the other end, as MCP over ACP needs it.
 */

import type { JsonObject } from "@tenon/basis";

export interface AcpPeer {
  /** Never rejects. Aborting the signal sends `$/cancel_request` and need not wait for the answer. */
  ask(method: string, params: JsonObject, options: { readonly signal: AbortSignal }): Promise<AcpAnswer>;
  notify(method: string, params: JsonObject): void;
}

/** As it is in the response of the client. */
export type AcpAnswer = { readonly result: unknown } | { readonly error: RpcError };

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Errors of ACP that are about the way to the server, and not from it. */
export const BINDING_ERRORS = {
  methodNotFound: -32_601,
  invalidParams: -32_602,
  unknownServer: -33_001,
  failed: -33_002,
} as const;
