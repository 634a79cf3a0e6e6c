/**
 * The answer to a prompt, read with forgiveness.
 */

import type { PromptResponse, StopReason } from "@agentclientprotocol/sdk";

import { isRecord } from "../wire/wire-message.ts";

/** An answer without a stop reason is an end like most: the agent has answered, so its turn is over. */
export function readPromptResponse(response: unknown): PromptResponse {
  if (!isRecord(response)) return { stopReason: "end_turn" };
  const { stopReason } = response;
  return { ...response, stopReason: isWord(stopReason) ? stopReason : "end_turn" };
}

/** Words that the protocol does not have are passed on as they are. */
function isWord(stopReason: unknown): stopReason is StopReason {
  return typeof stopReason === "string";
}
