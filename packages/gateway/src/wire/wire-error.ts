/**
 * Our errors as JSON-RPC errors. An unknown one becomes a plain internal error, without its message, which may hold secrets.
 */

import { type AnyResponse, type ErrorResponse, RequestError } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";
import { AgentError } from "@tenon/client";
import { JournalError } from "@tenon/journal";
import { describeToClients } from "@tenon/journal/stream";

import { GatewayError } from "../gateway-error.ts";
import type { Access } from "../people/access.ts";
import type { MessageId } from "./message.ts";

export function errorAnswer(id: MessageId, error: unknown): AnyResponse {
  return { jsonrpc: "2.0", id, error: toWireError(error) };
}

/** Errors that the client gets as they are. Any other goes to the log. */
export function isForeseen(error: unknown): boolean {
  const known = [RequestError, AgentError, JournalError, GatewayError];
  return known.some((type) => error instanceof type);
}

/** Which process of which host has a session is for administrators. */
export function withoutHolder(access: Access | undefined, response: AnyResponse): AnyResponse {
  const isBusy = "error" in response && objectOf(response.error.data)["code"] === BUSY;
  if (!isBusy || maySeeProcesses(access)) return response;
  const { code } = response.error;
  return { ...response, error: { code, message: HELD, data: { code: BUSY } } };
}

/** Without people there is only the user of this machine. */
export function maySeeProcesses(access: Access | undefined): boolean {
  return access?.may("administer") ?? true;
}

export const BUSY = "session_busy";
export const HELD = "Another process has this session open";

const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

function toWireError(error: unknown): ErrorResponse {
  if (error instanceof RequestError) return error.toErrorResponse();
  if (error instanceof AgentError) {
    const { code, message, details } = error;
    // One line for people; its last output is in `data` [R16] [R166].
    const [line = message] = message.split("\n");
    const words = {
      ...(details.stderr && { stderr: details.stderr }),
      ...(details.noise && { stdout: details.noise }),
    };
    return { code: INTERNAL_ERROR, message: line, data: { code, ...words } };
  }
  if (error instanceof JournalError && error.code === "session_not_found") {
    return RequestError.sessionNotFound(error.details.sessionId ?? "").toErrorResponse();
  }
  if (error instanceof GatewayError && error.code === "agent_not_found") {
    return RequestError.invalidParams({ code: error.code, ...error.details }, error.message).toErrorResponse();
  }
  if (error instanceof JournalError && error.code === "bad_cursor") {
    return RequestError.invalidParams({ code: error.code }, error.message).toErrorResponse();
  }
  if (error instanceof GatewayError) {
    const { code, message, details } = error;
    return { code: INVALID_REQUEST, message, data: { code, ...details } };
  }
  if (error instanceof JournalError) {
    const { code, message, details } = error;
    const shown = details.store === undefined ? message : describeToClients(error);
    return { code: INVALID_REQUEST, message: shown, data: { code } };
  }
  return { code: INTERNAL_ERROR, message: "Internal error" };
}
