import { agent as sdkAgent, methods, ndJsonStream, type AgentContext } from "@agentclientprotocol/sdk";
import { linkedPair, type LinkedPair } from "@tenon/testkit";
import {
  allowAfterCancel,
  answerFiles,
  byteWire,
  calls,
  everyClientCapability,
  loadSchemaCheck,
  neverAnswer,
  scriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { inMemory } from "./connections.ts";

const connect = inMemory();
const violations = loadSchemaCheck();

describe("a scripted client", () => {
  it("[R25] drives an agent of the official SDK, and says nothing invalid", async () => {
    const files = new Map([["/a.txt", "hello"]]);
    await using client = connectToSdkAgent(
      {
        async turn(agent, sessionId) {
          const { content } = await agent.request(methods.client.fs.readTextFile, { sessionId, path: "/a.txt" });
          const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: content } } as const;
          await agent.notify(methods.client.session.update, { sessionId, update });
        },
      },
      { capabilities: everyClientCapability, answers: answerFiles(files) },
    );
    await expect(client.initialize()).resolves.toMatchObject({ protocolVersion: 1 });
    const { sessionId } = await client.newSession({ cwd: "/" });
    await expect(client.prompt(sessionId, "read")).resolves.toEqual({ stopReason: "end_turn" });
    expect(client.text(sessionId)).toBe("hello");
    expect(client.transcript.problems("agent")).toEqual([]);
    expect(violations(client.transcript.entries)).toEqual([]);
  });

  it("records everything, both ways, in order", async () => {
    await using client = await connect();
    await client.initialize();
    const { sessionId } = await client.newSession();
    await client.prompt(sessionId, "hi");
    expect(
      client.transcript.entries.map(({ from, message }) => [
        from,
        message && "method" in message ? message.method : "answer",
      ]),
    ).toEqual([
      ["client", "initialize"],
      ["agent", "answer"],
      ["client", "session/new"],
      ["agent", "answer"],
      ["client", "session/prompt"],
      ["agent", "session/update"],
      ["agent", "answer"],
    ]);
  });

  it("advertises nothing, everything, or does not even mention capabilities", async () => {
    await using modest = await connect();
    await using capable = await connect({}, { capabilities: everyClientCapability });
    await modest.initialize();
    await capable.initialize();
    await modest.request("initialize", { protocolVersion: 1 });
    const [none, unmentioned] = modest.transcript.messages("client");
    expect(none).toMatchObject({ params: { clientCapabilities: {} } });
    expect(unmentioned).toEqual({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } });
    expect(capable.transcript.messages("client")).toMatchObject([
      { params: { clientCapabilities: { terminal: true } } },
    ]);
  });

  it("[R11] answers what it has no answer for with method not found", async () => {
    await using client = await connect({
      turns: [{ steps: [{ type: "call", method: "fs/read_text_file", params: { path: "/" } }] }],
    });
    await client.initialize();
    const { sessionId } = await client.newSession();
    await client.prompt(sessionId, "go");
    expect(client.text(sessionId)).toBe("fs/read_text_file failed: -32601 Method not found\n");
  });
});

describe("a rude client", () => {
  it("sends a request before it has heard the answer to initialize, which an SDK agent refuses [R26]", async () => {
    const ready = Promise.withResolvers<void>();
    await using client = connectToSdkAgent({ ready: ready.promise });
    const initialized = client.initialize();
    await expect(client.newSession()).rejects.toMatchObject({ code: -32600 });
    ready.resolve();
    await expect(initialized).resolves.toMatchObject({ protocolVersion: 1 });
  });

  it.each([
    ["garbage", "}{", -32700],
    ["a batch", '[{"jsonrpc":"2.0","id":9,"method":"initialize"}]', -32600],
    ["a scalar", "17", -32600],
  ])("sends %s, and an SDK agent answers with an error", async (_case, line, code) => {
    await using client = connectToSdkAgent();
    await client.write(`${line}\n`);
    const { message } = await client.transcript.when(({ from }) => from === "agent");
    expect(message).toMatchObject({ id: null, error: { code } });
    await expect(client.initialize()).resolves.toMatchObject({ protocolVersion: 1 });
  });

  it("sends unknown notifications, which get no answer [R9]", async () => {
    await using client = connectToSdkAgent();
    await client.notify("_editor/blinked", { times: 2 });
    await client.notify("$/progress");
    await client.initialize();
    expect(client.transcript.messages("agent")).toHaveLength(1);
  });

  it("never answers a permission, not even when it cancels", async () => {
    await using client = await connect(
      { turns: [{ steps: [{ type: "tool", title: "T", ask: true }] }] },
      { answers: { "session/request_permission": neverAnswer } },
    );
    await client.initialize();
    const { sessionId } = await client.newSession();
    const prompt = client.prompt(sessionId, "go");
    await client.transcript.when(calls("session/request_permission"));
    await client.cancel(sessionId);
    await prompt;
    expect(client.transcript.messages("client").filter((message) => "result" in message)).toEqual([]);
  });

  it("allows, but only after it has cancelled", async () => {
    await using client = await connect(
      { turns: [{ steps: [{ type: "tool", title: "T", ask: true }] }] },
      { answers: { "session/request_permission": allowAfterCancel } },
    );
    await client.initialize();
    const { sessionId } = await client.newSession();
    const prompt = client.prompt(sessionId, "go");
    await client.transcript.when(calls("session/request_permission"));
    await client.cancel(sessionId);
    await client.transcript.when(({ text }) => text.includes('"optionId":"allow"') && !text.includes("options"));
    await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
    const texts = client.transcript.messages("client").map((message) => JSON.stringify(message));
    expect(texts.at(-2)).toContain("session/cancel");
    expect(texts.at(-1)).toContain('"selected"');
  });

  it("stops reading, so that the agent has to wait, and reads on without loss", async () => {
    const pair = linkedPair<Uint8Array>({ capacity: 2 });
    const numbers = Array.from({ length: 50 }, (_, index) => `${index} `);
    await using client = connectToSdkAgent({
      pair,
      async turn(agent, sessionId) {
        for (const text of numbers) {
          const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } as const;
          await agent.notify(methods.client.session.update, { sessionId, update });
        }
      },
    });
    await client.initialize();
    const { sessionId } = await client.newSession();
    const passedBefore = pair.passed.length;
    client.stopReading();
    const prompt = client.prompt(sessionId, "count");
    // The agent has as long as it takes to fill what little room there is, and cannot go further.
    for (let turn = 0; turn < 1_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(pair.passed.length - passedBefore).toBeLessThan(10);

    client.readOn();
    await prompt;
    expect(client.text(sessionId)).toBe(numbers.join(""));
  });

  it("disconnects at a given moment, and the agent notices", async () => {
    const left = Promise.withResolvers<void>();
    await using client = connectToSdkAgent(
      {
        async turn(agent, sessionId) {
          const toolCall = { toolCallId: "t", title: "T" };
          const options = [{ optionId: "a", name: "A", kind: "allow_once" as const }];
          const asked = agent.request(methods.client.session.requestPermission, { sessionId, toolCall, options });
          await asked.catch(() => left.resolve());
        },
      },
      { answers: { "session/request_permission": neverAnswer } },
    );
    await client.initialize();
    const { sessionId } = await client.newSession();
    client.disconnectWhen(calls("session/request_permission"));
    await expect(client.prompt(sessionId, "go")).rejects.toThrow("The agent has gone");
    await left.promise;
    expect(client.transcript.entries.filter(calls("session/request_permission"))).toHaveLength(1);
  });
});

interface SdkAgentOptions {
  /** When it answers `initialize`. */
  readonly ready?: Promise<void>;
  readonly pair?: LinkedPair<Uint8Array>;
  turn?(client: AgentContext, sessionId: string): Promise<void>;
}

function connectToSdkAgent(agent: SdkAgentOptions = {}, options: ScriptedClientOptions = {}): ScriptedClient {
  const { ready, pair = linkedPair<Uint8Array>() } = agent;
  sdkAgent({ name: "test" })
    .onRequest(methods.agent.initialize, async () => {
      await ready;
      return { protocolVersion: 1 };
    })
    .onRequest(methods.agent.session.new, () => ({ sessionId: "only" }))
    .onRequest(methods.agent.session.prompt, async ({ client, params }) => {
      await agent.turn?.(client, params.sessionId);
      return { stopReason: "end_turn" };
    })
    .connect(ndJsonStream(pair.right.writable, pair.right.readable));
  return scriptedClient(byteWire(pair.left), options);
}
