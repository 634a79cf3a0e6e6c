/**
 * Everything that a client and an agent say to each other passes as it is.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { manualClock } from "@tenon/testkit";
import { calls, everyClientCapability } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { forAgent, openGateway, PATIENT } from "./support/open-gateway.ts";

it("[R162] passes unknown methods, fields, _meta and error data on, in both directions", async () => {
  const error = { code: -12345, message: "odd", data: { deep: [{ _x: null }], text: "ü\u2028" } };
  const update = { sessionUpdate: "brand_new", oddField: { a: [1, null] }, _meta: { vendor: true } };
  await using gateway = openGateway({
    scripts: {
      other: {
        turns: [
          {
            steps: [
              { type: "update", update },
              { type: "call", method: "_vendor/ask", params: { odd: true } },
            ],
          },
        ],
        answers: { "_vendor/do": { result: { _meta: { kept: 1 }, ok: true } }, "_vendor/fail": { error } },
      },
    },
  });
  await using client = await gateway.client({ agent: "other", answers: {} });
  const { sessionId } = await client.newSession({ _meta: { mine: "too" } });
  await expect(client.request("_vendor/do", { sessionId, odd: 1 })).resolves.toEqual({ _meta: { kept: 1 }, ok: true });
  await expect(client.request("_vendor/fail", { odd: 1 })).rejects.toMatchObject(error);
  await client.prompt(sessionId, "go");
  expect(client.updates(sessionId)).toContainEqual(update);
  const asked = client.transcript
    .messages("agent")
    .find((message) => "method" in message && message.method === "_vendor/ask");
  expect(asked).toMatchObject({ params: { sessionId, odd: true } });
  // Its error came back to the agent, which says what it got.
  expect(client.text(sessionId)).toContain("-32601");
});

it("[R163] [R8] gives every request the answer to its own id, whatever ids are under way", async () => {
  await using gateway = openGateway({ scripts: { other: { answers: { _echo: { result: { ok: true } } } } } });
  await using client = await gateway.client({ agent: "other" });
  const ids = [0, "", "0", 1e15, -1, "a b", "x".repeat(100)];
  for (const id of ids) await client.send({ jsonrpc: "2.0", id, method: "_echo", params: {} });
  for (const id of ids) {
    const { text } = await client.transcript.when(
      ({ from, message }) =>
        from === "agent" &&
        message !== undefined &&
        "id" in message &&
        message.id === id &&
        !("method" in message) &&
        "result" in message &&
        JSON.stringify(message.result) === '{"ok":true}',
    );
    expect(JSON.parse(text)).toEqual({ jsonrpc: "2.0", id, result: { ok: true } });
  }
});

it("[R18] the same id may be under way in both directions", async () => {
  await using gateway = openGateway({
    scripts: {
      other: {
        turns: [{ steps: [{ type: "ask", title: "May I?", picked: { allow: [{ type: "say", text: "yes" }] } }] }],
      },
    },
  });
  await using client = await gateway.client({
    agent: "other",
    answers: {
      "session/request_permission": ({ options }) => ({
        outcome: { outcome: "selected", optionId: options[0]?.optionId },
      }),
    },
  });
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "go");
  expect(client.text(sessionId)).toBe("yes");
});

it("[R164] translates $/cancel_request, and still awaits the answer", async () => {
  await using gateway = openGateway({ scripts: { other: { turns: [{ steps: [{ type: "wait-for-cancel" }] }] } } });
  await using client = await gateway.client({ agent: "other" });
  const { sessionId } = await client.newSession();
  await client.send({ jsonrpc: "2.0", id: "mine", method: "session/prompt", params: { sessionId, prompt: [] } });
  await gateway.frames(sessionId, (frame) => frame.includes('"session/prompt"'));
  await client.notify("$/cancel_request", { requestId: "mine" });
  const { text } = await client.transcript.when(
    ({ from, message }) => from === "agent" && message !== undefined && "id" in message && message.id === "mine",
  );
  expect(JSON.parse(text).result).toEqual({ stopReason: "cancelled" });
});

it("[R165] [R67] [I-02] keeps the order: all updates of a turn come before its answer", async () => {
  const texts = Array.from({ length: 500 }, (_, index) => `${index} `);
  await using gateway = openGateway({ scripts: { other: { turns: [{ steps: [{ type: "say", text: texts }] }] } } });
  await using client = await gateway.client({ agent: "other" });
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "count");
  expect(client.text(sessionId)).toBe(texts.join(""));
});

it("[R166] answers what is under way when the agent dies, with its last words", async () => {
  await using gateway = openGateway({
    scripts: {
      other: {
        turns: [
          {
            steps: [
              { type: "say", text: "so far" },
              { type: "stderr", text: "out of ideas\n" },
              { type: "exit", code: 3 },
            ],
          },
        ],
      },
    },
  });
  await using client = await gateway.client({ agent: "other" });
  const { sessionId } = await client.newSession();
  await expect(client.prompt(sessionId, "go")).rejects.toMatchObject({
    message: expect.stringContaining("exited with code 3"),
    data: { code: "agent_exited", stderr: expect.stringContaining("out of ideas") },
  });
  expect(client.text(sessionId)).toBe("so far");
  await client.transcript.when(calls("_tenon/session/closed"));
  await expect(client.prompt(sessionId, "again")).rejects.toMatchObject({ code: -32002 });
  expect(gateway.gateway.counts()).toMatchObject({ upstreams: 0, liveSessions: 0 });
  await using later = await gateway.client({ agent: "other" });
  await expect(later.newSession()).resolves.toBeDefined();
});

it("[U-07] tells why an agent cannot be started", async () => {
  await using gateway = openGateway({
    agents: [{ name: "missing", program: async ({ cwd }) => ({ command: "/no/such/agent", cwd, env: {} }) }],
  });
  await using client = await gateway.client();
  await expect(client.newSession(forAgent("missing"))).rejects.toMatchObject({ data: { code: "agent_not_found" } });
  await expect(client.newSession(forAgent("unheard-of"))).rejects.toMatchObject({ code: -32602 });
  await expect(client.newSession()).resolves.toBeDefined();
});

it("[R27] lets the agent refuse what comes before initialize", async () => {
  await using gateway = openGateway();
  await using client = gateway.connect();
  await expect(client.newSession()).rejects.toMatchObject({ code: -32600 });
  await expect(client.request("session/list", {})).rejects.toMatchObject({ code: -32600 });
  await client.initialize();
  await expect(client.newSession()).resolves.toBeDefined();
});

it("[R39] says in the answer to initialize what it adds", async () => {
  await using gateway = openGateway({ scripts: { other: {} } });
  await using client = gateway.connect({ agent: "other", capabilities: everyClientCapability });
  const { agentInfo, agentCapabilities } = await client.initialize();
  expect(agentInfo).toMatchObject({ name: "scripted-agent" });
  expect(agentCapabilities).toMatchObject({
    sessionCapabilities: { close: {}, list: {} },
    _meta: { tenon: { attach: {}, agents: [{ name: "tenon" }, { name: "other" }] } },
  });
});

it("[R15] what is no message is answered by the agent, and the connection goes on", async () => {
  await using gateway = openGateway();
  await using client = await gateway.client();
  await client.send([{ jsonrpc: "2.0", id: 1, method: "session/new" }]);
  const isRefusal = (message: AnyMessage | undefined) =>
    message !== undefined && "error" in message && message.id === null;
  await client.transcript.when(({ message }) => isRefusal(message));
  await expect(client.newSession()).resolves.toBeDefined();
});

it("gives up on an agent that never answers initialize", async () => {
  const clock = manualClock();
  await using gateway = openGateway({ clock, scripts: { silent: { answers: { initialize: { never: true } } } } });
  await using client = await gateway.client();
  const opening = client.newSession(forAgent("silent"));
  await expect.poll(() => clock.waiting, PATIENT).toBeGreaterThan(0);
  await clock.advance(120_001);
  await expect(opening).rejects.toMatchObject({ data: { code: "agent_silent" } });
  await expect.poll(() => gateway.gateway.counts().upstreams, PATIENT).toBe(1);
});

it("opens no more sessions than there may be", async () => {
  await using gateway = openGateway({ limits: { liveSessions: 1 } });
  await using client = await gateway.client();
  const { sessionId } = await client.newSession();
  await expect(client.newSession()).rejects.toMatchObject({ code: -32600, data: { limit: 1 } });
  await client.request("session/close", { sessionId });
  await expect(client.newSession()).resolves.toBeDefined();
});
