/**
 * OpenAI's chat completions, as OpenAI and those who are compatible with it speak them.
 *
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */

import { itemsOf, objectOf, stringOf } from "@tenon/basis";

import { serverSentEvent } from "./event-stream.ts";
import type { Exchange, ModelApi, Route, StreamEncoder } from "./model-api.ts";
import type { ModelRequest, OfferedTool } from "./model-request.ts";
import { openaiEnvironment, openaiError, openaiFailure, openaiHeaders } from "./openai-platform.ts";
import { wholeOf, type Reply } from "./reply.ts";
import type { ContentPart, ToolCallPart } from "./script.ts";

export const openaiChat: ModelApi = {
  name: "openai-chat",
  basePath: "/v1",
  environment: openaiEnvironment,
  headers: openaiHeaders,

  route({ method, path, body }): Route | undefined {
    if (method === "GET" && /^(\/v1)?\/models$/.test(path)) return { type: "other", body: modelList() };
    if (method !== "POST" || !/^(\/v1)?\/chat\/completions$/.test(path)) return undefined;
    const { model, messages, tools, stream } = objectOf(body);
    return {
      type: "answer",
      content: {
        model: stringOf(model) ?? "",
        messages: itemsOf(messages),
        system: undefined,
        tools: itemsOf(tools).map(offeredTool),
        isStreaming: stream === true,
      },
    };
  },

  stream: encodeStream,

  body({ request, reply }) {
    const textOf = (type: "text" | "thought") => {
      const parts = reply.content.filter((part) => part.type === type);
      return parts.length === 0 ? undefined : parts.map(wholeOf).join("");
    };
    const toolCalls = reply.content.filter((part) => part.type === "tool-call");
    const reasoning = textOf("thought");
    const message = {
      role: "assistant",
      content: textOf("text") ?? null,
      refusal: null,
      ...(reasoning !== undefined && { reasoning_content: reasoning }),
      ...(toolCalls.length > 0 && {
        tool_calls: toolCalls.map((part, index) => ({
          id: callId(part, request.id, index),
          type: "function",
          function: { name: part.name, arguments: wholeOf(part) },
        })),
      }),
    };
    return {
      ...frame("chat.completion", request),
      choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH_REASONS[reply.stop] }],
      usage: usageOf(reply),
    };
  },

  failure: (failure, { model }) => openaiFailure(failure, { model, param: "messages" }),
};

function encodeStream({ request, reply }: Exchange): StreamEncoder {
  const base = frame("chat.completion.chunk", request);
  // Who asks for the usage gets the field in every event, and its value in one more event without choices.
  const includesUsage = objectOf(objectOf(request.body)["stream_options"])["include_usage"] === true;
  let toolCalls = 0;

  return {
    start: () => [delta({ role: "assistant", content: "", refusal: null })],
    content: (part) => contentDeltas(part).map((content) => delta(content)),
    finish: () => [
      delta({}, FINISH_REASONS[reply.stop]),
      ...(includesUsage ? [serverSentEvent({ ...base, choices: [], usage: usageOf(reply) })] : []),
      serverSentEvent("[DONE]"),
    ],
    malformed: () => [
      serverSentEvent(`{"id":"${base.id}","object":"chat.completion.chunk","choices":[{"index":0,"del`),
    ],
    error: (failure) => [serverSentEvent({ error: openaiError(failure, { model: request.model, param: null }) })],
  };

  function delta(content: object, finishReason: string | null = null): string {
    const choices = [{ index: 0, delta: content, logprobs: null, finish_reason: finishReason }];
    return serverSentEvent({ ...base, choices, ...(includesUsage && { usage: null }) });
  }

  function contentDeltas(part: ContentPart): readonly object[] {
    if (part.type === "text") return part.chunks.map((content) => ({ content }));
    if (part.type === "thought") return part.chunks.map((chunk) => ({ reasoning_content: chunk }));
    const index = toolCalls++;
    const head = { id: callId(part, request.id, index), type: "function" };
    return [
      { tool_calls: [{ index, ...head, function: { name: part.name, arguments: "" } }] },
      ...part.fragments.map((fragment) => ({ tool_calls: [{ index, function: { arguments: fragment } }] })),
    ];
  }
}

const FINISH_REASONS = {
  end: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  refusal: "content_filter",
} as const;

function frame(object: string, { model, id }: ModelRequest) {
  const created = Math.floor(Date.now() / 1_000);
  return {
    id: `chatcmpl-${id}`,
    object,
    created,
    model,
    service_tier: "default",
    system_fingerprint: "fp_scripted",
  };
}

function callId(part: ToolCallPart, requestId: string, index: number): string {
  return part.id ?? `call_${requestId}_${index}`;
}

function usageOf({ usage }: Reply) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedReadTokens, cache_write_tokens: usage.cachedWriteTokens },
    completion_tokens_details: { reasoning_tokens: usage.thoughtTokens },
  };
}

function offeredTool(tool: unknown): OfferedTool {
  const { name, description, parameters } = objectOf(objectOf(tool)["function"]);
  return { name: stringOf(name) ?? "", description: stringOf(description), schema: parameters };
}

function modelList() {
  return { object: "list", data: [{ id: "scripted-model", object: "model", created: 0, owned_by: "testkit" }] };
}
