/**
 * Anthropic's messages.
 *
 * https://docs.anthropic.com/en/docs/build-with-claude/streaming, https://docs.anthropic.com/en/api/errors
 */

import { itemsOf, objectOf, stringOf } from "@tenon/basis";

import { anthropicError, anthropicFailure } from "./anthropic-errors.ts";
import { serverSentEvent } from "./event-stream.ts";
import type { Exchange, ModelApi, Route, StreamEncoder } from "./model-api.ts";
import type { ModelRequest, OfferedTool } from "./model-request.ts";
import { argumentsOf, estimateTokens, wholeOf, type Reply } from "./reply.ts";
import type { ContentPart, ToolCallPart } from "./script.ts";

export const anthropic: ModelApi = {
  name: "anthropic",
  // The vendor's clients add /v1 themselves; others take the base as it is, so that both paths are answered.
  basePath: "",
  environment: (baseUrl) => ({ ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: "fake-anthropic-key" }),
  headers: ({ id }) => ({ "request-id": `req_${id}` }),

  route({ method, path, headers, body }): Route | undefined {
    // OpenAI lists its models under the same path; only this vendor's clients send a version.
    if (method === "GET" && path === "/v1/models" && headers["anthropic-version"] !== undefined) {
      return { type: "other", body: modelList() };
    }
    if (method !== "POST") return undefined;
    if (/^(\/v1)?\/messages\/count_tokens$/.test(path)) {
      return { type: "other", body: { input_tokens: estimateTokens(JSON.stringify(body ?? {})) } };
    }
    if (!/^(\/v1)?\/messages$/.test(path)) return undefined;
    const { model, messages, system, tools, stream } = objectOf(body);
    return {
      type: "answer",
      content: {
        model: stringOf(model) ?? "",
        messages: itemsOf(messages),
        system,
        tools: itemsOf(tools).map(offeredTool),
        isStreaming: stream === true,
      },
    };
  },

  stream: encodeStream,

  body({ request, reply }) {
    let toolCalls = 0;
    return {
      ...messageHead(request),
      content: reply.content.map((part) => {
        if (part.type === "text") return { type: "text", text: wholeOf(part) };
        if (part.type === "thought") return { type: "thinking", thinking: wholeOf(part), signature: SIGNATURE };
        return { ...toolUse(part, request.id, toolCalls++), input: argumentsOf(part) ?? {} };
      }),
      ...stopOf(reply),
      usage: { ...usageOf(reply), service_tier: "standard" },
    };
  },

  failure: anthropicFailure,
};

function encodeStream({ request, reply }: Exchange): StreamEncoder {
  let index = -1;
  let toolCalls = 0;
  let open: ContentPart["type"] | undefined;

  return {
    start: () => [
      event("message_start", {
        message: {
          ...messageHead(request),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...usageOf(reply), output_tokens: 1, service_tier: "standard" },
        },
      }),
      event("ping", {}),
    ],
    content: (part) => [...openBlock(part), ...deltas(part).map(blockDelta)],
    finish: () => [
      ...closeBlock(),
      event("message_delta", { delta: stopOf(reply), usage: usageOf(reply) }),
      event("message_stop", {}),
    ],
    malformed: () => [
      serverSentEvent('{"type":"content_block_delta","index":0,"del', { event: "content_block_delta" }),
    ],
    error: (failure) => [event("error", anthropicError(failure, request.id))],
  };

  // A gate between two texts does not make them two blocks; a second tool call does.
  function openBlock(part: ContentPart): readonly string[] {
    if (open === part.type && part.type !== "tool-call") return [];
    const closing = closeBlock();
    open = part.type;
    index += 1;
    return [...closing, event("content_block_start", { index, content_block: emptyBlock(part) })];
  }

  function emptyBlock(part: ContentPart): object {
    if (part.type === "text") return { type: "text", text: "" };
    if (part.type === "thought") return { type: "thinking", thinking: "", signature: "" };
    return { ...toolUse(part, request.id, toolCalls++), input: {} };
  }

  function closeBlock(): readonly string[] {
    if (open === undefined) return [];
    const signature = open === "thought" ? [blockDelta({ type: "signature_delta", signature: SIGNATURE })] : [];
    open = undefined;
    return [...signature, event("content_block_stop", { index })];
  }

  function blockDelta(delta: object): string {
    return event("content_block_delta", { index, delta });
  }
}

function deltas(part: ContentPart): readonly object[] {
  if (part.type === "text") return part.chunks.map((chunk) => ({ type: "text_delta", text: chunk }));
  if (part.type === "thought") return part.chunks.map((chunk) => ({ type: "thinking_delta", thinking: chunk }));
  // The vendor begins every call with an empty piece.
  return ["", ...part.fragments].map((fragment) => ({ type: "input_json_delta", partial_json: fragment }));
}

const STOP_REASONS = { end: "end_turn", "tool-calls": "tool_use", length: "max_tokens", refusal: "refusal" } as const;

// Clients must send it back as they got it; it is never empty, since some drop a thought without one.
const SIGNATURE = "c2NyaXB0ZWQtc2lnbmF0dXJl";

function event(type: string, fields: object): string {
  return serverSentEvent({ type, ...fields }, { event: type });
}

function messageHead({ id, model }: ModelRequest) {
  return { id: `msg_${id}`, type: "message", role: "assistant", model };
}

function toolUse(part: ToolCallPart, requestId: string, index: number) {
  return { type: "tool_use", id: part.id ?? `toolu_${requestId}_${index}`, name: part.name };
}

function stopOf({ stop }: Reply) {
  const details = { type: "refusal", category: null, explanation: null };
  return {
    stop_reason: STOP_REASONS[stop],
    stop_sequence: null,
    ...(stop === "refusal" && { stop_details: details }),
  };
}

// This vendor alone does not count cached tokens among the input tokens.
function usageOf({ usage }: Reply) {
  return {
    input_tokens: usage.inputTokens - usage.cachedReadTokens - usage.cachedWriteTokens,
    cache_creation_input_tokens: usage.cachedWriteTokens,
    cache_read_input_tokens: usage.cachedReadTokens,
    output_tokens: usage.outputTokens,
    ...(usage.thoughtTokens > 0 && { output_tokens_details: { thinking_tokens: usage.thoughtTokens } }),
  };
}

function offeredTool(tool: unknown): OfferedTool {
  const { name, description, input_schema: schema } = objectOf(tool);
  return { name: stringOf(name) ?? "", description: stringOf(description), schema };
}

function modelList() {
  const model = {
    type: "model",
    id: "scripted-model",
    display_name: "Scripted model",
    created_at: "2025-01-01T00:00:00Z",
  };
  return { data: [model], has_more: false, first_id: model.id, last_id: model.id };
}
