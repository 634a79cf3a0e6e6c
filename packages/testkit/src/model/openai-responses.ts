/**
 * OpenAI's Responses API.
 *
 * Every event has a sequence number, and every piece of content is announced, streamed and repeated whole.
 * https://platform.openai.com/docs/api-reference/responses-streaming
 */

import { itemsOf, objectOf, stringOf } from "@tenon/basis";

import { serverSentEvent } from "./event-stream.ts";
import type { Exchange, ModelApi, Route, StreamEncoder } from "./model-api.ts";
import type { ModelRequest, OfferedTool } from "./model-request.ts";
import { openaiEnvironment, openaiError, openaiFailure, openaiHeaders } from "./openai-platform.ts";
import { outputItem, type ItemEvent, type OutputItem } from "./openai-responses-items.ts";
import { piecesOf, wholeOf, type Reply } from "./reply.ts";
import type { ContentPart } from "./script.ts";

export const openaiResponses: ModelApi = {
  name: "openai-responses",
  basePath: "/v1",
  environment: openaiEnvironment,
  headers: openaiHeaders,

  route({ method, path, body }): Route | undefined {
    if (method !== "POST" || !/^(\/v1)?\/responses$/.test(path)) return undefined;
    const { model, input, instructions, tools, stream } = objectOf(body);
    return {
      type: "answer",
      content: {
        model: stringOf(model) ?? "",
        messages: typeof input === "string" ? [input] : itemsOf(input),
        system: instructions,
        tools: itemsOf(tools).flatMap((tool) => offeredTools(tool)),
        isStreaming: stream === true,
      },
    };
  },

  stream: encodeStream,

  body({ request, reply }) {
    const output = reply.content.map((part, index) => outputItem(part, `${request.id}_${index}`).whole(wholeOf(part)));
    return closedResponse(request, reply, output);
  },

  failure: (failure, { model }) => openaiFailure(failure, { model, param: "input" }),
};

function encodeStream({ request, reply }: Exchange): StreamEncoder {
  let sequence = 0;
  const items = createOutputItems(request.id, event);
  return {
    start: () => [
      event("response.created", { response: openResponse(request) }),
      event("response.in_progress", { response: openResponse(request) }),
    ],
    content: (part) => [...items.begin(part), ...items.deltas(part)],
    finish: () => {
      const closing = items.close();
      const response = closedResponse(request, reply, items.output);
      return [...closing, event(`response.${response.status}`, { response })];
    },
    malformed: () => [
      serverSentEvent('{"type":"response.output_text.delta","del', { event: "response.output_text.delta" }),
    ],
    error: (failure) => {
      const error = openaiError(failure, { model: request.model, param: null });
      const { code, message } = error;
      return [
        event("error", { error }),
        event("response.failed", {
          response: { ...openResponse(request), status: "failed", error: { code, message } },
        }),
      ];
    },
  };

  function event(type: string, fields: object): string {
    return serverSentEvent({ type, sequence_number: sequence++, ...fields }, { event: type });
  }
}

/** The items of the output: finished ones, and the one that is being streamed. */
function createOutputItems(requestId: string, event: (type: string, fields: object) => string) {
  const output: object[] = [];
  let open: { readonly type: ContentPart["type"]; readonly item: OutputItem; text: string } | undefined;
  return {
    output,
    /** Opens an item, unless the part continues the open one. */
    begin(part: ContentPart): readonly string[] {
      if (open?.type === part.type && part.type !== "tool-call") return [];
      const closing = close();
      const item = outputItem(part, `${requestId}_${output.length}`);
      open = { type: part.type, item, text: "" };
      return [...closing, ...item.opening().map(itemEvent)];
    },
    deltas(part: ContentPart): readonly string[] {
      if (open === undefined) return [];
      open.text += wholeOf(part);
      const { item } = open;
      return piecesOf(part).map((piece) => itemEvent(item.delta(piece)));
    },
    close,
  };

  function close(): readonly string[] {
    if (open === undefined) return [];
    const { item, text } = open;
    const closing = item.closing(text).map(itemEvent);
    output.push(item.whole(text));
    open = undefined;
    return closing;
  }

  function itemEvent({ type, ...fields }: ItemEvent): string {
    return event(type, { output_index: output.length, ...fields });
  }
}

const INCOMPLETE = { end: undefined, "tool-calls": undefined, length: "max_output_tokens", refusal: "content_filter" };

function openResponse({ id, model, system, body }: ModelRequest) {
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: Math.floor(Date.now() / 1_000),
    status: "in_progress",
    error: null,
    incomplete_details: null,
    instructions: system ?? null,
    model,
    output: [],
    parallel_tool_calls: true,
    store: false,
    tool_choice: "auto",
    tools: itemsOf(objectOf(body)["tools"]),
    usage: null,
    metadata: {},
  };
}

function closedResponse(request: ModelRequest, reply: Reply, output: readonly object[]) {
  const reason = INCOMPLETE[reply.stop];
  return {
    ...openResponse(request),
    status: reason === undefined ? "completed" : "incomplete",
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage: usageOf(reply),
  };
}

function usageOf({ usage }: Reply) {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cachedReadTokens, cache_write_tokens: usage.cachedWriteTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.thoughtTokens },
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}

function offeredTools(tool: unknown, namespace?: string): readonly OfferedTool[] {
  const { type, name, description, parameters, tools } = objectOf(tool);
  if (type === "namespace") return itemsOf(tools).flatMap((inner) => offeredTools(inner, stringOf(name) ?? ""));
  // The vendor's own tools have no name but their type.
  return [{ name: stringOf(name ?? type) ?? "", namespace, description: stringOf(description), schema: parameters }];
}
