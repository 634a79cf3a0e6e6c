/**
 * Follows a session's records to know whether a turn or a tool call is unfinished.
 *
 * A history that ends in the middle of either is refused by models, for ever; it has to be closed by an interruption.
 */

import { objectOf } from "@tenon/basis";
import { messageOf } from "@tenon/timeline";

import type { JournalRecord } from "../journal.ts";

export interface OpenWork {
  readonly isOpen: boolean;
  /** A prompt was among the records. */
  readonly hasPrompt: boolean;
  see(record: Pick<JournalRecord, "from" | "kind" | "text" | "message">): void;
}

/** Closes whatever is open. `packages/timeline` reads it as an event. */
export function interruption(reason: string | undefined): string {
  return JSON.stringify({ type: "interruption", reason });
}

export function followOpenWork(): OpenWork {
  const prompts = new Set<unknown>();
  const calls = new Set<unknown>();
  let hasPrompt = false;
  return {
    get isOpen() {
      return prompts.size > 0 || calls.size > 0;
    },
    get hasPrompt() {
      return hasPrompt;
    },
    see(record) {
      switch (`${record.from} ${record.kind}`) {
        case "client session/prompt":
          return addPrompt(objectOf(messageOf(record))["id"]);
        case "agent tool_call":
        case "agent tool_call_update":
          return seeCall(messageOf(record));
        case "agent response":
          if (prompts.delete(objectOf(messageOf(record))["id"]) && prompts.size === 0) calls.clear();
          return;
        case "tenon prompt":
          return addPrompt("tenon prompt");
        case "tenon turn-end":
        case "tenon interruption":
          prompts.clear();
          calls.clear();
      }
    },
  };

  function addPrompt(id: unknown) {
    if (typeof id !== "string" && typeof id !== "number") return;
    prompts.add(id);
    hasPrompt = true;
  }

  function seeCall(message: unknown) {
    const { sessionUpdate, status, toolCallId } = objectOf(objectOf(objectOf(message)["params"])["update"]);
    if (typeof toolCallId !== "string") return;
    if (status === "completed" || status === "failed") calls.delete(toolCallId);
    else if (sessionUpdate === "tool_call" || status === "pending" || status === "in_progress") calls.add(toolCallId);
  }
}
