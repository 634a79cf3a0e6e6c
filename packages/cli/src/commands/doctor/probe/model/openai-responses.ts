/** OpenAI's Responses API: https://platform.openai.com/docs/api-reference/responses-streaming */

import { objectOf, readArray, stringOf } from "@tenon/basis";

import type { Answer, ModelApi, OfferedTool } from "./model-api.ts";

export const openaiResponses: ModelApi = {
  style: "named",
  fits: (path) => /^(?:\/v1)?\/responses$/.test(path),
  isStreamed: (body) => objectOf(body)["stream"] === true,
  toolsOf: (body) => readArray(objectOf(body)["tools"], (tool) => tool).flatMap((tool) => offered(tool)),
  whole: (answer) => response("completed", [itemOf(answer)]),
  events(answer) {
    const item = itemOf(answer);
    const events = [
      { type: "response.created", response: response("in_progress", []) },
      { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } },
      ...("text" in answer ? textEvents(answer.text) : []),
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: response("completed", [item]) },
    ];
    return events.map((event, index) => ({ ...event, sequence_number: index }));
  },
};

const ITEM = "item_doctor";

function textEvents(text: string): readonly object[] {
  const at = { item_id: ITEM, output_index: 0, content_index: 0 };
  return [
    { type: "response.content_part.added", ...at, part: partOf("") },
    { type: "response.output_text.delta", ...at, delta: text },
    { type: "response.output_text.done", ...at, text },
    { type: "response.content_part.done", ...at, part: partOf(text) },
  ] as const;
}

function partOf(text: string): object {
  return { type: "output_text", text, annotations: [] };
}

function itemOf(answer: Answer): object {
  if ("text" in answer) {
    return { type: "message", id: ITEM, role: "assistant", status: "completed", content: [partOf(answer.text)] };
  }
  const { tool, args } = answer.call;
  const { name, namespace } = tool;
  const call = { name, ...(namespace !== undefined && { namespace }), arguments: JSON.stringify(args) };
  return { type: "function_call", id: ITEM, call_id: "call_doctor", status: "completed", ...call };
}

function response(status: string, output: readonly object[]): object {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } };
  return {
    id: "resp_doctor",
    object: "response",
    created_at: 0,
    model: "stand-in",
    status,
    output,
    usage: { ...usage, ...details },
  };
}

function offered(tool: unknown, namespace?: string): readonly OfferedTool[] {
  const { type, name, tools } = objectOf(tool);
  const own = stringOf(name);
  if (type === "namespace") return readArray(tools, (inner) => inner).flatMap((inner) => offered(inner, own));
  return own === undefined ? [] : [{ name: own, ...(namespace !== undefined && { namespace }) }];
}
