import {
  createGate,
  errorEvent,
  failure,
  startModelServer,
  stop,
  text,
  thought,
  toolCall,
  usage,
  type ModelServer,
} from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { jsonOf } from "./api-client.ts";
import { readEvents } from "./event-reader.ts";

// https://docs.anthropic.com/en/docs/build-with-claude/streaming
describe("the wire of Anthropic's messages", () => {
  it("streams every kind of content in a block of its own, between the start and the stop of the message", async () => {
    const tokens = { inputTokens: 9, cachedReadTokens: 4, cachedWriteTokens: 2, outputTokens: 5 };
    await using model = await startModelServer({
      script: [[thought("hm"), text("He", "llo"), toolCall("a", ['{"x"', ":1}"], { id: "toolu_x" }), usage(tokens)]],
    });
    const events = await stream(model);
    const spent = { input_tokens: 3, cache_creation_input_tokens: 2, cache_read_input_tokens: 4 };
    expect(events.map(({ data }) => jsonOf(data))).toEqual([
      {
        type: "message_start",
        message: {
          id: `msg_${model.requests[0]?.id}`,
          type: "message",
          role: "assistant",
          model: "model-a",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...spent, output_tokens: 1, service_tier: "standard" },
        },
      },
      { type: "ping" },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "signature_delta", signature: expect.stringMatching(/^\w+$/) },
      },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "He" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "llo" } },
      { type: "content_block_stop", index: 1 },
      {
        type: "content_block_start",
        index: 2,
        content_block: { type: "tool_use", id: "toolu_x", name: "a", input: {} },
      },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: "" } },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '{"x"' } },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: ":1}" } },
      { type: "content_block_stop", index: 2 },
      {
        type: "message_delta",
        delta: { stop_reason: "tool_use", stop_sequence: null },
        usage: { ...spent, output_tokens: 5 },
      },
      { type: "message_stop" },
    ]);
  });

  it("names every event after its type", async () => {
    await using model = await startModelServer({ script: [[text("a"), errorEvent("overloaded")]] });
    const events = await stream(model);
    expect(events.map(({ event }) => event)).toEqual(events.map(({ data }) => /"type":"(\w+)"/.exec(data)?.[1]));
  });

  it("does not begin a new block where a text waits at a gate", async () => {
    const gate = createGate();
    gate.open();
    await using model = await startModelServer({ script: [[text("a"), gate, text("b")]] });
    const events = await stream(model);
    expect(events.filter(({ event }) => event === "content_block_start")).toHaveLength(1);
  });

  it("gives parallel tool calls ids of their own", async () => {
    await using model = await startModelServer({ script: [[toolCall("a"), toolCall("a")]] });
    const starts = (await stream(model)).filter(({ event }) => event === "content_block_start");
    const id = model.requests[0]?.id;
    expect(starts.map(({ data }) => jsonOf(data))).toMatchObject([
      { index: 0, content_block: { id: `toolu_${id}_0` } },
      { index: 1, content_block: { id: `toolu_${id}_1` } },
    ]);
  });

  it("explains a refusal", async () => {
    await using model = await startModelServer({ script: [stop("refusal")] });
    const events = await stream(model);
    expect(jsonOf(events.at(-2)?.data ?? "")).toMatchObject({
      delta: { stop_reason: "refusal", stop_details: { type: "refusal" } },
    });
  });

  it("answers in one piece when no stream is asked for", async () => {
    await using model = await startModelServer({ script: [[thought("hm"), text("a"), toolCall("b", { x: 1 })]] });
    const response = await post(model, {});
    expect(await response.json()).toMatchObject({
      type: "message",
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm", signature: expect.any(String) },
        { type: "text", text: "a" },
        { type: "tool_use", name: "b", input: { x: 1 } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
    });
  });

  it.each([
    ["unauthorized", "authentication_error"],
    ["forbidden", "permission_error"],
    ["rate-limited", "rate_limit_error"],
    ["server-error", "api_error"],
    ["overloaded", "overloaded_error"],
    ["context-too-long", "invalid_request_error"],
  ] as const)("refuses as the vendor does: %s", async (kind, type) => {
    await using model = await startModelServer({ script: [failure(kind)] });
    const response = await post(model, {});
    const requestId = response.headers.get("request-id");
    expect(await response.json()).toEqual({
      type: "error",
      error: { type, message: expect.any(String) },
      request_id: requestId,
    });
  });

  it("counts tokens without the script, and is served with and without /v1", async () => {
    await using model = await startModelServer({ script: [text("a")] });
    for (const prefix of ["/v1", ""]) {
      const counted = await fetch(`${model.url}${prefix}/messages/count_tokens`, { method: "POST", body: "{}" });
      expect(await counted.json()).toEqual({ input_tokens: 1 });
    }
    const bare = await fetch(`${model.url}/messages`, { method: "POST", body: "{}" });
    expect(bare.status).toBe(200);
  });

  it("lists its model to its own clients, under a path that OpenAI's use as well", async () => {
    await using model = await startModelServer({ script: [] });
    const response = await fetch(`${model.url}/v1/models`, { headers: { "anthropic-version": "2023-06-01" } });
    expect(await response.json()).toMatchObject({ data: [{ type: "model", id: "scripted-model" }], has_more: false });
  });
});

async function stream(model: ModelServer) {
  return readEvents(await post(model, { stream: true })).all();
}

function post(model: ModelServer, body: object): Promise<Response> {
  return fetch(`${model.baseUrls.anthropic}/v1/messages`, {
    method: "POST",
    body: JSON.stringify({ model: "model-a", max_tokens: 9, messages: [], ...body }),
  });
}
