/**
 * What the model is shown of a session's past. It is valid for any provider whatever happened: every call of an answer
 * has its result in the message after it.
 */

import { createHash } from "node:crypto";

import type { Message, MessagePart, ToolResult } from "../model/model.ts";
import { closeOpenCalls } from "./close-open-calls.ts";
import { describeMedia, REFUSED } from "../model/prompt/media.ts";

export interface History {
  /** Grows at its end; when anything else changes it is another array. */
  readonly messages: readonly Message[];
  /** Resolves when it is kept. */
  add(message: Message): Promise<void>;
  /** These stand for everything so far. */
  replace(messages: readonly Message[]): Promise<void>;
  /**
   * Takes back the results that stand for those of a turn that was cut off between its calls and their results; the caller adds
   * others. Empty if there was none.
   */
  takeBackCutOff(): readonly ToolResult[];
  /** From now on words stand for these bytes, which a provider refuses. */
  refuseMedia(data: readonly string[]): Promise<void>;
}

/** What is kept of a history in the journal, as records of our own. */
export type HistoryRecord =
  | { readonly type: "history"; readonly message: Message }
  | { readonly type: "history-replaced"; readonly messages: readonly Message[] }
  | { readonly type: "history-media-refused"; readonly digests: readonly string[] };

export function openHistory(options: {
  readonly records: Iterable<HistoryRecord>;
  readonly appendEvent: (record: HistoryRecord) => Promise<unknown>;
}): History {
  let messages: Message[] = [];
  for (const record of options.records) {
    switch (record.type) {
      case "history":
        messages.push(record.message);
        break;
      case "history-replaced":
        messages = [...record.messages];
        break;
      case "history-media-refused":
        messages = withoutMedia(messages, record.digests);
        break;
    }
  }
  const isCutOff = messages.at(-1)?.role === "assistant";
  messages = closeOpenCalls(messages);
  let cutOff = isCutOff ? messages.at(-1) : undefined;
  return {
    get messages() {
      return messages;
    },
    async add(message) {
      // A turn that broke off between a call and its result must not spoil the next one. Those before it are closed.
      if (message.role === "user" && messages.at(-1)?.role === "assistant")
        messages.push(...closeOpenCalls(messages.splice(-1)));
      messages.push(message);
      await options.appendEvent({ type: "history", message });
    },
    async replace(replacement) {
      messages = [...replacement];
      await options.appendEvent({ type: "history-replaced", messages });
    },
    takeBackCutOff() {
      const taken = cutOff;
      cutOff = undefined;
      if (taken?.role !== "tool" || messages.at(-1) !== taken) return [];
      messages = messages.slice(0, -1);
      return taken.results;
    },
    async refuseMedia(data) {
      const digests = data.map(digestOf);
      messages = withoutMedia(messages, digests);
      await options.appendEvent({ type: "history-media-refused", digests });
    },
  };
}

/**
 * A history without bytes that a provider refuses. They are known by their digest, and not by where they stand: messages
 * move when calls are closed or a history is summed up.
 */
function digestOf(data: string): string {
  return createHash("sha256").update(data).digest("hex");
}

function withoutMedia(messages: readonly Message[], digests: readonly string[]): Message[] {
  const replaced = (parts: readonly MessagePart[]) =>
    parts.map((part) => {
      if (!("data" in part) || !digests.includes(digestOf(part.data))) return part;
      return { type: "text" as const, text: describeMedia(part, REFUSED) };
    });
  return messages.map((message): Message => {
    switch (message.role) {
      case "user":
        return { ...message, parts: replaced(message.parts) };
      case "tool":
        return { ...message, results: message.results.map((result) => ({ ...result, parts: replaced(result.parts) })) };
      case "assistant":
        return message;
    }
  });
}
