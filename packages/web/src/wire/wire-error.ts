/**
 * What can go wrong between the page and the gateway.
 */

import { CodedError } from "@tenon/basis";

import { t } from "../language/t.ts";

export type WireErrorCode =
  /** Nothing was sent: there is no connection. */
  | "offline"
  /** It was sent, but the connection went before an answer came: it may or may not have been done. */
  | "connection_lost"
  /** The other side refused; `details` has its code. */
  | "refused"
  /** The token is missing or wrong. */
  | "signed_out";

export interface WireErrorDetails {
  /** The method or path. */
  readonly call: string;
  /** As the other side gave it: a JSON-RPC code or an HTTP status. */
  readonly status?: number;
  readonly data?: unknown;
}

export class WireError extends CodedError<WireErrorCode, WireErrorDetails> {
  override readonly name = "WireError";
}

/** A sentence for a person, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : t("Something went wrong.");
}
