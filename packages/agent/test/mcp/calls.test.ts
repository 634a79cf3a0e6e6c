import { type StdioServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel, serverTools } from "../support/scripted-model.ts";

describe("a call of a server's tool", () => {
  it("[R117] [A-20] is a tool call with its real name and title, what goes in and what comes out", async () => {
    const inputSchema = { type: "object", properties: { text: { type: "string" } } };
    await using server = await stdioServer({ tools: [{ name: "echo", title: "Echo it", inputSchema }] });
    const model = scriptedModel([{ calls: [{ name: "mcp__s__echo", args: { text: "hi" } }] }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "go");
    const [call, running, done] = client.updates(sessionId).filter((update) => "toolCallId" in update);
    expect(call).toMatchObject({
      sessionUpdate: "tool_call",
      title: "s: Echo it (hi)",
      name: "mcp__s__echo",
      rawInput: { text: "hi" },
    });
    expect(running).toMatchObject({ status: "in_progress" });
    expect(done).toMatchObject({
      status: "completed",
      rawOutput: [{ type: "text", text: '{"text":"hi"}' }],
      content: [{ type: "content", content: { type: "text", text: '{"text":"hi"}' } }],
    });
  });

  it("[R116] [Q-05] pictures, sound, resources, links and structured content reach the client and the model", async () => {
    const content = [
      { type: "text", text: "one" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "audio", data: "BBBB", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "note:///a", text: "a note" } },
      { type: "resource_link", uri: "note:///b", name: "b" },
    ];
    const structuredContent = { answer: 42 };
    const call = [{ type: "result" as const, result: { content, structuredContent } }];
    await using server = await stdioServer({ tools: [{ name: "all", call }] });
    const model = scriptedModel([{ calls: [{ name: "mcp__s__all" }] }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "go");
    const done = client.updates(sessionId).find((update) => "status" in update && update.status === "completed");
    expect(done).toMatchObject({
      content: content.map((block) => ({ type: "content", content: block })),
      rawOutput: structuredContent,
    });
    const [result] =
      model.requests[1]?.messages.flatMap((message) => ("results" in message ? message.results : [])) ?? [];
    const parts = result?.parts ?? [];
    expect(parts.map(({ type }) => type)).toEqual(expect.arrayContaining(["text", "image", "audio", "link"]));
    expect(JSON.stringify(parts)).toContain("a note");
  });

  it("[R77] carries the prompt's _meta to the server", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    const model = scriptedModel([{ calls: [{ name: "mcp__s__echo" }] }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ s: server });
    const traceparent = "00-80e1afed08e019fc1110464cfa66635c-7a085853722dc6d2-01";
    const prompt = [{ type: "text" as const, text: "go" }];
    await client.request("session/prompt", { sessionId, prompt, _meta: { traceparent } });
    const { message } = await server.until("message", ({ message }) => message["method"] === "tools/call");
    expect(message).toMatchObject({ params: { _meta: { traceparent } } });
    expect(model.requests[0]?.meta).toEqual({ traceparent });
  });

  it("shows progress as it happens, not more often than one can read, and the last of it always", async () => {
    const call = [
      { type: "progress" as const, times: 500, message: "Counting" },
      { type: "wait-for-release" as const, gate: "go" },
      { type: "result" as const, result: { content: [] } },
    ];
    await using server = await stdioServer({ tools: [{ name: "count", call }] });
    const model = scriptedModel([{ calls: [{ name: "mcp__s__count" }] }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ s: server });
    const turn = client.prompt(sessionId, "go");
    await client.until((update) => JSON.stringify(update).includes("Counting (500 of 500)"));
    server.release("go");
    await turn;
    const shown = client.updates(sessionId).filter((update) => JSON.stringify(update).includes("Counting"));
    expect(shown.length).toBeLessThan(250);
    // What was only on the way is no result.
    expect(last(client.updates(sessionId))).toMatchObject({ status: "completed", content: [] });
  });

  it("[O-02] tools that change in the middle of a turn are right at the next step", async () => {
    await using server = await stdioServer({ tools: [{ name: "grow" }, { name: "old" }] });
    const model = scriptedModel([{ calls: [{ name: "mcp__s__grow" }] }, { calls: [{ name: "mcp__s__grow" }] }]);
    await using client = await connectAgent({ model, answers: { "session/request_permission": answerAfterChange } });
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "go");
    expect(serverTools(model.requests[0])).toEqual(["mcp__s__grow", "mcp__s__old"]);
    expect(serverTools(model.requests.at(-1))).toEqual(["mcp__s__grow", "mcp__s__new"]);

    async function answerAfterChange() {
      server.changeTools({ add: [{ name: "new" }], remove: ["old"] });
      await listed(server, 2);
      return { outcome: { outcome: "selected", optionId: "allow-once" } };
    }
  });
});

/** When the server has been asked for its tools so often, the answer comes in the same moment. */
async function listed(server: StdioServer, times: number): Promise<void> {
  let seen = 0;
  await server.until("message", ({ message }) => message["method"] === "tools/list" && (seen += 1) >= times);
}

function last(updates: readonly object[]): object | undefined {
  return updates.findLast((update) => "toolCallId" in update);
}
