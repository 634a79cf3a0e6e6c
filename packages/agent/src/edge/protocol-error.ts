/**
 * What a client is told when something fails: one line that says what, and never "Internal error" where we know better.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { describeFailure } from "@tenon/journal/stream";

import { ModelError } from "../model/model-error.ts";
import { signInNeeded } from "./sign-in.ts";

export function protocolError(error: unknown): unknown {
  if (error instanceof RequestError || !(error instanceof Error)) return error;
  if (!(error instanceof ModelError))
    return new RequestError(INTERNAL, describeFailure(error), { code: codeOf(error) });
  const { code, message, details } = error;
  if (code === "NO_KEY" || code === "UNAUTHORIZED") return signInNeeded(message);
  return new RequestError(INTERNAL, message, { code, ...details });
}

const INTERNAL = -32_603;

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
