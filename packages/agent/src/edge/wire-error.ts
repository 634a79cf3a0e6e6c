/**
 * Errors as the client gets them: one line that says what failed, and never "Internal error" where we know better.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { errorCode, InvalidValueError, RPC_ERROR } from "@tenon/basis";
import { describeToClients } from "@tenon/journal/stream";

import { ModelError } from "../model/model-error.ts";
import { invalidParams } from "./read-params.ts";
import { signInNeeded } from "./sign-in.ts";

/** For `.catch()`. */
export function throwWireError(error: unknown): never {
  throw toWireError(error);
}

function toWireError(error: unknown): unknown {
  if (error instanceof RequestError || !(error instanceof Error)) return error;
  if (error instanceof InvalidValueError) return invalidParams(error);
  if (!(error instanceof ModelError)) {
    return new RequestError(RPC_ERROR.internal, describeToClients(error), { code: errorCode(error) ?? error.name });
  }
  const { code, message, details } = error;
  if (code === "no_key" || code === "unauthorized") return signInNeeded(message);
  return new RequestError(RPC_ERROR.internal, message, { code, ...details });
}
