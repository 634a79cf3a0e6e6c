/**
 * The answers for an agent that cannot have what it asked for: one line that says what and why, without our stack.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { RPC_ERROR } from "@tenon/basis";
import { WorkspaceError } from "@tenon/workspace";

const CODES = {
  refused: RPC_ERROR.invalidParams,
  not_found: RPC_ERROR.notFound,
  system_error: RPC_ERROR.internal,
} as const;

/** It may not, or it makes no sense. */
export function refusal(path: string, reason: string): RequestError {
  return new RequestError(CODES.refused, `${JSON.stringify(path)}: ${reason}`, { path });
}

/** A failure as the agent gets it. */
export function fileError(cause: unknown, { path, signal }: { readonly path: string; readonly signal: AbortSignal }) {
  if (signal.aborted) return RequestError.requestCancelled({ path });
  if (!(cause instanceof WorkspaceError)) return cause;
  const { system } = cause.details;
  const error = new RequestError(CODES[cause.code], cause.message, { path, ...(system && { code: system }) });
  error.cause = cause;
  return error;
}
