/**
 * Which texts that are being streamed have ended when a record comes.
 *
 * Only the agent ends its own texts. A cancellation, a prompt that waits or an answer of the client comes between two pieces
 * of a text: if it ended the text, a secret across the two would be recorded in two halves.
 */

import { objectOf } from "@tenon/basis";

/** `messages`: all but the outputs of terminals, which go on beside a tool call. */
export type Ends = "all" | "messages" | "none";

export interface TextEnds {
  /** For each record of a session. */
  see(from: string, message: unknown): Ends;
}

/** Requests that the agent answers when all that it streams for them has been sent. */
const STREAMED: ReadonlySet<unknown> = new Set(["session/prompt", "session/load", "session/resume"]);

export function createTextEnds(): TextEnds {
  const asked = new Set<unknown>();
  return {
    see(from, message) {
      const { id, method, params, result, type } = objectOf(message);
      if (from === "client") {
        if (id !== undefined && STREAMED.has(method)) asked.add(id);
        return "none";
      }
      if (from === "tenon") return type === "turn-end" || type === "interruption" ? "all" : "none";
      if (method !== undefined) {
        const { sessionUpdate } = objectOf(objectOf(params)["update"]);
        return sessionUpdate === "tool_call" ? "messages" : "none";
      }
      return asked.delete(id) || typeof objectOf(result)["stopReason"] === "string" ? "all" : "none";
    },
  };
}
