/**
 * The endpoint as a 2026-07-28 server without HTTP, for MCP over ACP: it is asked one request at a time.
 */

import { createHeldQuestions, type EndpointAnswer, type EndpointNotification } from "@tenon/hub/endpoint";
import { manualClock } from "@tenon/testkit";
import { type HttpServer, type Revision, type ServerScript, startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft } from "../open-test-hub.ts";
import { openTestEndpoint } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {}, url: {} } },
  "io.modelcontextprotocol/clientInfo": { name: "far", version: "1" },
};
const unlimited = { resultCharacters: Infinity, followsChanges: true };

describe("a request without a connection", () => {
  it("is answered by itself", async () => {
    await using far = await openProvider({ tools: [{ name: "echo" }] });
    expect(await far.ask("server/discover")).toMatchObject({ result: { supportedVersions: ["2026-07-28"] } });
    expect(await far.call("echo", { a: 1 })).toMatchObject({ result: { content: [{ text: '{"a":1}' }] } });
  });

  it("must name its revision and capabilities", async () => {
    await using far = await openProvider({ tools: [{ name: "echo" }] });
    const { "io.modelcontextprotocol/clientCapabilities": _left, ...without } = META;
    const other = { ...META, "io.modelcontextprotocol/protocolVersion": "2031-01-01" };
    expect(await far.ask("tools/list", { _meta: without })).toMatchObject({ error: { code: -32_602 } });
    expect(await far.ask("tools/list", { _meta: {} })).toMatchObject({ error: { code: -32_602 } });
    expect(await far.ask("tools/list", { _meta: other })).toMatchObject({
      error: { code: -32_022, data: { requested: "2031-01-01", supported: ["2026-07-28"] } },
    });
    expect(await far.ask("made/up")).toMatchObject({ error: { code: -32_601 } });
  });

  it("lists every tool whole and without search tools, for a caller that has a search of its own", async () => {
    const description = "It says so at length. ".repeat(200);
    const outputSchema = { type: "object", properties: { sum: { type: "number" } } };
    const tools = Array.from({ length: 300 }, (_, at) => ({ name: `t${at}`, description, outputSchema }));
    await using far = await openProvider({ tools });
    const listed = resultOf(await far.ask("tools/list"))["tools"] as readonly Record<string, unknown>[];
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).toSorted());
    expect(listed[0]).toMatchObject({ description, outputSchema });
  });

  it("gets the whole of a result, however large", async () => {
    const many = Array.from({ length: 30_000 }, (_, at) => at);
    const large = [{ type: "bytes", bytes: 12_000_000 } as const];
    const structured = [{ type: "result", result: { content: [], structuredContent: { many } } } as const];
    await using far = await openProvider({
      tools: [
        { name: "large", call: large },
        { name: "structured", call: structured },
      ],
    });
    const [block] = resultOf(await far.call("large"))["content"] as readonly { readonly text: string }[];
    expect(block?.text.length).toBeGreaterThanOrEqual(12_000_000);
    expect(resultOf(await far.call("structured"))).toMatchObject({ structuredContent: { many } });
  });

  it("[W18] [W19] gets its own notifications only", async () => {
    const call = [{ type: "progress", times: 2 } as const];
    await using far = await openProvider({ tools: [{ name: "work", call }] });
    const listening = new AbortController();
    const changed = far.listen({ toolsListChanged: true }, listening.signal);
    await changed.next();
    const heard: EndpointNotification[] = [];
    const meta = { ...META, progressToken: "p1" };
    await far.ask("tools/call", { name: "work", arguments: {}, _meta: meta }, (each) => heard.push(each));
    expect(heard.map(({ method }) => method)).toEqual(heard.map(() => "notifications/progress"));
    expect(heard[0]?.params).toMatchObject({ progressToken: "p1" });
    far.server.changeTools({ add: [{ name: "more" }] });
    expect((await changed.next()).method).toBe("notifications/tools/list_changed");
    listening.abort(new Error("enough"));
    await expect(changed.ended).rejects.toThrow("enough");
  });

  it("that is aborted cancels its call at the server", async () => {
    await using far = await openProvider({ tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }] });
    const leaving = new AbortController();
    const calling = far.call("wait", {}, { signal: leaving.signal });
    await far.server.until("call-start");
    leaving.abort(new Error("left"));
    await expect(calling).rejects.toThrow("left");
    await far.server.until("call-cancel");
    await expect(far.call("wait", {}, { signal: leaving.signal })).rejects.toThrow("left");
  });

  it("ends with the endpoint, and none is answered after it", async () => {
    await using far = await openProvider({ tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }] });
    const changed = far.listen({ toolsListChanged: true });
    await changed.next();
    const calling = far.call("wait").catch((error: unknown) => error);
    await far.server.until("call-start");
    await far.endpoint.close();
    expect(await calling).toBeInstanceOf(Error);
    expect(await changed.ended).toMatchObject({ result: { resultType: "complete" } });
    await expect(far.ask("tools/list")).rejects.toThrow("closed");
  });
});

describe.each(["2025-11-25", "2026-07-28"] as const)("a question of a %s server in a call", (revision: Revision) => {
  const question = { type: "elicit", params: { message: "Which?", requestedSchema: schema("colour") } } as const;
  const ask = { name: "ask", call: [question] };

  it("[W20] is an answer, and the repeated call goes on where it stopped", async () => {
    await using far = await openProvider({ revision, tools: [ask] });
    const asked = resultOf(await far.call("ask"));
    expect(asked).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
    const [[key, request] = ["", undefined]] = Object.entries(asked["inputRequests"] as object);
    expect(request).toMatchObject({ method: "elicitation/create", params: { message: "Which?" } });
    const responses = { [key]: { action: "accept", content: { colour: "red" } } };
    const answered = resultOf(await far.again("ask", asked, responses));
    expect(JSON.stringify(answered["content"])).toContain("red");
    expect((await far.server.recorded()).filter(({ type }) => type === "call-start")).toHaveLength(1);
  });

  it("is asked again while it has no answer, and its state holds once", async () => {
    await using far = await openProvider({ revision, tools: [ask] });
    const asked = resultOf(await far.call("ask"));
    const again = resultOf(await far.again("ask", asked, {}));
    expect(again).toMatchObject({ resultType: "input_required", inputRequests: asked["inputRequests"] });
    expect(await far.again("ask", asked, {})).toMatchObject({ error: { code: -32_602 } });
    const [key = ""] = Object.keys(again["inputRequests"] as object);
    const answered = resultOf(await far.again("ask", again, { [key]: { action: "decline" } }));
    expect(JSON.stringify(answered["content"])).toContain("decline");
  });

  it("several in a row are each held", async () => {
    const second = { type: "elicit", params: { message: "And?", requestedSchema: schema("size") } } as const;
    await using far = await openProvider({ revision, tools: [{ name: "ask", call: [question, second] }] });
    let answer = resultOf(await far.call("ask"));
    const messages: unknown[] = [];
    while (answer["resultType"] === "input_required") {
      const requests = Object.entries(answer["inputRequests"] as Record<string, { params: { message: string } }>);
      messages.push(...requests.map(([, { params }]) => params.message));
      const content = { colour: "red", size: "XL" };
      answer = resultOf(
        await far.again(
          "ask",
          answer,
          Object.fromEntries(requests.map(([key]) => [key, { action: "accept", content }])),
        ),
      );
    }
    expect(messages).toEqual(["Which?", "And?"]);
    expect(JSON.stringify(answer["content"])).toContain("XL");
  });

  it("is cancelled for a caller that can show none", async () => {
    await using far = await openProvider({ revision, tools: [ask] });
    const meta = { ...META, "io.modelcontextprotocol/clientCapabilities": {} };
    const answered = resultOf(await far.ask("tools/call", { name: "ask", arguments: {}, _meta: meta }));
    expect(answered["resultType"]).not.toBe("input_required");
    expect(JSON.stringify(answered["content"])).toContain("cancel");
  });

  it("ends with its call after a limit, if the call is not repeated", async () => {
    const clock = manualClock();
    await using far = await openProvider({ revision, tools: [ask] }, { clock });
    const asked = resultOf(await far.call("ask"));
    await clock.advance(31 * 60_000);
    expect(await far.endpoint.untilEvent("ended")).toMatchObject({ error: expect.stringContaining("not answered") });
    expect(await far.again("ask", asked, {})).toMatchObject({ error: { code: -32_602 } });
  });

  it("ends with the endpoint", async () => {
    await using far = await openProvider({ revision, tools: [ask] });
    await far.call("ask");
    await far.endpoint.close();
    expect(far.endpoint.events.at(-1)).toMatchObject({ type: "ended" });
  });

  it("reaches an agent of the 2025 revisions as a request", async () => {
    await using far = await openProvider({ revision, tools: [ask] });
    const client = await far.endpoint.join({
      door: "stream",
      revision: "2025-11-25",
      capabilities: { elicitation: { form: {} } },
    });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { colour: "blue" } }));
    expect(JSON.stringify(await client.callTool({ name: "ask", arguments: {} }))).toContain("blue");
  });
});

async function openProvider(script: ServerScript, options: { readonly clock?: ReturnType<typeof manualClock> } = {}) {
  const server: HttpServer = await startHttpServer(script);
  const questions = createHeldQuestions();
  const endpoint = await openTestEndpoint([httpSpec("s", server)], {
    hub: { callbacks: questions.callbacks },
    endpoint: { names: "plain", searchTools: false, taker: unlimited, questions, ...options },
  });
  let ids = 0;
  const ask = async (
    method: string,
    params: Record<string, unknown> = {},
    onNotification: (notification: EndpointNotification) => void = () => {},
    signal?: AbortSignal,
  ): Promise<EndpointAnswer> =>
    await endpoint.answer(
      { id: `mcp:${(ids += 1)}`, method, params: { _meta: META, ...params } },
      { onNotification, ...(signal && { signal }) },
    );
  return {
    server,
    endpoint,
    ask,
    call: async (name: string, args = {}, { signal }: { readonly signal?: AbortSignal } = {}) =>
      await ask("tools/call", { name, arguments: args }, undefined, signal),
    again: async (name: string, asked: Record<string, unknown>, inputResponses: Record<string, unknown>) =>
      await ask("tools/call", { name, arguments: {}, requestState: asked["requestState"], inputResponses }),
    listen(notifications: Record<string, unknown>, signal?: AbortSignal) {
      const heard: EndpointNotification[] = [];
      let wake = () => {};
      const ended = ask(
        "subscriptions/listen",
        { notifications },
        (each) => {
          heard.push(each);
          wake();
        },
        signal,
      );
      return {
        ended,
        async next(): Promise<EndpointNotification> {
          while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve));
          return heard.shift()!;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

function resultOf(answer: EndpointAnswer): Record<string, unknown> {
  if (!("result" in answer)) throw new Error(JSON.stringify(answer));
  return answer.result;
}

function schema(field: string) {
  return { type: "object", properties: { [field]: { type: "string" } }, required: [field] };
}
