import { type AnyMessage, ndJsonStream } from "@agentclientprotocol/sdk";
import { type AgentOptions, type Model, rehearsalModel, serveAgent } from "@tenon/agent";
import { type Chunking, countingIds, linkedPair, rechunked } from "@tenon/testkit";
import { allow, byteWire, messageWire, scriptedClient } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { acp, agentSuite, slowServer } from "./support/agent-suite.ts";
import { onlyModel } from "./support/only-model.ts";
import { partsShown, scriptedModel } from "./support/scripted-model.ts";

describe("over stdio", () => {
  agentSuite(async (options) => {
    const pair = linkedPair<Uint8Array>();
    const agent = serveAgent(ndJsonStream(pair.left.writable, pair.left.readable), options);
    return { wire: byteWire(pair.right), end: () => agent.closed };
  });

  it("[R27] refuses other requests before it, and works afterwards", async () => {
    await using client = connect();
    await expect(client.newSession()).rejects.toMatchObject({ code: -32600 });
    await client.initialize();
    await expect(client.newSession()).resolves.toMatchObject({ sessionId: "session-1" });
  });

  it("[R9] [R13] [R14] answers a request without its session as wrong, and a notification without one not at all", async () => {
    await using client = await initialized();
    await client.notify("session/cancel");
    await client.notify("session/cancel", { sessionId: 7 });
    for (const [method, params] of [
      ["session/prompt", {}],
      ["session/prompt", { sessionId: 7, prompt: [] }],
      ["session/load", { cwd: "/", mcpServers: [] }],
    ] as const) {
      await expect(client.request(method, params)).rejects.toMatchObject({ code: -32602 });
    }
    expect(client.transcript.messages("agent").filter((message) => "id" in message)).toHaveLength(4);
  });

  it.each([
    ["text", [{ type: "text", text: "x".repeat(8_388_609) }], /8,388,609 characters of text; the limit is 8,388,608/],
    [
      "an embedded file",
      [{ type: "resource", resource: { uri: "file:///a", text: "x".repeat(8_388_609) } }],
      /of text; the limit is/,
    ],
    [
      "images",
      Array.from({ length: 5 }, () => ({ type: "image", mimeType: "image/png", data: "A".repeat(8_000_000) })),
      /40,000,000 characters of images, audio and files; the limit is 33,554,432/,
    ],
    ["parts", Array.from({ length: 10_001 }, () => ({ type: "text", text: "x" })), /10001 parts; the limit is 10000/],
  ])(
    "[M45] refuses a prompt with too much or too many: %s, naming the limit, before it is recorded",
    async (_, prompt, problem) => {
      const recorded: unknown[] = [];
      await using client = await initialized({ onRecorded: (message) => void recorded.push(message) });
      const { sessionId } = await client.newSession();
      const asked = client.request("session/prompt", { sessionId, prompt });
      await expect(asked).rejects.toMatchObject({ code: -32602, message: expect.stringMatching(problem) });
      expect(recorded).not.toContainEqual(expect.objectContaining({ method: "session/prompt" }));
      await expect(client.prompt(sessionId, "Hello")).resolves.toEqual({ stopReason: "end_turn" });
    },
  );

  it("[R6] [R7] [R15] answers what is no message with an error without an id, and goes on", async () => {
    await using client = byteClient();
    await client.initialize();
    const lines = [
      "[]",
      '[{"jsonrpc":"2.0","id":1,"method":"session/list"}]',
      '"hello"',
      "7",
      "{",
      '{"jsonrpc":"2.0"}',
    ];
    for (const line of lines) await client.write(`${line}\n`);
    await expect(client.newSession()).resolves.toBeDefined();
    const refusals = client.transcript.messages("agent").filter((message) => "error" in message);
    expect(refusals.map((refusal) => "error" in refusal && [refusal.id, refusal.error.code])).toEqual([
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32700],
      [null, -32600],
    ]);
  });

  it("[R3] [R4] reads and writes UTF-8, however its bytes are cut", async () => {
    const words = "Größe 🧵 日本語";
    const model = scriptedModel([{ text: words }]);
    await using client = byteClient({ model, chunking: { type: "every", bytes: 1 } });
    await client.initialize();
    const { sessionId } = await client.newSession();
    await client.prompt(sessionId, words);
    expect(partsShown(model.requests[0])).toEqual([{ type: "text", text: words }]);
    expect(client.text(sessionId)).toBe(words);
  });

  it("[R22] all end with the connection", async () => {
    await using server = await slowServer();
    const client = await initialized();
    const { sessionId } = await client.newSession({ mcpServers: [acp("slow", server)] });
    client.prompt(sessionId, "wait").catch(() => {});
    await server.until("call-start");
    await client.drop();
    await client.agent.closed;
    await server.until("input-end");
  });
});

/** Over bytes, as they are on standard input and output. */
function byteClient(options: { readonly model?: Model; readonly chunking?: Chunking } = {}) {
  const pair = linkedPair<Uint8Array>();
  const models = onlyModel(options.model);
  const agent = serveAgent(ndJsonStream(pair.left.writable, pair.left.readable), { models, version: "0.0.0" });
  const end = options.chunking ? rechunked(pair.right, options.chunking) : pair.right;
  const client = scriptedClient(byteWire(end));
  return {
    ...client,
    async [Symbol.asyncDispose]() {
      await client.drop();
      await agent.closed;
    },
  };
}

function connect(options: Pick<AgentOptions, "onRecorded"> = {}) {
  const pair = linkedPair<AnyMessage>();
  const agent = serveAgent(pair.left, {
    models: onlyModel(rehearsalModel()),
    version: "0.0.0",
    newId: countingIds(),
    ...options,
  });
  const client = scriptedClient(messageWire(pair.right), { answers: { "session/request_permission": allow } });
  return {
    ...client,
    agent,
    async [Symbol.asyncDispose]() {
      await client.drop();
      await agent.closed;
    },
  };
}

async function initialized(options?: Pick<AgentOptions, "onRecorded">) {
  const client = connect(options);
  await client.initialize();
  return client;
}
