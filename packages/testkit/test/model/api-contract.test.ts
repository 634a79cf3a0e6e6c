import {
  createGate,
  delay,
  endEarly,
  errorEvent,
  failure,
  malformedEvent,
  stall,
  startModelServer,
  stop,
  tear,
  text,
  thought,
  toolCall,
  usage,
  type FailureKind,
} from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { ask, askAndRead, askUntilContent, jsonOf, TOOL } from "./api-client.ts";
import { apiClients } from "./api-clients.ts";
import { readEvents } from "./event-reader.ts";

/** How each API names why a model stopped, in the order of `apiClients`. */
const STOPS = {
  end: { "openai-chat": "stop", "openai-responses": "completed", anthropic: "end_turn", gemini: "STOP" },
  toolCalls: { "openai-chat": "tool_calls", "openai-responses": "completed", anthropic: "tool_use", gemini: "STOP" },
  length: {
    "openai-chat": "length",
    "openai-responses": "max_output_tokens",
    anthropic: "max_tokens",
    gemini: "MAX_TOKENS",
  },
  refusal: {
    "openai-chat": "content_filter",
    "openai-responses": "content_filter",
    anthropic: "refusal",
    gemini: "SAFETY",
  },
} as const;

describe.each(apiClients)("a scripted model over $api", (client) => {
  const stopOf = (reason: keyof typeof STOPS) => STOPS[reason][client.api];

  it("streams text and ends the turn", async () => {
    await using model = await startModelServer({ script: [text("Hel", "lo")] });
    expect(await askAndRead(model, client)).toMatchObject({
      text: "Hello",
      thought: "",
      toolCalls: [],
      stop: stopOf("end"),
      isComplete: true,
    });
  });

  it("streams a thought before the text", async () => {
    await using model = await startModelServer({ script: [[thought("hm, ", "yes"), text("Yes.")]] });
    expect(await askAndRead(model, client)).toMatchObject({ thought: "hm, yes", text: "Yes.", isComplete: true });
  });

  it("streams a tool call, with the text before it", async () => {
    await using model = await startModelServer({ script: [[text("I look."), toolCall("read_file", { path: "a" })]] });
    expect(await askAndRead(model, client)).toMatchObject({
      text: "I look.",
      toolCalls: [{ name: "read_file", arguments: '{"path":"a"}' }],
      stop: stopOf("toolCalls"),
    });
  });

  it("streams parallel tool calls, each with its own arguments", async () => {
    const script = [[toolCall("read_file", { path: "a" }), toolCall("read_file", { path: "b" }), toolCall("stat")]];
    await using model = await startModelServer({ script });
    expect(await askAndRead(model, client)).toMatchObject({
      toolCalls: [
        { name: "read_file", arguments: '{"path":"a"}' },
        { name: "read_file", arguments: '{"path":"b"}' },
        { name: "stat", arguments: "{}" },
      ],
      stop: stopOf("toolCalls"),
    });
  });

  it("[V-07] reports the usage with its cached and thought tokens", async () => {
    const tokens = { inputTokens: 100, cachedReadTokens: 60, outputTokens: 20, thoughtTokens: 5 };
    await using model = await startModelServer({ script: [[text("x"), usage(tokens)]] });
    const answer = await askAndRead(model, client);
    expect(answer.usage).toEqual({ input: 100, cachedRead: 60, output: 20, thought: 5 });
  });

  it("reports a plausible usage when the script says nothing of it", async () => {
    await using model = await startModelServer({ script: [[thought("12345678"), text("1234")]] });
    const { usage: told } = await askAndRead(model, client);
    expect(told).toEqual({ input: expect.any(Number), cachedRead: 0, output: 3, thought: 2 });
    expect(told?.["input"]).toBeGreaterThan(0);
  });

  it.each(["end", "length", "refusal"] as const)("[V-04] stops for the reason: %s", async (reason) => {
    await using model = await startModelServer({ script: [[text("cut"), stop(reason)]] });
    expect(await askAndRead(model, client)).toMatchObject({ text: "cut", stop: stopOf(reason), isComplete: true });
  });

  it("stops for the length also in the middle of tool calls", async () => {
    await using model = await startModelServer({ script: [[toolCall("read_file"), stop("length")]] });
    expect(await askAndRead(model, client)).toMatchObject({ stop: stopOf("length") });
  });

  it("gives an empty answer when the script has one", async () => {
    await using model = await startModelServer({ script: [[]] });
    expect(await askAndRead(model, client)).toMatchObject({ text: "", stop: stopOf("end"), isComplete: true });
  });

  it("answers in one piece what it would have streamed", async () => {
    const answer = [thought("hm"), text("a"), text("b"), toolCall("x", { n: 1 }), toolCall("y"), stop("length")];
    await using model = await startModelServer({ script: [answer, answer] });
    const response = await ask(model, client, { stream: false });
    expect(response.headers.get("content-type")).toMatch("application/json");
    const whole = client.understandBody(await response.json());
    const streamed = await askAndRead(model, client);
    const { usage: _ours, ...said } = whole;
    const { usage: _theirs, ...saidInStream } = streamed;
    expect(said).toEqual(saidInStream);
  });

  it("is understood however the stream is cut, also inside a character", async () => {
    const answer = [thought("größer"), text("naïve ", "☕🙂"), toolCall("read_file", { path: "日本.txt" })];
    await using whole = await startModelServer({ script: [[...answer, usage({ inputTokens: 1, outputTokens: 1 })]] });
    const expected = await askAndRead(whole, client);
    for (const bytesPerWrite of [1, 3, 7]) {
      const script = [[...answer, usage({ inputTokens: 1, outputTokens: 1 })]];
      await using model = await startModelServer({ script, bytesPerWrite });
      const reader = readEvents(await ask(model, client));
      expect(client.understand(await reader.all(), reader.rest)).toEqual(expected);
      expect(Math.max(...reader.chunkSizes)).toBe(bytesPerWrite);
    }
  });

  const statuses: Readonly<Record<FailureKind, number>> = {
    unauthorized: 401,
    forbidden: 403,
    "rate-limited": 429,
    "server-error": 500,
    overloaded: client.overloadedStatus,
    "context-too-long": 400,
    "invalid-request": 400,
  };

  it.each(Object.entries(statuses))("[V-02] refuses a request: %s", async (kind, status) => {
    await using model = await startModelServer({ script: () => failure(kindOf(kind)) });
    for (const stream of [true, false]) {
      const response = await ask(model, client, { stream });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/./) } });
    }
  });

  it("[V-03] asks the client to wait before it tries again, and answers when it does", async () => {
    await using model = await startModelServer({
      script: [failure("rate-limited", { retryAfterSeconds: 7 }), text("now")],
    });
    const response = await ask(model, client);
    expect(client.retryAfter(response, await response.json())).toBe("7");
    expect(await askAndRead(model, client)).toMatchObject({ text: "now" });
  });

  it("refuses in the words of the script", async () => {
    await using model = await startModelServer({ script: [failure("server-error", { message: "on fire" })] });
    const response = await ask(model, client);
    expect(await response.json()).toMatchObject({ error: { message: "on fire" } });
  });

  it("[V-02] breaks the connection in the middle of a stream", async () => {
    const gate = createGate();
    await using model = await startModelServer({ script: [[text("half"), gate, tear()]] });
    const reader = await askUntilContent(model, client);
    gate.open();
    await expect(reader.all()).rejects.toThrow("terminated");
    expect(await model.requests[0]?.aborted).toBe(false);
  });

  it("breaks the connection before a status", async () => {
    await using model = await startModelServer({ script: () => tear() });
    await expect(ask(model, client)).rejects.toThrow("fetch failed");
    await expect(ask(model, client, { stream: false })).rejects.toThrow("fetch failed");
  });

  it("ends a stream without closing the answer", async () => {
    await using model = await startModelServer({ script: [[text("half"), endEarly(), text("never")]] });
    expect(await askAndRead(model, client)).toMatchObject({
      text: "half",
      stop: undefined,
      isComplete: false,
      error: undefined,
    });
  });

  it("sends one event that is not JSON, and goes on", async () => {
    await using model = await startModelServer({ script: [[text("a"), malformedEvent(), text("b")]] });
    const reader = readEvents(await ask(model, client));
    const events = await reader.all();
    expect(events.filter(({ data }) => data !== "[DONE]" && jsonOf(data) === undefined)).toHaveLength(1);
    expect(client.understand(events, reader.rest)).toMatchObject({ text: "ab", isComplete: true });
  });

  it("reports a failure inside a stream", async () => {
    await using model = await startModelServer({ script: [[text("half"), errorEvent("overloaded"), text("never")]] });
    const answer = await askAndRead(model, client);
    expect(answer).toMatchObject({ text: "half", isComplete: false });
    expect(answer.error).toMatch(/overloaded|UNAVAILABLE/);
  });

  it("turns the faults of a stream into faults of a body", async () => {
    await using model = await startModelServer({ script: [[errorEvent("overloaded")], [text("a"), endEarly()]] });
    const refused = await ask(model, client, { stream: false });
    expect(refused.status).toBe(client.overloadedStatus);
    const broken = await ask(model, client, { stream: false });
    await expect(broken.json()).rejects.toThrow(SyntaxError);
  });

  it("never answers a stalled request, and sees the client give up", async () => {
    await using model = await startModelServer({ script: () => stall() });
    for (const stream of [true, false]) {
      const giveUp = new AbortController();
      const asked = ask(model, client, { stream, signal: giveUp.signal });
      const request = await model.nextRequest();
      giveUp.abort();
      await expect(asked).rejects.toThrow("aborted");
      expect(await request.aborted).toBe(true);
    }
  });

  it("sees a client leave in the middle of a stream", async () => {
    const gate = createGate();
    await using model = await startModelServer({ script: [[text("a"), gate, text("b")], text("next")] });
    const leave = new AbortController();
    await askUntilContent(model, client, { signal: leave.signal });
    leave.abort();
    expect(await model.requests[0]?.aborted).toBe(true);
    gate.open();
    expect(await askAndRead(model, client)).toMatchObject({ text: "next" });
  });

  it("sees that a client stayed to the end", async () => {
    await using model = await startModelServer({ script: [text("a"), failure("forbidden")] });
    await askAndRead(model, client);
    await (await ask(model, client)).text();
    expect(await Promise.all(model.requests.map((request) => request.aborted))).toEqual([false, false]);
  });

  it("holds an answer at a gate until the test opens it", async () => {
    const gate = createGate();
    await using model = await startModelServer({ script: [[text("a"), gate, delay(1), text("b")], text("other")] });
    const reader = await askUntilContent(model, client);
    await gate.reached;
    let isOver = false;
    const rest = reader.all().finally(() => {
      isOver = true;
    });
    expect(await askAndRead(model, client)).toMatchObject({ text: "other" });
    expect(isOver).toBe(false);
    gate.open();
    expect(client.understand(await rest, "")).toMatchObject({ text: "b", isComplete: true });
  });

  it("says which request the script has no answer to", async () => {
    await using model = await startModelServer({ script: [text("only")] });
    await askAndRead(model, client);
    const response = await ask(model, client);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: `The script has no answer to request 2 (${client.api})` },
    });
  });

  it("says what went wrong in the script", async () => {
    const script = () => {
      throw new Error("no such file");
    };
    await using model = await startModelServer({ script });
    const response = await ask(model, client);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringMatching(/request 1: Error: no such file/) },
    });
  });

  it("refuses a body that is not JSON, and uses no answer for it", async () => {
    await using model = await startModelServer({ script: [text("a")] });
    const { path } = client.request({ stream: true });
    const response = await fetch(model.baseUrls[client.api] + path, { method: "POST", body: "{" });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty("error.message");
    expect(await askAndRead(model, client)).toMatchObject({ text: "a" });
  });

  it("shows the script the request in one shape, and as it was sent", async () => {
    await using model = await startModelServer({
      script: async (request) => [toolCall(request.tools[0] ?? "none", { model: request.model })],
    });
    expect(await askAndRead(model, client)).toMatchObject({
      toolCalls: [{ name: "read_file", arguments: '{"model":"model-a"}' }],
    });
    const { path, headers = {}, body } = client.request({ stream: true });
    expect(model.requests[0]).toMatchObject({
      number: 1,
      api: client.api,
      model: "model-a",
      isStreaming: true,
      tools: [TOOL],
      url: expect.stringContaining(path),
      headers: { "content-type": "application/json", ...headers },
      body,
      rawBody: JSON.stringify(body),
    });
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("hello");
  });
});

function kindOf(name: string): FailureKind {
  const kinds: readonly FailureKind[] = [
    "unauthorized",
    "forbidden",
    "rate-limited",
    "server-error",
    "overloaded",
    "context-too-long",
    "invalid-request",
  ];
  const found = kinds.find((kind) => kind === name);
  if (found === undefined) throw new Error(`${name} is no kind of failure`);
  return found;
}
