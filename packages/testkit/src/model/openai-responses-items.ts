/**
 * The output items of a response: a message, a reasoning summary, or a function call. Each knows the events that open
 * it, stream it and close it, and what it is when it is whole. The text of a function call is its arguments.
 */

import type { ContentPart, ToolCallPart } from "./script.ts";

export interface OutputItem {
  opening(): readonly ItemEvent[];
  delta(text: string): ItemEvent;
  closing(text: string): readonly ItemEvent[];
  whole(text: string): object;
}

export interface ItemEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The suffix makes the ids of an item unique. */
export function outputItem(part: ContentPart, suffix: string): OutputItem {
  if (part.type === "text") return messageItem(`msg_${suffix}`);
  if (part.type === "thought") return reasoningItem(`rs_${suffix}`);
  return functionCallItem(part, suffix);
}

function messageItem(id: string): OutputItem {
  const place = { item_id: id, content_index: 0 };
  const head = { id, type: "message", role: "assistant" };
  const contentPart = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });
  const whole = (text: string) => ({ ...head, status: "completed", content: [contentPart(text)] });
  return {
    opening: () => [
      { type: "response.output_item.added", item: { ...head, status: "in_progress", content: [] } },
      { type: "response.content_part.added", ...place, part: contentPart("") },
    ],
    delta: (text) => ({ type: "response.output_text.delta", ...place, delta: text, logprobs: [] }),
    closing: (text) => [
      { type: "response.output_text.done", ...place, text, logprobs: [] },
      { type: "response.content_part.done", ...place, part: contentPart(text) },
      { type: "response.output_item.done", item: whole(text) },
    ],
    whole,
  };
}

function reasoningItem(id: string): OutputItem {
  const place = { item_id: id, summary_index: 0 };
  const head = { id, type: "reasoning", encrypted_content: "c2NyaXB0ZWQtcmVhc29uaW5n" };
  const summaryPart = (text: string) => ({ type: "summary_text", text });
  const whole = (text: string) => ({ ...head, summary: [summaryPart(text)] });
  return {
    opening: () => [
      { type: "response.output_item.added", item: { ...head, summary: [] } },
      { type: "response.reasoning_summary_part.added", ...place, part: summaryPart("") },
    ],
    delta: (text) => ({ type: "response.reasoning_summary_text.delta", ...place, delta: text }),
    closing: (text) => [
      { type: "response.reasoning_summary_text.done", ...place, text },
      { type: "response.reasoning_summary_part.done", ...place, part: summaryPart(text) },
      { type: "response.output_item.done", item: whole(text) },
    ],
    whole,
  };
}

function functionCallItem(part: ToolCallPart, suffix: string): OutputItem {
  const id = `fc_${suffix}`;
  const namespace = part.namespace === undefined ? {} : { namespace: part.namespace };
  const head = { id, type: "function_call", call_id: part.id ?? `call_${suffix}`, name: part.name, ...namespace };
  const whole = (text: string) => ({ ...head, status: "completed", arguments: text });
  return {
    opening: () => [{ type: "response.output_item.added", item: { ...head, status: "in_progress", arguments: "" } }],
    delta: (text) => ({ type: "response.function_call_arguments.delta", item_id: id, delta: text }),
    closing: (text) => [
      { type: "response.function_call_arguments.done", item_id: id, name: part.name, arguments: text },
      { type: "response.output_item.done", item: whole(text) },
    ],
    whole,
  };
}
