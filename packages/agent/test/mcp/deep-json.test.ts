import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { readArguments } from "../../src/model/answer/read-arguments.ts";
import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel, serverTools } from "../support/scripted-model.ts";

describe("[C3] JSON that nests too deep", () => {
  it.each([
    ["structured content", { content: [{ type: "text", text: "in short" }], structuredContent: deep() }],
    [
      "a block",
      {
        content: [
          { type: "text", text: "in short" },
          { type: "odd", value: deep() },
        ],
      },
    ],
  ])("in %s of a result is left out with a note, and the rest of the result is kept", async (_, result) => {
    await using server = await stdioServer({ tools: [{ name: "dig", call: [{ type: "result", result }] }] });
    const model = scriptedModel([{ calls: [{ name: "mcp__s__dig" }] }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ s: server });
    await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
    const results = model.requests[1]?.messages.flatMap((message) => ("results" in message ? message.results : []));
    expect(JSON.stringify(results)).toContain("in short");
    expect(JSON.stringify(results)).toContain("was left out: it nests more than 150 levels deep");
    const other = await client.open();
    await expect(client.prompt(other, "go")).resolves.toEqual({ stopReason: "end_turn" });
  });

  it("in any other answer of a server fails that request alone", async () => {
    const tool = { name: "deep", inputSchema: { type: "object", properties: { a: deep() } } };
    await using server = await stdioServer({ tools: [tool, { name: "flat" }] });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "go");
    expect(serverTools(model.requests[0])).toEqual(["mcp__s__flat"]);
  });

  it("in a request of the client is refused, and everything goes on", async () => {
    const warnings: string[] = [];
    await using client = await connectAgent({ onWarning: (warning) => warnings.push(warning) });
    const sessionId = await client.open();
    await expect(client.request("session/prompt", { sessionId, prompt: [deep()] })).rejects.toMatchObject({
      code: -32600,
      message: "The message nests more than 200 levels deep",
    });
    await client.notify("session/cancel", { sessionId, _meta: deep() });
    await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
    expect(warnings).toEqual(Array(2).fill("The message nests more than 200 levels deep"));
  });

  it("in an answer of the client fails what asked for it", async () => {
    const model = scriptedModel([{ calls: [{ name: "read_file", args: { path: "/a.txt" } }] }]);
    await using client = await connectAgent({
      model,
      capabilities: { fs: { readTextFile: true } },
      answers: { "fs/read_text_file": () => ({ content: "text", _meta: deep() }) },
    });
    const sessionId = await client.open();
    await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
    const failed = client.updates(sessionId).find((update) => "status" in update && update.status === "failed");
    expect(JSON.stringify(failed)).toContain("nests more than 200 levels deep");
  });

  it("in a model's arguments makes them malformed", () => {
    const input = JSON.stringify({ a: deep() });
    expect(readArguments(input)).toEqual({ args: {}, malformed: input });
    expect(readArguments('{"a":[[1]]}')).toEqual({ args: { a: [[1]] } });
  });
});

function deep(): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let depth = 0; depth < 4_500; depth += 1) value = { value };
  return value;
}
