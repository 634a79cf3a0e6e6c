/**
 * Which texts that are being streamed have ended when a record comes.
 *
 * Only the agent ends its own texts. A cancellation, a prompt that waits or an answer of the client comes between two pieces
 * of a text: if it ended the text, a secret across the two would be recorded in two halves.
 */

import { isObject, type JsonObject, objectOf, parseJson } from "@tenon/basis";

/** `messages`: all but the outputs of terminals, which go on beside a tool call. */
export type Ends = "all" | "messages" | "none";

export interface TextEnds {
  /** For each record of a session. */
  see(record: { readonly from: string; readonly text: string }): Ends;
}

/** Requests that the agent answers when all that it streams for them has been sent. */
const STREAMED = /"method":"session\/(?:prompt|load|resume)"/;

export function createTextEnds(): TextEnds {
  const asked = new Set<unknown>();
  return {
    see({ from, text }) {
      if (from === "client") {
        if (STREAMED.test(text)) asked.add(parse(text)["id"]);
        return "none";
      }
      if (from === "tenon") return /^\{"type":"(?:turn-end|interruption)"/.test(text) ? "all" : "none";
      if (text.includes('"method":"session/update"')) {
        return text.includes('"sessionUpdate":"tool_call"') ? "messages" : "none";
      }
      const { id, method, result } = parse(text);
      if (method !== undefined) return "none";
      const isAsked = asked.delete(id);
      return isAsked || (isObject(result) && typeof result["stopReason"] === "string") ? "all" : "none";
    },
  };
}

function parse(text: string): JsonObject {
  // What is no message is no answer.
  return objectOf(parseJson(text) ?? { method: "" });
}
