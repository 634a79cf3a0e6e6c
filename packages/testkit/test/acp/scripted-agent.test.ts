import { client as sdkClient, methods, ndJsonStream, type RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { linkedPair } from "@tenon/testkit";
import {
  allow,
  answerNull,
  byteWire,
  calls,
  failWith,
  hesitate,
  pickUnknownOption,
  reject,
  scriptedAgent,
  scriptedTerminals,
  type Answer,
  type AgentScript,
  type Step,
} from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { inMemory } from "./connections.ts";
import { wholeScript } from "./whole-session.ts";

const connect = inMemory();

describe("a scripted agent", () => {
  it("serves a client of the official SDK", async () => {
    const pair = linkedPair<Uint8Array>();
    scriptedAgent(byteWire(pair.right), wholeScript);
    const asked: string[] = [];
    const app = sdkClient({ name: "test" }).onRequest("*", ({ method }) => {
      asked.push(method);
      if (method === methods.client.session.requestPermission) {
        return { outcome: { outcome: "selected", optionId: "reject" } };
      }
      return { action: "decline" };
    });
    await app.connectWith(ndJsonStream(pair.left.writable, pair.left.readable), async (agent) => {
      const { agentCapabilities } = await agent.request(methods.agent.initialize, { protocolVersion: 1 });
      expect(agentCapabilities).toMatchObject({ loadSession: true, sessionCapabilities: { list: {}, close: {} } });
      await agent.buildSession("/project").withSession(async (session) => {
        await session.prompt("Do everything");
        expect(await session.readText()).toContain("Grüße 👋");
      });
    });
    expect(asked).toContain("session/request_permission");
    expect(asked).toContain("elicitation/create");
  });

  it("plays its turns one after the other, in each session by itself", async () => {
    await using client = await connect({
      turns: [{ steps: [{ type: "say", text: "first" }] }, { steps: [{ type: "say", text: ", later" }] }],
    });
    await client.initialize();
    const [one, two] = [await client.newSession(), await client.newSession()];
    for (const { sessionId } of [one, two, one, one]) await client.prompt(sessionId, "go");
    expect([client.text(one.sessionId), client.text(two.sessionId)]).toEqual(["first, later, later", "first"]);
    expect([one.sessionId, two.sessionId]).toEqual(["session-1", "session-2"]);
  });

  it.each<[string, Answer<RequestPermissionRequest>, string]>([
    ["allowed", allow, "yes"],
    ["rejected", reject, "no"],
    ["answered with an unknown option", pickUnknownOption, "neither"],
    ["refused with an error", failWith({ code: -32603, message: "no" }), "neither"],
    ["answered with null", answerNull, "neither"],
  ])("[R89] takes the right way when permission is %s", async (_case, answer, said) => {
    const ask: Step = {
      type: "ask",
      title: "May I?",
      picked: { allow: [{ type: "say", text: "yes" }], reject: [{ type: "say", text: "no" }] },
      otherwise: [{ type: "say", text: "neither" }],
    };
    await using client = await connect(
      { turns: [{ steps: [ask] }] },
      { answers: { "session/request_permission": answer } },
    );
    await client.initialize();
    const { sessionId } = await client.newSession();
    await client.prompt(sessionId, "go");
    expect(client.text(sessionId)).toBe(said);
  });

  it.each<[string, AgentScript, string, unknown, object]>([
    ["a method it does not have", {}, "session/load", {}, { code: -32601, data: { method: "session/load" } }],
    ["an unknown method", {}, "_mine/own", {}, { code: -32601 }],
    ["a relative cwd", {}, "session/new", { cwd: "here", mcpServers: [] }, { code: -32602 }],
    ["no servers", {}, "session/new", { cwd: "/" }, { code: -32602 }],
    [
      "a session it does not know",
      {},
      "session/prompt",
      { sessionId: "x", prompt: [] },
      { code: -32002, data: { sessionId: "x" } },
    ],
    [
      "loading what is not there",
      { sessions: [] },
      "session/load",
      { sessionId: "x", cwd: "/", mcpServers: [] },
      { code: -32002 },
    ],
    ["a version in words", {}, "initialize", { protocolVersion: "2024-11-05" }, { code: -32602 }],
    ["missing authentication", { authRequired: true }, "session/new", { cwd: "/", mcpServers: [] }, { code: -32000 }],
    ["a way to authenticate it does not have", {}, "authenticate", { methodId: "x" }, { code: -32602 }],
    [
      "a scripted failure",
      { answers: { "session/new": { error: { code: 7, message: "m" } } } },
      "session/new",
      {},
      { code: 7 },
    ],
  ])("[R13] refuses %s with the right code", async (_case, script, method, params, error) => {
    await using client = await connect(script);
    await client.initialize();
    await expect(client.request(method, params)).rejects.toMatchObject({ name: "RequestFailed", ...error });
    await expect(client.initialize()).resolves.toMatchObject({ protocolVersion: 1 }); // and is still there [R14]
  });

  it("[R27] refuses to work before it is initialized", async () => {
    await using client = await connect();
    await expect(client.newSession()).rejects.toMatchObject({ code: -32600 });
  });

  it("[R139] accepts sessions once the client has authenticated", async () => {
    await using client = await connect({ authRequired: true });
    const { authMethods } = await client.initialize();
    expect(authMethods).toMatchObject([{ id: "scripted" }]);
    await client.request("authenticate", { methodId: "scripted" });
    await expect(client.newSession()).resolves.toEqual({ sessionId: "session-1" });
  });

  it.each([
    ["not json", -32700],
    ["42", -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"initialize"}]', -32600],
    ['{"foo":"bar"}', -32600],
  ])("[R15] answers %s with %i and id null, and goes on", async (line, code) => {
    await using client = await connect();
    await client.write(`${line}\n\n`);
    const { message } = await client.transcript.when(({ from }) => from === "agent");
    expect(message).toMatchObject({ id: null, error: { code } });
    await expect(client.initialize()).resolves.toMatchObject({ protocolVersion: 1 });
  });

  it("[R76] refuses a second prompt while a turn runs, and [R68] ends the first as cancelled", async () => {
    await using client = await connect({ turns: [{ steps: [{ type: "wait-for-cancel" }] }] });
    await client.initialize();
    const { sessionId } = await client.newSession();
    const first = client.prompt(sessionId, "one");
    await expect(client.prompt(sessionId, "two")).rejects.toMatchObject({ code: -32600 });
    await client.cancel(sessionId);
    await expect(first).resolves.toEqual({ stopReason: "cancelled" });
  });

  it("[R61] cancels one session and leaves the other alone", async () => {
    await using client = await connect(
      { turns: [{ steps: [{ type: "tool", title: "Ask", ask: true }] }] },
      { answers: { "session/request_permission": hesitate } },
    );
    await client.initialize();
    const [one, two] = [await client.newSession(), await client.newSession()];
    const cancelled = client.prompt(one.sessionId, "go");
    const running = client.prompt(two.sessionId, "go");
    await client.cancel(one.sessionId);
    await expect(cancelled).resolves.toEqual({ stopReason: "cancelled" });
    await client.cancel(two.sessionId);
    await expect(running).resolves.toEqual({ stopReason: "cancelled" });
  });

  it("[R155] takes $/cancel_request of a prompt as a cancel, and [R59] closing as well", async () => {
    await using client = await connect({ turns: [{ steps: [{ type: "wait-for-cancel" }] }] });
    await client.initialize();
    const { sessionId } = await client.newSession();
    const first = client.prompt(sessionId, "one");
    const requestId = client.transcript.messages("client").findLast((message) => "id" in message);
    await client.notify("$/cancel_request", { requestId: requestId && "id" in requestId && requestId.id });
    await expect(first).resolves.toEqual({ stopReason: "cancelled" });

    const second = client.prompt(sessionId, "two");
    await client.request("session/close", { sessionId });
    await expect(second).resolves.toEqual({ stopReason: "cancelled" });
    await expect(client.prompt(sessionId, "three")).rejects.toMatchObject({ code: -32002 });
  });

  it("[R101] releases its terminal when the turn is cancelled", async () => {
    const terminals = scriptedTerminals(() => ({ output: "listening\n" }));
    await using client = await connect(
      { turns: [{ steps: [{ type: "terminal", command: "serve" }] }] },
      { answers: terminals.answers },
    );
    await client.initialize();
    const { sessionId } = await client.newSession();
    const turn = client.prompt(sessionId, "serve");
    await client.transcript.when(calls("terminal/wait_for_exit"));
    expect(terminals.open.size).toBe(1);
    await client.cancel(sessionId);
    await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
    expect(terminals.open.size).toBe(0);
  });
});
