/**
 * The four APIs as the contract suite sees them. Written from the vendors' documentation, not from the server.
 */

import { at, joined, jsonOf, listAt, TOOL, type ApiClient } from "./api-client.ts";

const openaiChat: ApiClient = {
  api: "openai-chat",
  request: ({ stream }) => ({
    path: "/chat/completions",
    body: {
      model: "model-a",
      messages: [{ role: "user", content: "hello" }],
      tools: [
        {
          type: "function",
          function: { name: TOOL.name, description: TOOL.description, parameters: TOOL.schema },
        },
      ],
      ...(stream && { stream, stream_options: { include_usage: true } }),
    },
  }),
  understand(events) {
    const chunks = events.map(({ data }) => jsonOf(data));
    const deltas = chunks.map((chunk) => at(chunk, "choices", 0, "delta"));
    const pieces = deltas.flatMap((delta) => listAt(delta, "tool_calls"));
    const starts = pieces.filter((piece) => at(piece, "id") !== undefined);
    return {
      text: joined(deltas.map((delta) => at(delta, "content"))),
      thought: joined(deltas.map((delta) => at(delta, "reasoning_content"))),
      toolCalls: starts.map((start) => ({
        name: at(start, "function", "name"),
        arguments: joined(
          pieces
            .filter((piece) => at(piece, "index") === at(start, "index"))
            .map((piece) => at(piece, "function", "arguments")),
        ),
      })),
      stop: chunks.map((chunk) => at(chunk, "choices", 0, "finish_reason")).findLast((reason) => reason != null),
      usage: chatUsage(chunks.map((chunk) => at(chunk, "usage")).findLast((usage) => usage != null)),
      isComplete: events.at(-1)?.data === "[DONE]",
      error: chunks.map((chunk) => at(chunk, "error", "code")).findLast((code) => code !== undefined),
    };
  },
  understandBody(body) {
    const message = at(body, "choices", 0, "message");
    return {
      text: joined([at(message, "content")]),
      thought: joined([at(message, "reasoning_content")]),
      toolCalls: listAt(message, "tool_calls").map((call) => ({
        name: at(call, "function", "name"),
        arguments: String(at(call, "function", "arguments")),
      })),
      stop: at(body, "choices", 0, "finish_reason"),
      usage: chatUsage(at(body, "usage")),
      isComplete: true,
      error: undefined,
    };
  },
  overloadedStatus: 503,
  retryAfter: (response) => response.headers.get("retry-after"),
};

const openaiResponses: ApiClient = {
  api: "openai-responses",
  request: ({ stream }) => ({
    path: "/responses",
    body: {
      model: "model-a",
      instructions: "be brief",
      input: [{ role: "user", content: [{ type: "input_text", text: "hello" }] }],
      tools: [{ type: "function", name: TOOL.name, description: TOOL.description, parameters: TOOL.schema }],
      stream,
    },
  }),
  understand(events) {
    const parsed = events.map(({ data }) => jsonOf(data));
    const ofType = (type: string) => parsed.filter((event) => at(event, "type") === type);
    const closing = parsed.findLast((event) => /completed|incomplete/.test(String(at(event, "type"))));
    const items = ofType("response.output_item.done").map((event) => at(event, "item"));
    return {
      text: joined(ofType("response.output_text.delta").map((event) => at(event, "delta"))),
      thought: joined(ofType("response.reasoning_summary_text.delta").map((event) => at(event, "delta"))),
      toolCalls: items
        .filter((item) => at(item, "type") === "function_call")
        .map((item) => ({
          name: at(item, "name"),
          arguments: joined(
            ofType("response.function_call_arguments.delta")
              .filter((event) => at(event, "item_id") === at(item, "id"))
              .map((event) => at(event, "delta")),
          ),
        })),
      stop: responsesStop(at(closing, "response")),
      usage: responsesUsage(at(closing, "response", "usage")),
      isComplete: closing !== undefined,
      error: at(ofType("response.failed")[0], "response", "error", "code"),
    };
  },
  understandBody(body) {
    const items = listAt(body, "output");
    const ofType = (type: string) => items.filter((item) => at(item, "type") === type);
    return {
      text: joined(ofType("message").map((item) => at(item, "content", 0, "text"))),
      thought: joined(ofType("reasoning").map((item) => at(item, "summary", 0, "text"))),
      toolCalls: ofType("function_call").map((item) => ({
        name: at(item, "name"),
        arguments: String(at(item, "arguments")),
      })),
      stop: responsesStop(body),
      usage: responsesUsage(at(body, "usage")),
      isComplete: true,
      error: undefined,
    };
  },
  overloadedStatus: 503,
  retryAfter: (response) => response.headers.get("retry-after"),
};

const anthropic: ApiClient = {
  api: "anthropic",
  request: ({ stream }) => ({
    path: "/v1/messages?beta=true",
    headers: { "anthropic-version": "2023-06-01" },
    body: {
      model: "model-a",
      max_tokens: 1_000,
      system: "be brief",
      messages: [{ role: "user", content: "hello" }],
      tools: [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.schema }],
      ...(stream && { stream }),
    },
  }),
  understand(events) {
    const parsed = events.map(({ data }) => jsonOf(data));
    const deltas = parsed.filter((event) => at(event, "type") === "content_block_delta");
    const calls = parsed.filter((event) => at(event, "content_block", "type") === "tool_use");
    const closing = parsed.find((event) => at(event, "type") === "message_delta");
    return {
      text: joined(deltas.map((event) => at(event, "delta", "text"))),
      thought: joined(deltas.map((event) => at(event, "delta", "thinking"))),
      toolCalls: calls.map((call) => ({
        name: at(call, "content_block", "name"),
        arguments: joined(
          deltas
            .filter((event) => at(event, "index") === at(call, "index"))
            .map((event) => at(event, "delta", "partial_json")),
        ),
      })),
      stop: at(closing, "delta", "stop_reason"),
      usage: anthropicUsage(at(closing, "usage")),
      isComplete: at(parsed.at(-1), "type") === "message_stop",
      error: at(
        parsed.find((event) => at(event, "type") === "error"),
        "error",
        "type",
      ),
    };
  },
  understandBody(body) {
    const blocks = listAt(body, "content");
    return {
      text: joined(blocks.map((block) => at(block, "text"))),
      thought: joined(blocks.map((block) => at(block, "thinking"))),
      toolCalls: blocks
        .filter((block) => at(block, "type") === "tool_use")
        .map((block) => ({ name: at(block, "name"), arguments: JSON.stringify(at(block, "input")) })),
      stop: at(body, "stop_reason"),
      usage: anthropicUsage(at(body, "usage")),
      isComplete: true,
      error: undefined,
    };
  },
  overloadedStatus: 529,
  retryAfter: (response) => response.headers.get("retry-after"),
};

const gemini: ApiClient = {
  api: "gemini",
  request: ({ stream }) => ({
    path: `/v1beta/models/model-a:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    headers: { "x-goog-api-key": "fake" },
    body: {
      contents: [{ role: "user", parts: [{ text: "hello" }] }],
      systemInstruction: { parts: [{ text: "be brief" }] },
      tools: [{ functionDeclarations: [{ name: TOOL.name, description: TOOL.description, parameters: TOOL.schema }] }],
    },
  }),
  understand(events, rest) {
    const responses = events.map(({ data }) => jsonOf(data));
    const parts = responses.flatMap((response) => listAt(response, "candidates", 0, "content", "parts"));
    const stop = responses.map((response) => at(response, "candidates", 0, "finishReason")).find(Boolean);
    return {
      ...geminiContent(parts, stop),
      usage: geminiUsage(stop === undefined ? undefined : at(responses.at(-1), "usageMetadata")),
      isComplete: stop !== undefined,
      error: at(jsonOf(rest), "error", "status"),
    };
  },
  understandBody(body) {
    const candidate = at(body, "candidates", 0);
    return {
      ...geminiContent(listAt(candidate, "content", "parts"), at(candidate, "finishReason")),
      usage: geminiUsage(at(body, "usageMetadata")),
      isComplete: true,
      error: undefined,
    };
  },
  overloadedStatus: 503,
  retryAfter: (_, body) =>
    String(
      at(
        listAt(body, "error", "details").find((detail) => /RetryInfo/.test(String(at(detail, "@type")))),
        "retryDelay",
      ),
    ).replace("s", ""),
};

export const apiClients: readonly ApiClient[] = [openaiChat, openaiResponses, anthropic, gemini];

function chatUsage(usage: unknown) {
  if (usage === undefined) return undefined;
  return {
    input: at(usage, "prompt_tokens"),
    output: at(usage, "completion_tokens"),
    cachedRead: at(usage, "prompt_tokens_details", "cached_tokens"),
    thought: at(usage, "completion_tokens_details", "reasoning_tokens"),
  };
}

function responsesUsage(usage: unknown) {
  if (usage === undefined) return undefined;
  return {
    input: at(usage, "input_tokens"),
    output: at(usage, "output_tokens"),
    cachedRead: at(usage, "input_tokens_details", "cached_tokens"),
    thought: at(usage, "output_tokens_details", "reasoning_tokens"),
  };
}

function anthropicUsage(usage: unknown) {
  if (usage === undefined) return undefined;
  const cachedRead = Number(at(usage, "cache_read_input_tokens"));
  const cachedWrite = Number(at(usage, "cache_creation_input_tokens"));
  return {
    input: Number(at(usage, "input_tokens")) + cachedRead + cachedWrite,
    output: at(usage, "output_tokens"),
    cachedRead,
    thought: at(usage, "output_tokens_details", "thinking_tokens") ?? 0,
  };
}

function geminiUsage(usage: unknown) {
  if (usage === undefined) return undefined;
  const thought = Number(at(usage, "thoughtsTokenCount") ?? 0);
  return {
    input: at(usage, "promptTokenCount"),
    output: Number(at(usage, "candidatesTokenCount")) + thought,
    cachedRead: at(usage, "cachedContentTokenCount") ?? 0,
    thought,
  };
}

function responsesStop(response: unknown): unknown {
  return at(response, "incomplete_details", "reason") ?? at(response, "status");
}

function geminiContent(parts: readonly unknown[], stop: unknown) {
  const texts = (isThought: boolean) =>
    joined(parts.filter((part) => (at(part, "thought") === true) === isThought).map((part) => at(part, "text")));
  return {
    text: texts(false),
    thought: texts(true),
    toolCalls: parts
      .filter((part) => at(part, "functionCall") !== undefined)
      .map((part) => ({
        name: at(part, "functionCall", "name"),
        arguments: JSON.stringify(at(part, "functionCall", "args")),
      })),
    stop,
  };
}
