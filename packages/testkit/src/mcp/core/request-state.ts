/**
 * Where a call was when it had to ask the client, in the words that travel to the client and back.
 *
 * The server remembers nothing of such a call; all of it is in here.
 */

import { isObject } from "@tenon/basis";

import type { CallPosition } from "./run-call.ts";

export interface RequestState extends CallPosition {
  readonly tool: string;
  readonly call: number;
}

export function encodeRequestState(state: RequestState): string {
  return Buffer.from(JSON.stringify(state)).toString("base64url");
}

/** Undefined for words that are not ours. */
export function decodeRequestState(words: string): RequestState | undefined {
  const state = parse(Buffer.from(words, "base64url").toString());
  if (!isObject(state)) return undefined;
  const { tool, call, step, findings } = state;
  if (typeof tool !== "string" || typeof call !== "number" || typeof step !== "number") return undefined;
  return Array.isArray(findings) ? { tool, call, step, findings } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a client made it up
  }
}
