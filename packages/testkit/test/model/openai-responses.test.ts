import { errorEvent, failure, startModelServer, text, thought, toolCall, type ModelServer } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { at, jsonOf } from "./api-client.ts";
import { readEvents } from "./event-reader.ts";

// https://platform.openai.com/docs/api-reference/responses-streaming
describe("the wire of OpenAI's Responses API", () => {
  it("announces, streams and repeats every item, and numbers every event", async () => {
    await using model = await startModelServer({
      script: [[thought("hm"), text("He", "llo"), toolCall("a", ["{", "}"])]],
    });
    const events = await stream(model);
    const id = model.requests[0]?.id;
    const reasoning = { id: `rs_${id}_0`, type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] };
    const message = {
      id: `msg_${id}_1`,
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Hello", annotations: [] }],
    };
    const call = {
      id: `fc_${id}_2`,
      type: "function_call",
      status: "completed",
      call_id: `call_${id}_2`,
      name: "a",
      arguments: "{}",
    };
    expect(events.map(({ data }) => jsonOf(data))).toMatchObject([
      { type: "response.created", response: { id: `resp_${id}`, status: "in_progress", model: "model-a" } },
      { type: "response.in_progress", response: { id: `resp_${id}`, status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item: { ...reasoning, summary: [] } },
      { type: "response.reasoning_summary_part.added", output_index: 0, item_id: reasoning.id, summary_index: 0 },
      { type: "response.reasoning_summary_text.delta", output_index: 0, item_id: reasoning.id, delta: "hm" },
      { type: "response.reasoning_summary_text.done", output_index: 0, item_id: reasoning.id, text: "hm" },
      { type: "response.reasoning_summary_part.done", output_index: 0, part: reasoning.summary[0] },
      { type: "response.output_item.done", output_index: 0, item: reasoning },
      {
        type: "response.output_item.added",
        output_index: 1,
        item: { ...message, status: "in_progress", content: [] },
      },
      { type: "response.content_part.added", output_index: 1, item_id: message.id, content_index: 0 },
      { type: "response.output_text.delta", output_index: 1, item_id: message.id, delta: "He" },
      { type: "response.output_text.delta", output_index: 1, item_id: message.id, delta: "llo" },
      { type: "response.output_text.done", output_index: 1, item_id: message.id, text: "Hello" },
      { type: "response.content_part.done", output_index: 1, part: message.content[0] },
      { type: "response.output_item.done", output_index: 1, item: message },
      {
        type: "response.output_item.added",
        output_index: 2,
        item: { ...call, status: "in_progress", arguments: "" },
      },
      { type: "response.function_call_arguments.delta", output_index: 2, item_id: call.id, delta: "{" },
      { type: "response.function_call_arguments.delta", output_index: 2, item_id: call.id, delta: "}" },
      { type: "response.function_call_arguments.done", output_index: 2, item_id: call.id, arguments: "{}" },
      { type: "response.output_item.done", output_index: 2, item: call },
      {
        type: "response.completed",
        response: {
          status: "completed",
          output: [reasoning, message, call],
          usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
        },
      },
    ]);
    expect(events.map(({ data }) => at(jsonOf(data), "sequence_number"))).toEqual([...events.keys()]);
    expect(events.map(({ event }) => event)).toEqual(events.map(({ data }) => /"type":"([\w.]+)"/.exec(data)?.[1]));
  });

  it("reads tools that are grouped, and calls one by its group", async () => {
    await using model = await startModelServer({ script: (request) => toolCall(request.tools[0] ?? "none") });
    const tools = [
      { type: "namespace", name: "files", tools: [{ type: "function", name: "read", parameters: { type: "object" } }] },
      { type: "web_search" },
    ];
    const events = await stream(model, { tools });
    expect(model.requests[0]?.tools).toMatchObject([
      { name: "read", namespace: "files", schema: { type: "object" } },
      { name: "web_search" },
    ]);
    expect(jsonOf(events.at(-2)?.data ?? "")).toMatchObject({ item: { name: "read", namespace: "files" } });
  });

  it("takes a conversation that is a mere string", async () => {
    await using model = await startModelServer({ script: [text("a")] });
    await stream(model, { input: "hello", instructions: "be brief" });
    expect(model.requests[0]).toMatchObject({ messages: ["hello"], system: "be brief" });
  });

  it("refuses as the vendor does", async () => {
    await using model = await startModelServer({ script: [failure("context-too-long")] });
    const response = await post(model, {});
    expect(await response.json()).toEqual({
      error: {
        message: expect.any(String),
        type: "invalid_request_error",
        param: "input",
        code: "context_length_exceeded",
      },
    });
  });

  it("reports a failure inside a stream, and the response as failed", async () => {
    await using model = await startModelServer({ script: [[text("a"), errorEvent("overloaded", { message: "no" })]] });
    const events = await stream(model);
    expect(events.slice(-2).map(({ data }) => jsonOf(data))).toMatchObject([
      { type: "error", error: { code: "server_is_overloaded", message: "no" } },
      {
        type: "response.failed",
        response: { status: "failed", error: { code: "server_is_overloaded", message: "no" } },
      },
    ]);
  });
});

async function stream(model: ModelServer, body: object = {}) {
  return readEvents(await post(model, { stream: true, ...body })).all();
}

function post(model: ModelServer, body: object): Promise<Response> {
  return fetch(`${model.baseUrls["openai-responses"]}/responses`, {
    method: "POST",
    body: JSON.stringify({ model: "model-a", input: [], ...body }),
  });
}
