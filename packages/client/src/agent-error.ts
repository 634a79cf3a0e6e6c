/**
 * Why something could not be done with an agent. Callers test `code`; `details` says to what it happened.
 *
 * Arguments, environment and headers stay out of it: they carry tokens, and errors end up in logs.
 */

import type { AuthMethod } from "@agentclientprotocol/sdk";
import { CodedError } from "@tenon/basis";
import type { ChildExit } from "@tenon/process";

export type AgentErrorCode =
  /** No such program, or it is not executable. */
  | "agent_not_found"
  /** The program is there, and the system could not start it; see `cause`. */
  | "agent_not_started"
  /** Its output is not ACP. */
  | "agent_not_acp"
  /** It did not answer `initialize` in time. */
  | "agent_silent"
  | "agent_unsupported_version"
  /** It exited, or closed its output. `details` has the end of its output. */
  | "agent_exited"
  /** It answered with an error of JSON-RPC. */
  | "agent_refused"
  /** It answered with something that the protocol does not allow and that is of no use. */
  | "agent_bad_answer"
  /** It requires sign-in; see `details.authMethods`. */
  | "sign_in_needed"
  /** The agent has not advertised the capability, so nothing was sent. */
  | "not_advertised"
  | "session_not_found"
  /** A session with this id is open on this connection. */
  | "session_open"
  | "session_closed"
  /** A session has one turn at a time. */
  | "turn_running"
  | "path_not_absolute"
  /** A listener of ours failed; see `cause`. */
  | "listener_failed"
  /** We have closed the connection. */
  | "closed";

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

export class AgentError extends CodedError<AgentErrorCode, AgentErrorDetails> {
  override readonly name = "AgentError";

  constructor(code: AgentErrorCode, message: string, details: AgentErrorDetails = {}, options?: ErrorOptions) {
    super(code, message, details, options);
  }
}
