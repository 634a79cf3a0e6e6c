/**
 * Why something could not be done with an agent. Callers test `code`; `details` says to what it happened.
 *
 * Arguments, environment and headers stay out of it: they carry tokens, and errors end up in logs.
 */

import type { AuthMethod } from "@agentclientprotocol/sdk";
import type { ChildExit } from "@tenon/process";

export type AgentErrorCode =
  /** There is no such program, or it may not be run. */
  | "AGENT_NOT_FOUND"
  /** The program is there, and the system could not start it; see `cause`. */
  | "AGENT_NOT_STARTED"
  /** What it writes is not ACP. */
  | "AGENT_NOT_ACP"
  /** It has not answered `initialize` in time. */
  | "AGENT_SILENT"
  | "AGENT_UNSUPPORTED_VERSION"
  /** It has left, or has closed its output. `details` has its last words. */
  | "AGENT_EXITED"
  /** It answered with an error of JSON-RPC. */
  | "AGENT_REFUSED"
  /** It answered with something that the protocol does not allow and that is of no use. */
  | "AGENT_BAD_ANSWER"
  /** It wants somebody to sign in first; `details.authMethods` says how. */
  | "SIGN_IN_NEEDED"
  /** The agent has not said that it can do this, so it was not asked. */
  | "NOT_ADVERTISED"
  | "SESSION_NOT_FOUND"
  /** A session with this id is open on this connection. */
  | "SESSION_OPEN"
  | "SESSION_CLOSED"
  /** A session has one turn at a time. */
  | "TURN_RUNNING"
  | "PATH_NOT_ABSOLUTE"
  /** `record` failed, and what is not recorded must not be delivered. */
  | "NOT_RECORDED"
  /** A listener of ours failed; see `cause`. */
  | "LISTENER_FAILED"
  /** We have closed the connection. */
  | "CLOSED";

export interface AgentErrorDetails {
  readonly command?: string;
  readonly sessionId?: string;
  /** The method that was asked for. */
  readonly method?: string;
  /** The capability that the agent did not advertise, as a path in `agentCapabilities`. */
  readonly capability?: string;
  readonly exit?: ChildExit;
  /** The end of what it wrote to stderr. */
  readonly stderr?: string;
  /** The end of what it wrote to stdout that was no message. */
  readonly noise?: string;
  /** The code and data of the agent's own error. */
  readonly errorCode?: number;
  readonly errorData?: unknown;
  readonly authMethods?: readonly AuthMethod[];
  readonly protocolVersion?: unknown;
  readonly path?: string;
}

export class AgentError extends Error {
  override readonly name = "AgentError";
  readonly code: AgentErrorCode;
  readonly details: AgentErrorDetails;

  constructor(code: AgentErrorCode, message: string, details: AgentErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
