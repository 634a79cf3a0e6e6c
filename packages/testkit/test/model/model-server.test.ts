import { createGate, delay, inOrder, stall, startModelServer, text, type ModelServer } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

describe("a model server", () => {
  it("points agents at itself, with keys that are plainly fake", async () => {
    await using model = await startModelServer({ script: [] });
    expect(model.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(model.baseUrls).toEqual({
      "openai-chat": `${model.url}/v1`,
      "openai-responses": `${model.url}/v1`,
      anthropic: model.url,
      gemini: model.url,
    });
    expect(model.environment).toEqual({
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: "fake-openai-key",
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: "fake-anthropic-key",
      GOOGLE_GEMINI_BASE_URL: model.url,
      GEMINI_API_KEY: "fake-gemini-key",
    });
  });

  it("hands out requests in order, each once, whether they came before or after", async () => {
    await using model = await startModelServer({ script: () => text("a") });
    await ask(model, "one");
    const waiting = [model.nextRequest(), model.nextRequest(), model.nextRequest()];
    await ask(model, "two");
    await ask(model, "three");
    const models = (await Promise.all(waiting)).map((request) => request.model);
    expect(models).toEqual(["one", "two", "three"]);
    expect(model.requests.map((request) => [request.number, request.model])).toEqual([
      [1, "one"],
      [2, "two"],
      [3, "three"],
    ]);
  });

  it("keeps no request when it is not to, and still numbers them and hands them out", async () => {
    await using model = await startModelServer({ script: ({ number }) => text(String(number)), keepsRequests: false });
    const waiting = model.nextRequest();
    await ask(model, "first");
    await ask(model, "second");
    expect(await waiting).toMatchObject({ model: "first", number: 1 });
    expect(model.requests).toEqual([]);
  });

  it("lets a test stop waiting for a request without losing it", async () => {
    await using model = await startModelServer({ script: [text("a")] });
    const patience = new AbortController();
    const waiting = model.nextRequest({ signal: patience.signal });
    patience.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(model.nextRequest({ signal: patience.signal })).rejects.toThrow("enough");
    await ask(model, "late");
    expect(await model.nextRequest()).toMatchObject({ model: "late" });
  });

  it("rejects a wait for a request when it is closed", async () => {
    const model = await startModelServer({ script: [] });
    const waiting = model.nextRequest();
    await model.close();
    await expect(waiting).rejects.toMatchObject({ code: "closed", details: { requests: 0 } });
    await expect(model.nextRequest()).rejects.toMatchObject({ code: "closed" });
  });

  it("ends every connection when it is closed, however its answer was held up, and may be closed twice", async () => {
    const waits = [createGate(), stall(), delay(2 ** 30), [text("begun"), createGate()]];
    const model = await startModelServer({ script: waits });
    const asked = waits.map(async () => (await ask(model, "m")).text());
    const outcomes = Promise.allSettled(asked);
    const requests = await Promise.all(waits.map(() => model.nextRequest()));
    await Promise.all([model.close(), model.close()]);
    await model.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(waits.map(() => "rejected"));
    expect(await Promise.all(requests.map((request) => request.aborted))).toEqual(waits.map(() => false));
    await expect(ask(model, "m")).rejects.toThrow("fetch failed");
  });

  it("answers requests that come at the same time independently", async () => {
    const gate = createGate();
    await using model = await startModelServer({
      script: (request) => (request.model === "slow" ? [gate, text("slow")] : text("fast")),
    });
    const slow = ask(model, "slow");
    await gate.reached;
    expect(await (await ask(model, "fast")).text()).toContain("fast");
    gate.open();
    expect(await (await slow).text()).toContain("slow");
  });

  it("goes on when the test opens a gate before the answer is there", async () => {
    const gate = createGate();
    gate.open();
    gate.open();
    await using model = await startModelServer({ script: [[gate, text("a")]] });
    expect(await (await ask(model, "m")).text()).toContain('"a"');
    await gate.reached;
  });

  it("keeps a script in order beside requests that are answered on their merits", async () => {
    const answers = inOrder([text("first"), text("second")]);
    await using model = await startModelServer({
      script: (request) => (request.model === "titles" ? text("A title") : answers()),
    });
    const said = [];
    for (const name of ["m", "titles", "m"]) said.push(await (await ask(model, name)).text());
    expect(said).toEqual(["first", "A title", "second"].map((words) => expect.stringContaining(words)));
  });

  it("records what asks for no answer apart from what does", async () => {
    await using model = await startModelServer({ script: [] });
    const headers = { "x-client": "test" };
    await fetch(`${model.url}/v1/messages/count_tokens`, { method: "POST", body: '{"a":1}', headers });
    const unknown = await fetch(`${model.url}/v1/embeddings?x=1`, { method: "POST" });
    expect(await unknown.json()).toEqual({ error: { message: "Nothing here answers POST /v1/embeddings" } });
    const head = await fetch(model.url, { method: "HEAD" });
    expect(head.status).toBe(404);
    expect(model.requests).toEqual([]);
    expect(model.otherRequests).toMatchObject([
      { method: "POST", url: "/v1/messages/count_tokens", rawBody: '{"a":1}', headers, status: 200 },
      { method: "POST", url: "/v1/embeddings?x=1", rawBody: "", status: 404 },
      { method: "HEAD", url: "/", status: 404 },
    ]);
  });

  it("gives the answers of two servers different ids, since a session may meet both", async () => {
    await using first = await startModelServer({ script: [text("a")] });
    await using second = await startModelServer({ script: [text("a")] });
    await Promise.all([ask(first, "m"), ask(second, "m")]);
    expect(first.requests[0]?.id).not.toBe(second.requests[0]?.id);
  });

  it("answers a path that cannot be read instead of hanging up", async () => {
    await using model = await startModelServer({ script: [] });
    const response = await fetch(`${model.url}/v1beta/models/%E0:generateContent`, { method: "POST", body: "{}" });
    expect(response.status).toBe(500);
    expect(await response.json()).toHaveProperty("error.message", expect.stringContaining("URI malformed"));
  });
});

function ask(model: ModelServer, name: string): Promise<Response> {
  return fetch(`${model.baseUrls["openai-chat"]}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: name, messages: [], stream: true }),
  });
}
