import { CodedError } from "@tenon/basis";

export type ConnectErrorCode =
  /** It is not the URL of a gateway, or has a token in it. */
  | "bad_url"
  /** No connection: the name is not known, nothing listens there, or the network is down. */
  | "unreachable"
  /** The certificate is not valid for this name, or not trusted. */
  | "untrusted"
  | "wrong_token"
  | "not_a_gateway"
  | "agent_not_found"
  /** The gateway takes no more connections for now. */
  | "busy"
  /** The connection has ended, or is silent. */
  | "lost"
  /** Something between here and the gateway does not let WebSockets through. */
  | "no_websocket";

export interface ConnectErrorDetails {
  /** The gateway, without anything secret. */
  readonly gateway: string;
  readonly status?: number;
}

/** Why there is no connection to a gateway, as a message for the user. */
export class ConnectError extends CodedError<ConnectErrorCode, ConnectErrorDetails> {
  override readonly name = "ConnectError";
}

const FINAL: ReadonlySet<ConnectErrorCode> = new Set(["bad_url", "wrong_token", "agent_not_found"]);

/** Whether trying again cannot help: the user has to change something. */
export function isFinal(error: unknown): boolean {
  return error instanceof ConnectError && FINAL.has(error.code);
}
