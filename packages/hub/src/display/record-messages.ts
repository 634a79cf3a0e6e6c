/**
 * The messages of a session's servers as records for its journal, each with the tool call that it belongs to: for our agent
 * and the proxy.
 *
 * The law: nothing waits for it. A call and its answer are always kept; what a server says beside that, within a budget.
 */

import type { JsonObject } from "@tenon/basis";

import type { ServerMessage } from "../hub-types.ts";
import { createMessageBudget } from "./message-budget.ts";

export interface MessageRecord {
  add(message: ServerMessage): void;
  /** Says what was left out. */
  close(): void;
}

/** As a journal takes it. */
export interface RecordedMessage {
  readonly from: "tenon";
  readonly text: string;
  readonly message: JsonObject;
}

export interface MessageRecordOptions {
  /** The calls that run on a server, by the `call` of their messages. */
  readonly callsOn: (server: string) => readonly string[];
  readonly append: (record: RecordedMessage) => Promise<unknown>;
}

// What a call leads to although it is a request of its own; it says nowhere which call that was.
const LED_TO_BY_A_CALL: ReadonlySet<unknown> = new Set([
  "elicitation/create",
  "sampling/createMessage",
  "roots/list",
  "resources/read",
  "tasks/get",
  "tasks/result",
  "tasks/cancel",
]);

export function createMessageRecord({ callsOn, append }: MessageRecordOptions): MessageRecord {
  const asked = new Map<string, string>();
  const budget = createMessageBudget((dropped) => {
    const event = { type: "mcp-messages-dropped", ...dropped };
    write({ from: "tenon", text: JSON.stringify(event), message: event });
  });

  return {
    add(heard) {
      const { server, direction, message, text } = heard;
      const toolCallId = heard.call ?? callBehind(heard);
      const isCallOrAnswer = heard.call !== undefined && heard.message["id"] !== undefined;
      if (!isCallOrAnswer && !budget.take(server, text.length)) return;
      // Its text is as it is, and large: made into JSON once.
      const head = { type: "mcp-message", server, direction, toolCallId };
      const whole = `${JSON.stringify(head).slice(0, -1)},"message":${text}}`;
      write({ from: "tenon", text: whole, message: { ...head, message } });
    },
    close: () => budget.close(),
  };

  /** The only call of the server that runs; of several, it is unknown which. An answer belongs where its question does. */
  function callBehind({ server, direction, message }: ServerMessage): string | undefined {
    const { id, method } = message;
    if (id === undefined) return undefined;
    if (method === undefined) {
      const key = keyOf(server, direction === "sent" ? "received" : "sent", id);
      const call = asked.get(key);
      asked.delete(key);
      return call;
    }
    const [call, ...others] = LED_TO_BY_A_CALL.has(method) ? callsOn(server) : [];
    const key = keyOf(server, direction, id);
    // An id that comes again is another question: the one before died with its connection.
    asked.delete(key);
    if (call === undefined || others.length > 0) return undefined;
    asked.set(key, call);
    return call;
  }

  function write(record: RecordedMessage): void {
    // Not awaited: a server does not wait for the disk.
    void append(record).catch(() => {});
  }
}

function keyOf(server: string, asker: ServerMessage["direction"], id: unknown): string {
  return JSON.stringify([server, asker, id]);
}
