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

// https://ai.google.dev/api/generate-content
describe("the wire of Google's Gemini API", () => {
  it("streams responses that each hold a part, and reports the reason in the last", async () => {
    const tokens = { inputTokens: 9, cachedReadTokens: 4, outputTokens: 5, thoughtTokens: 3 };
    await using model = await startModelServer({ script: [[thought("hm"), text("He", "llo"), usage(tokens)]] });
    const events = await readEvents(await post(model, "streamGenerateContent?alt=sse")).all();
    const tail = { modelVersion: "model-a", responseId: model.requests[0]?.id };
    const response = (part: object) => ({
      candidates: [{ content: { parts: [part], role: "model" }, index: 0 }],
      usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
      ...tail,
    });
    expect(events.map(({ data }) => jsonOf(data))).toEqual([
      response({ text: "hm", thought: true }),
      response({ text: "He", thoughtSignature: expect.any(String) }),
      response({ text: "llo" }),
      {
        candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 }],
        usageMetadata: {
          promptTokenCount: 9,
          cachedContentTokenCount: 4,
          candidatesTokenCount: 2,
          thoughtsTokenCount: 3,
          totalTokenCount: 14,
          promptTokensDetails: [{ modality: "TEXT", tokenCount: 9 }],
        },
        ...tail,
      },
    ]);
    expect(events.every(({ event }) => event === undefined)).toBe(true);
  });

  it("sends a function call whole, with an id only when the script gives one", async () => {
    const script = [[thought("hm"), toolCall("a", { x: 1 }), toolCall("b", {}, { id: "b1" })]];
    await using model = await startModelServer({ script });
    const events = await readEvents(await post(model, "streamGenerateContent?alt=sse")).all();
    const parts = [
      { functionCall: { name: "a", args: { x: 1 } }, thoughtSignature: expect.any(String) },
      { functionCall: { id: "b1", name: "b", args: {} } },
    ];
    expect(events.slice(1, 3).map(({ data }) => jsonOf(data))).toMatchObject(
      parts.map((part) => ({ candidates: [{ content: { parts: [part] } }] })),
    );
  });

  it("keeps back a call whose arguments are not JSON, and says why", async () => {
    await using model = await startModelServer({ script: () => toolCall("a", ['{"x":']) });
    const events = await readEvents(await post(model, "streamGenerateContent?alt=sse")).all();
    const ending = { finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: expect.stringContaining('{"x":') };
    expect(events.map(({ data }) => jsonOf(data))).toMatchObject([{ candidates: [ending] }]);
    const whole = await post(model, "generateContent");
    expect(await whole.json()).toMatchObject({ candidates: [{ content: { parts: [] }, ...ending }] });
  });

  it("answers in one piece, and as a list where a stream was asked for without events", async () => {
    await using model = await startModelServer({ script: () => [thought("hm"), text("a"), toolCall("b", { x: 1 })] });
    const response = {
      candidates: [
        {
          content: {
            parts: [
              { text: "hm", thought: true },
              { text: "a", thoughtSignature: expect.any(String) },
              { functionCall: { name: "b", args: { x: 1 } } },
            ],
            role: "model",
          },
          finishReason: "STOP",
        },
      ],
      usageMetadata: { totalTokenCount: expect.any(Number) },
    };
    const whole = await post(model, "generateContent");
    expect(await whole.json()).toMatchObject(response);
    const list = await post(model, "streamGenerateContent");
    expect(await list.json()).toMatchObject([response]);
  });

  it.each([
    ["unauthorized", 401, "UNAUTHENTICATED"],
    ["forbidden", 403, "PERMISSION_DENIED"],
    ["server-error", 500, "INTERNAL"],
    ["overloaded", 503, "UNAVAILABLE"],
    ["context-too-long", 400, "INVALID_ARGUMENT"],
  ] as const)("refuses as the vendor does: %s", async (kind, code, status) => {
    await using model = await startModelServer({ script: [failure(kind)] });
    const response = await post(model, "streamGenerateContent?alt=sse");
    expect(response.headers.get("content-type")).toMatch("application/json");
    expect(await response.json()).toEqual({ error: { code, status, message: expect.any(String) } });
  });

  it("reports in the body which quota is used up and when to come back", async () => {
    await using model = await startModelServer({ script: [failure("rate-limited", { retryAfterSeconds: 7 })] });
    const response = await post(model, "streamGenerateContent?alt=sse");
    expect(response.headers.get("retry-after")).toBeNull();
    expect(await response.json()).toMatchObject({
      error: {
        code: 429,
        status: "RESOURCE_EXHAUSTED",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.QuotaFailure",
            violations: [{ quotaId: expect.stringMatching(/PerMinute/) }],
          },
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "7s" },
        ],
      },
    });
  });

  it("writes a failure inside a stream as bare JSON, in a chunk of its own", async () => {
    await using model = await startModelServer({ script: [[text("a"), errorEvent("overloaded")]] });
    const reader = readEvents(await post(model, "streamGenerateContent?alt=sse"));
    expect(await reader.all()).toHaveLength(1);
    expect(jsonOf(reader.rest)).toMatchObject({ error: { code: 503, status: "UNAVAILABLE" } });
    expect(reader.chunkSizes.at(-1)).toBe(reader.rest.length);
  });

  it("reads the tools of every group, and schemas under either name", async () => {
    await using model = await startModelServer({ script: [text("a")] });
    await post(model, "generateContent", {
      tools: [
        { functionDeclarations: [{ name: "a", parameters: { type: "OBJECT" } }] },
        { functionDeclarations: [{ name: "b", parametersJsonSchema: { type: "object" } }] },
        { googleSearch: {} },
      ],
    });
    expect(model.requests[0]?.tools).toEqual([
      { name: "a", description: undefined, schema: { type: "OBJECT" } },
      { name: "b", description: undefined, schema: { type: "object" } },
    ]);
  });

  it("counts tokens without the script, lists its model, and is served without a version", async () => {
    await using model = await startModelServer({ script: [text("a")] });
    const counted = await post(model, "countTokens");
    expect(await counted.json()).toEqual({ totalTokens: expect.any(Number) });
    const models = await fetch(`${model.baseUrls.gemini}/v1beta/models`);
    expect(await models.json()).toMatchObject({ models: [{ name: "models/scripted-model" }] });
    const bare = await fetch(`${model.url}/models/model-a:generateContent`, { method: "POST", body: "{}" });
    expect(bare.status).toBe(200);
  });
});

function post(model: ModelServer, verb: string, body: object = {}): Promise<Response> {
  return fetch(`${model.baseUrls.gemini}/v1beta/models/model-a:${verb}`, {
    method: "POST",
    body: JSON.stringify({ contents: [], ...body }),
  });
}
