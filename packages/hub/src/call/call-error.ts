/**
 * Why a call was not made, not finished, or not kept: a failure of ours. A tool's own failure is a result.
 */

import { CodedError } from "@tenon/basis";

export type CallErrorCode =
  /** Neither an answer nor a sign of progress for too long. */
  | "idle_timeout"
  /** No answer in all the time a call may take. */
  | "absolute_timeout"
  /** More calls in a minute than the owner of the server allows. */
  | "rate_limited"
  /** So many calls wait for their turn that another one would only make it worse. */
  | "too_many_waiting"
  /** The folder for large results has no more room. */
  | "folder_full"
  /** The folder for large results has been closed. */
  | "folder_closed";

export interface CallErrorDetails {
  /** How long a call may be silent. */
  readonly callMs?: number;
  /** How long a call may take in all. */
  readonly longestCallMs?: number;
  /** How long this call had taken. */
  readonly elapsedMs?: number;
  readonly callsPerMinute?: number;
  /** When to try again, from now. */
  readonly retryAfterMs?: number;
  readonly waiting?: number;
  readonly folder?: string;
  /** How much the folder may hold. */
  readonly bytes?: number;
}

export class CallError extends CodedError<CallErrorCode, CallErrorDetails> {
  override readonly name = "CallError";

  constructor(code: CallErrorCode, message: string, details: CallErrorDetails = {}, options?: ErrorOptions) {
    super(code, message, details, options);
  }
}
