/**
 * What an error becomes for the model or the client: a `ToolError` as it is, anything else an id, with the whole error in the log.
 */

import { INTERNAL_ERROR, INVALID_PARAMS, ProtocolError, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { defined, toError } from "@tenon/basis";

import { isToolError, ToolError } from "../tool-error.ts";
import type { LogSink } from "./log.ts";
import type { Mask } from "./mask.ts";

/** In `_meta` of a failed result: the kind of the error, for hosts. */
const ERROR_META_KEY = "tenon/error";

export interface FailureOptions {
  readonly mask: Mask;
  readonly log: LogSink;
  readonly newId: () => string;
}

/** The error itself if the model may read it; else it is logged, and its id takes its position. */
export function toToolError(error: unknown, from: string, { mask, log, newId }: FailureOptions): ToolError {
  if (isToolError(error)) return error;
  const id = newId();
  const { stack, message, cause } = toError(error);
  const reason = cause === undefined ? "" : `\nCaused by: ${toError(cause).stack ?? toError(cause).message}`;
  log({ level: "error", from, message: mask.text(`error ${id}: ${stack ?? message}${reason}`) });
  return new ToolError("failed", `${from} failed (error ${id})`, {
    hint: "The server's log has the details under this id.",
    cause: error,
  });
}

/** Why work was stopped; a client that cancelled reads no answer. */
export function stoppedBy({ reason }: { readonly reason: unknown }): ToolError {
  return isToolError(reason) ? reason : new ToolError("cancelled", "The request was cancelled");
}

export function failedResult({ kind, message, hint }: ToolError, mask: Mask): CallToolResult {
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return {
    isError: true,
    content: [{ type: "text", text: mask.text(text) }],
    _meta: { [ERROR_META_KEY]: defined({ kind, hint: hint === undefined ? undefined : mask.text(hint) }) },
  };
}

/** For requests whose results cannot say that they failed. */
export function protocolError(
  { kind, message, hint }: ToolError,
  { mask, uri }: { readonly mask: Mask; readonly uri?: string },
) {
  const text = mask.text(hint === undefined ? message : `${message}. ${hint}`);
  if (kind === "not_found" && uri !== undefined) return new ResourceNotFoundError(uri, text);
  const code = kind === "invalid_input" || kind === "not_found" ? INVALID_PARAMS : INTERNAL_ERROR;
  return new ProtocolError(code, text, { kind });
}
