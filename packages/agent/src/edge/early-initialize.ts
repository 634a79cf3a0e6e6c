/**
 * Answers `initialize` before the SDK and all that serves sessions are loaded: editors ask for it when they start. The agent
 * answers the same request once more when it is there; that answer is left out.
 */

import { isObject, objectOf, parseJson } from "@tenon/basis";

import { initializeResponse, readInitializeRequest } from "./initialize.ts";

export interface EarlyAnswer {
  /** Of the request. */
  readonly id: string | number;
  /** A line of JSON. */
  readonly line: string;
}

/** Undefined if this line is anything but a valid request. */
export function answerEarly(
  line: string,
  options: Omit<Parameters<typeof initializeResponse>[0], "capabilities">,
): EarlyAnswer | undefined {
  const request = parseJson(line);
  const { jsonrpc, id, method, params } = objectOf(request);
  if (jsonrpc !== "2.0" || method !== "initialize" || !isObject(params)) return undefined;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  try {
    const { clientCapabilities: capabilities } = readInitializeRequest(params);
    const result = initializeResponse({ ...options, capabilities });
    return { id, line: `${JSON.stringify({ jsonrpc, id, result })}\n` };
  } catch {
    return undefined; // The agent says what is wrong with it.
  }
}

/** True once: for the line in which the agent gives the same answer. */
export function createRepetition(early: EarlyAnswer | undefined): (line: Uint8Array) => boolean {
  let awaited = early;
  return (line) => {
    if (!awaited || objectOf(parseJson(Buffer.from(line).toString()))["id"] !== awaited.id) return false;
    awaited = undefined;
    return true;
  };
}
