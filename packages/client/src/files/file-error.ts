/**
 * The answers for an agent that cannot have what it asked for: one line that says what and why, without our stack.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { WorkspaceError } from "@tenon/workspace";

const CODES = { refused: -32_602, not_found: -32_002, system_error: -32_603 } as const;

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
