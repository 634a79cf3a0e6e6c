import {
  errorEvent,
  failure,
  startModelServer,
  text,
  thought,
  toolCall,
  usage,
  type ModelServer,
} from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { jsonOf } from "./api-client.ts";
import { readEvents } from "./event-reader.ts";

// https://platform.openai.com/docs/api-reference/chat-streaming
describe("the wire of OpenAI's chat completions", () => {
  it("opens with a role, streams deltas, and closes with a reason and [DONE]", async () => {
    await using model = await startModelServer({ script: [[thought("hm"), text("He", "llo")]] });
    const events = await stream(model);
    const head = {
      id: `chatcmpl-${model.requests[0]?.id}`,
      object: "chat.completion.chunk",
      created: expect.any(Number),
      model: "model-a",
      service_tier: "default",
      system_fingerprint: expect.any(String),
    };
    const chunk = (delta: object, reason: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    });
    expect(events.slice(0, -1).map(({ data }) => jsonOf(data))).toEqual([
      chunk({ role: "assistant", content: "", refusal: null }),
      chunk({ reasoning_content: "hm" }),
      chunk({ content: "He" }),
      chunk({ content: "llo" }),
      chunk({}, "stop"),
    ]);
    expect(events.at(-1)).toEqual({ event: undefined, data: "[DONE]" });
  });

  it("names a tool call once and then streams its arguments by index", async () => {
    const script = [[toolCall("a", ['{"x"', ":1}"], { id: "call_x" }), toolCall("b")]];
    await using model = await startModelServer({ script });
    const events = await stream(model);
    const second = `call_${model.requests[0]?.id}_1`;
    expect(events.slice(1, -2).map(({ data }) => jsonOf(data))).toMatchObject(
      [
        { index: 0, id: "call_x", type: "function", function: { name: "a", arguments: "" } },
        { index: 0, function: { arguments: '{"x"' } },
        { index: 0, function: { arguments: ":1}" } },
        { index: 1, id: second, type: "function", function: { name: "b", arguments: "" } },
        { index: 1, function: { arguments: "{" } },
        { index: 1, function: { arguments: "}" } },
      ].map((call) => ({ choices: [{ delta: { tool_calls: [call] }, finish_reason: null }] })),
    );
  });

  it("reports the usage in an event without choices, to those who ask for it", async () => {
    const tokens = { inputTokens: 9, cachedReadTokens: 4, cachedWriteTokens: 2, outputTokens: 5, thoughtTokens: 3 };
    await using model = await startModelServer({ script: () => [text("x"), usage(tokens)] });
    const asked = await stream(model, { stream_options: { include_usage: true } });
    expect(jsonOf(asked.at(-2)?.data ?? "")).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 9,
        completion_tokens: 5,
        total_tokens: 14,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
        completion_tokens_details: { reasoning_tokens: 3 },
      },
    });
    expect(jsonOf(asked[0]?.data ?? "")).toHaveProperty("usage", null);
    const notAsked = await stream(model);
    expect(notAsked.every(({ data }) => !data.includes("usage"))).toBe(true);
  });

  it("answers in one piece when no stream is asked for", async () => {
    await using model = await startModelServer({ script: [[thought("hm"), toolCall("a", { x: 1 })], text("done")] });
    const called = await post(model, {});
    expect(await called.json()).toMatchObject({
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: null,
            refusal: null,
            reasoning_content: "hm",
            tool_calls: [{ type: "function", function: { name: "a", arguments: '{"x":1}' } }],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: { total_tokens: expect.any(Number) },
    });
    const done = await post(model, {});
    expect(await done.json()).toMatchObject({ choices: [{ message: { content: "done" }, finish_reason: "stop" }] });
  });

  it.each([
    ["unauthorized", { type: "invalid_request_error", param: null, code: "invalid_api_key" }],
    ["forbidden", { type: "invalid_request_error", param: null, code: "model_not_found" }],
    ["rate-limited", { type: "requests", param: null, code: "rate_limit_exceeded" }],
    ["server-error", { type: "server_error", param: null, code: "server_error" }],
    ["overloaded", { type: "service_unavailable_error", param: null, code: "server_is_overloaded" }],
    ["context-too-long", { type: "invalid_request_error", param: "messages", code: "context_length_exceeded" }],
  ] as const)("refuses as the vendor does: %s", async (kind, error) => {
    await using model = await startModelServer({ script: [failure(kind)] });
    const response = await post(model, {});
    expect(await response.json()).toEqual({ error: { message: expect.any(String), ...error } });
    expect(response.headers.get("x-request-id")).toBe(`req_${model.requests[0]?.id}`);
  });

  it("reports a failure inside a stream as an event with an error", async () => {
    await using model = await startModelServer({
      script: [[text("a"), errorEvent("server-error", { message: "no" })]],
    });
    const events = await stream(model);
    expect(events.at(-1)).toEqual({
      event: undefined,
      data: '{"error":{"message":"no","type":"server_error","param":null,"code":"server_error"}}',
    });
  });

  it("is served with and without /v1, and lists its model", async () => {
    await using model = await startModelServer({ script: [text("a")] });
    const bare = await fetch(`${model.url}/chat/completions`, { method: "POST", body: "{}" });
    expect(bare.status).toBe(200);
    for (const path of ["/v1/models", "/models"]) {
      const response = await fetch(model.url + path);
      expect(await response.json()).toMatchObject({
        object: "list",
        data: [{ id: "scripted-model", object: "model" }],
      });
    }
  });
});

async function stream(model: ModelServer, body: object = {}) {
  const response = await post(model, { stream: true, ...body });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  return readEvents(response).all();
}

function post(model: ModelServer, body: object): Promise<Response> {
  return fetch(`${model.baseUrls["openai-chat"]}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "model-a", messages: [], ...body }),
  });
}
