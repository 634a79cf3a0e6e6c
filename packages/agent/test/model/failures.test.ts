import { manualClock } from "@tenon/testkit";
import {
  createGate,
  endEarly,
  errorEvent,
  failure,
  malformedEvent,
  tear,
  text,
  thought,
  toolCall,
  startModelServer,
  type FailureKind,
} from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import type { ModelErrorCode } from "../../src/model/model-error.ts";
import type { ModelRequest } from "../../src/model/model.ts";
import { openModels } from "../../src/model/open-models.ts";
import { answered, apiCases, failureOf, finishOf, request, stage, textOf, tool } from "./support.ts";

describe.each(apiCases)("failures over $api", ({ api, id }) => {
  const FINAL: readonly (readonly [FailureKind, ModelErrorCode])[] = [
    ["unauthorized", "unauthorized"],
    ["forbidden", "unauthorized"],
    ["context-too-long", "context_too_long"],
    ["invalid-request", "bad_request"],
  ];

  it.each(FINAL)("[V-02] reports %s at once, as %s", async (kind, code) => {
    await using scene = await stage(id, [failure(kind)]);
    const { error, heard } = await failureOf(scene.model);
    expect(error).toMatchObject({ code, details: { model: id } });
    expect(heard).toEqual([]);
    expect(scene.server.requests).toHaveLength(1);
  });

  const PASSING: readonly (readonly [FailureKind, ModelErrorCode])[] = [
    ["rate-limited", "rate_limited"],
    ["server-error", "overloaded"],
    ["overloaded", "overloaded"],
  ];

  it.each(PASSING)("[V-03] %s is tried again, reported, and bounded", async (kind, code) => {
    await using scene = await stage(id, () => failure(kind));
    const { error, heard } = await failureOf(scene.model);
    expect(error.code).toBe(code);
    const retries = heard.filter((event) => event.type === "retry");
    expect(retries.length).toBeGreaterThanOrEqual(4);
    expect(scene.server.requests).toHaveLength(retries.length + 1);
    expect(retries.map(({ attempt }) => attempt)).toEqual(retries.map((_, index) => index + 1));
    expect(retries.map(({ delayMs }) => delayMs)).toEqual(scene.waits);
    expect(scene.waits.slice(0, 3)).toEqual([1_125, 2_250, 4_500]);
    expect(scene.waits.reduce((total, wait) => total + wait, 0)).toBeLessThanOrEqual(120_000);
    expect(retries.every(({ reason }) => reason.includes(id))).toBe(true);
  });

  it("[V-03] waits as long as the provider asks, and goes on", async () => {
    await using scene = await stage(id, [failure("rate-limited", { retryAfterSeconds: 7 }), [text("there")]]);
    const events = await answered(scene.model);
    expect(events[0]).toMatchObject({ type: "retry", attempt: 1, delayMs: 7_000 });
    expect(textOf(events)).toBe("there");
  });

  it("does not wait longer than a person would, but says how long it should have", async () => {
    await using scene = await stage(id, [failure("rate-limited", { retryAfterSeconds: 3_600 })]);
    const { error } = await failureOf(scene.model);
    expect(error).toMatchObject({ code: "rate_limited", details: { status: 429, retryAfterMs: 3_600_000 } });
    expect(scene.server.requests).toHaveLength(1);
  });

  it("ends quietly when it is aborted while it waits", async () => {
    const clock = manualClock();
    await using scene = await stage(id, [failure("overloaded")], { clock });
    const abort = new AbortController();
    const events = scene.model.answer(request({ signal: abort.signal }))[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({ type: "retry" });
    const waiting = events.next();
    abort.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    expect(clock.waiting).toBe(0);
  });

  it.each([
    ["torn", tear()],
    ["ended early", endEarly()],
    ["spoilt", malformedEvent()],
    ["reported as overloaded", errorEvent("overloaded")],
  ])("an answer that is %s before a word was said is asked for again", async (_how, fault) => {
    await using scene = await stage(id, [[fault], [thought("hm"), fault], [text("whole")]]);
    const events = await answered(scene.model);
    expect(textOf(events)).toBe("whole");
    expect(finishOf(events).message.parts.map(({ type }) => type)).toEqual(["text"]);
    expect(scene.server.requests).toHaveLength(3);
  });

  it("an answer that breaks off in a call, which was not acted on, is asked for again", async () => {
    const begun = toolCall("read", ['{"path": "a"}']);
    await using scene = await stage(id, [[begun, endEarly()], [begun, errorEvent("overloaded")], [text("whole")]]);
    const events = await answered(scene.model, request({ tools: [tool("read")] }));
    expect(events.map(({ type }) => type).filter((type) => type !== "tool-call")).toEqual([
      "tool-call-start",
      "retry",
      "tool-call-start",
      "retry",
      "text-delta",
      "finish",
    ]);
    expect(finishOf(events).message.parts).toMatchObject([{ type: "text", text: "whole" }]);
  });

  it.each([
    ["overloaded", "overloaded"],
    ["rate-limited", "rate_limited"],
  ] as const)(
    "[V-02] a failure that is reported in the stream as %s is reported as such, with its message",
    async (kind, code) => {
      const message = `This model is ${kind} today.`;
      await using scene = await stage(id, () => [thought("hm"), errorEvent(kind, { message })]);
      const { error, heard } = await failureOf(scene.model);
      expect(error.code).toBe(code);
      expect(error.message).toContain(message);
      expect(heard.filter(({ type }) => type === "retry").length).toBeGreaterThanOrEqual(4);
    },
  );

  it.each([
    ["torn", tear()],
    ["ended early", endEarly()],
    ["spoilt", malformedEvent()],
    ["reported as overloaded", errorEvent("overloaded")],
  ])("[V-02] an answer that is %s after its first words is broken, and said to be", async (_how, fault) => {
    // A socket that is destroyed takes with it what has not been read yet.
    const gate = createGate();
    await using scene = await stage(id, [[text("Once upon"), gate, fault]]);
    const heard: string[] = [];
    const broken = (async () => {
      for await (const event of scene.model.answer(request())) {
        heard.push(event.type);
        if (event.type === "text-delta") gate.open();
      }
    })();
    await expect(broken).rejects.toMatchObject({ code: "broken_answer", details: { model: id } });
    expect(heard).toEqual(["text-delta"]);
    expect(scene.server.requests).toHaveLength(1);
  });

  it("[V-02] [V-08] an answer without a word is asked for once more, then an error: never an empty end", async () => {
    await using scene = await stage(id, () => [text("")]);
    const { error, heard } = await failureOf(scene.model);
    expect(error.code).toBe("empty_answer");
    expect(heard.map(({ type }) => type)).toEqual(["retry"]);
    expect(scene.server.requests).toHaveLength(2);
  });

  it("[V-03] never shows a key or an account, wherever the provider puts it", async () => {
    const key = "sk-test-0123456789abcdefghij";
    const message = `Wrong key ${key} of organization org-AbCdEf123456, see Authorization: Bearer ${key}`;
    await using server = await startModelServer({
      script: [failure("unauthorized", { message }), [text("Once"), errorEvent("server-error", { message })]],
    });
    const keys = { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key, GEMINI_API_KEY: key };
    const model = await openModels({ env: { ...server.environment, ...keys } }).open(id);
    for (const code of ["unauthorized", "broken_answer"]) {
      const { error } = await failureOf(model);
      expect(error.code).toBe(code);
      const said = [error.message, JSON.stringify(error), String(error.cause)].join("\n");
      expect(said).not.toContain(key);
      expect(said).not.toContain("org-AbCdEf123456");
    }
  });

  it("a server that is not there is a network error, after a few tries", async () => {
    const scene = await stage(id, []);
    await scene.server.close();
    const { error, heard } = await failureOf(scene.model);
    expect(error.code).toBe("network");
    expect(error.message).toContain(new URL(scene.server.url).host);
    expect(heard).toHaveLength(3);
  });

  const refusals = {
    "openai-chat": "Invalid schema for function 'bad': schema must be a JSON Schema of 'type: \"object\"'.",
    "openai-responses":
      "Invalid schema for function 'bad': In context=('properties', 'x'), array schema missing items.",
    anthropic: "tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12.",
    gemini:
      "* GenerateContentRequest.tools[0].function_declarations[1].parameters.required[0]: property is not defined",
  };

  it("[P-03] sets a tool aside that the provider refuses by name or place, goes on, and remembers", async () => {
    const refuse = ({ tools }: { readonly tools: readonly { readonly name: string }[] }) =>
      tools.some(({ name }) => name === "bad")
        ? failure("invalid-request", { message: refusals[api] })
        : [text("fine")];
    await using scene = await stage(id, refuse);
    const asked: ModelRequest = request({ tools: [tool("good"), tool("bad"), tool("other")] });
    const events = await answered(scene.model, asked);
    expect(events[0]).toMatchObject({ type: "tool-set-aside", name: "bad" });
    expect(textOf(events)).toBe("fine");
    expect(scene.server.requests[1]?.tools.map(({ name }) => name)).toEqual(["good", "other"]);
    // The same history is reported once; another one is reported too, without another refusal.
    expect((await answered(scene.model, asked)).map(({ type }) => type)).not.toContain("tool-set-aside");
    expect(
      (await answered(scene.model, { ...asked, messages: [...asked.messages] })).map(({ type }) => type),
    ).toContain("tool-set-aside");
    expect(scene.server.requests).toHaveLength(4);
    // Changed, it gets another chance.
    await answered(scene.model, { ...asked, tools: [tool("good"), tool("bad", { description: "Better" })] });
    expect(scene.server.requests).toHaveLength(6);
  });

  it("[P-03] reports a refusal that names no tool with the provider's message", async () => {
    await using scene = await stage(id, [failure("invalid-request", { message: "Something is wrong with you." })]);
    const { error } = await failureOf(scene.model, request({ tools: [tool("a")] }));
    expect(error).toMatchObject({ code: "bad_request" });
    expect(error.message).toContain("Something is wrong with you.");
  });

  it("goes on without pictures if the model turns out not to see [Q-17]", async () => {
    const seeing = api === "openai-chat" ? "openai-compatible/llava" : id;
    const refuse = ({ rawBody }: { readonly rawBody: string }) =>
      rawBody.includes("iVBOR")
        ? failure("invalid-request", { message: "This model does not support image input." })
        : [text("blind")];
    await using scene = await stage(seeing, refuse);
    const parts = [{ type: "image" as const, data: "iVBORw0KGgo=", mimeType: "image/png" }];
    const events = await answered(scene.model, request({ messages: [{ role: "user", parts }] }));
    expect(textOf(events)).toBe("blind");
    expect(scene.server.requests[1]?.rawBody).toContain("left out");
  });
});

describe("an answer of Gemini", () => {
  it("says why a call was kept back, if it will not come better", async () => {
    await using scene = await stage("google/gemini-3.8-flash", () => [toolCall("read", ["{oops"])]);
    const { error } = await failureOf(scene.model, request({ tools: [tool("read")] }));
    expect(error.code).toBe("broken_answer");
    expect(error.message).toContain("Malformed function call");
  });

  it("reports an SSE error event as a ModelError", async () => {
    const report = { error: { code: 503, status: "UNAVAILABLE", message: "High demand." } };
    const events = `data: {"candidates":[]}\r\n\r\ndata: ${JSON.stringify(report)}\r\n\r\n`;
    const fetch = async () => new Response(events, { headers: { "content-type": "text/event-stream" } });
    await using scene = await stage("google/gemini-3.8-flash", [], { fetch });
    const { error } = await failureOf(scene.model);
    expect(error).toMatchObject({ code: "overloaded", details: { status: 503 } });
    expect(error.message).toContain("High demand.");
  });
});
