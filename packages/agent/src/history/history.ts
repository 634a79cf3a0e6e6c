/**
 * What the model is shown of a session's past. It is valid for any provider whatever happened: every call of an answer
 * has its result in the message after it.
 */

import type { Message } from "../model/model.ts";
import { closeOpenCalls } from "./close-open-calls.ts";

export interface History {
  readonly messages: readonly Message[];
  /** Resolves when it is kept. */
  add(message: Message): Promise<void>;
  /** These stand for everything so far. */
  replace(messages: readonly Message[]): Promise<void>;
}

/** What is kept of a history in the journal, as records of our own. */
export type HistoryRecord =
  | { readonly type: "history"; readonly message: Message }
  | { readonly type: "history-replaced"; readonly messages: readonly Message[] };

export function openHistory(options: {
  readonly records: Iterable<HistoryRecord>;
  readonly keep: (record: HistoryRecord) => Promise<unknown>;
}): History {
  let messages: Message[] = [];
  for (const record of options.records) {
    if (record.type === "history-replaced") messages = [...record.messages];
    else messages.push(record.message);
  }
  messages = closeOpenCalls(messages);
  return {
    get messages() {
      return messages;
    },
    async add(message) {
      // A turn that broke off between a call and its result must not spoil the next one.
      if (message.role === "user" && messages.at(-1)?.role === "assistant") messages = closeOpenCalls(messages);
      messages.push(message);
      await options.keep({ type: "history", message });
    },
    async replace(replacement) {
      messages = [...replacement];
      await options.keep({ type: "history-replaced", messages });
    },
  };
}

/** The record in the text of one of our own journal records; undefined if it is about something else. */
export function readHistoryRecord(text: string): HistoryRecord | undefined {
  // Most of our own records are about something else: looked at before they are parsed.
  if (!text.startsWith('{"type":"history')) return undefined;
  const record: HistoryRecord = JSON.parse(text);
  return record.type === "history" || record.type === "history-replaced" ? record : undefined;
}
