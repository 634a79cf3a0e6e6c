/**
 * Follows a session's records to know whether a turn or a tool call is unfinished.
 *
 * A history that ends in the middle of either is refused by models, for ever; it has to be closed by an interruption.
 */

import type { NewRecord } from "./journal.ts";
import { withoutLargeStrings } from "./large-strings.ts";
import { type Fields, fieldsOf, parseJson, readWireMessage, textOf } from "./wire-message.ts";

export interface OpenWork {
  readonly isOpen: boolean;
  /** A prompt was among the records. */
  readonly hasPrompt: boolean;
  /** `text` may have marks for large strings. */
  see(from: NewRecord["from"], text: string): void;
}

/** Closes whatever is open. `packages/timeline` reads it as an event. */
export const INTERRUPTION = '{"type":"interruption"}';

// How SDKs write an update, which is most of what there is. Only those that speak of tool calls need a closer look.
const UPDATE = '{"jsonrpc":"2.0","method":"session/update"';

export function followOpenWork(): OpenWork {
  const prompts = new Set<string>();
  const calls = new Set<string>();
  let hasPrompt = false;
  return {
    get isOpen() {
      return prompts.size > 0 || calls.size > 0;
    },
    get hasPrompt() {
      return hasPrompt;
    },
    see(from, text) {
      if (from === "tenon") return seeOwnEvent(text);
      if (text.startsWith(UPDATE) && !text.includes("tool_call")) return;
      const message = readWireMessage(text);
      if (!message) return;
      const { id, method, params } = message;
      if (from === "client" && method === "session/prompt" && id !== undefined) addPrompt(id);
      if (from === "agent" && method === "session/update") seeUpdate(fieldsOf(params["update"]));
      if (from === "agent" && method === undefined && id !== undefined && prompts.delete(id) && prompts.size === 0) {
        calls.clear();
      }
    },
  };

  function addPrompt(id: string) {
    prompts.add(id);
    hasPrompt = true;
  }

  function seeOwnEvent(text: string) {
    if (!/"(?:prompt|turn-end|interruption)"/.test(text)) return;
    const { type } = fieldsOf(parseJson(withoutLargeStrings(text)));
    if (type === "prompt") addPrompt(type);
    if (type !== "turn-end" && type !== "interruption") return;
    prompts.clear();
    calls.clear();
  }

  function seeUpdate(update: Fields) {
    const { sessionUpdate, status } = update;
    const id = textOf(update["toolCallId"]);
    if (id === undefined) return;
    if (status === "completed" || status === "failed") calls.delete(id);
    else if (sessionUpdate === "tool_call" || status === "pending" || status === "in_progress") calls.add(id);
  }
}
