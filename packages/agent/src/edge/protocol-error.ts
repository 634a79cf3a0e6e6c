/**
 * What a client is told when something fails: one line that says what, and never "Internal error" where we know better.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import type { JournalErrorCode } from "@tenon/journal";

import { ModelError } from "../model/model-error.ts";
import { signInNeeded } from "./sign-in.ts";

export function protocolError(error: unknown): unknown {
  if (error instanceof RequestError || !(error instanceof Error)) return error;
  if (!(error instanceof ModelError)) return toldWithAdvice(error, codeOf(error));
  const { code, message, details } = error;
  if (code === "NO_KEY" || code === "UNAUTHORIZED") return signInNeeded(message);
  return new RequestError(INTERNAL, message, { code, ...details });
}

const INTERNAL = -32_603;

/** What the user can do about a journal that cannot be written. Its own words name the file. */
const ADVICE: Readonly<Partial<Record<JournalErrorCode, string>>> = {
  FILE_FAILED: "Make sure that you may write to this file and its folder, then try again.",
  DISK_FULL: "Make room on its disk, then try again.",
  FILE_LOCKED: "Close the program that is using it, then try again.",
  FILE_DAMAGED: "Try again: what can be saved is saved, and the damaged file is kept beside it.",
  NEWER_FORMAT: "Update Tenon, or move the file away, then try again.",
  NOT_A_JOURNAL: "Move the file away, then try again.",
};

function toldWithAdvice(error: Error, code: string): RequestError {
  const advice = new Map(Object.entries(ADVICE)).get(code);
  return new RequestError(INTERNAL, advice ? `${error.message}. ${advice}` : error.message, { code });
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
