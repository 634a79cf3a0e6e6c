import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { CreateElicitationRequest } from "@agentclientprotocol/sdk";
import { calls, failWith, neverAnswer, reject } from "@tenon/testkit/acp";
import { type CallStep, type Revision, type ServerScript, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { type ScriptedAnswer, scriptedModel } from "../support/scripted-model.ts";

const forms = { elicitation: { form: {} } };
const pages = { elicitation: { url: {} } };
const requestedSchema = {
  type: "object",
  properties: { name: { type: "string" }, size: { type: "string", enum: ["S", "M"] } },
  required: ["name"],
};
const question: CallStep = { type: "elicit", params: { message: "Who are you?", requestedSchema } };
const page: CallStep = {
  type: "elicit",
  params: { mode: "url", message: "Please sign", url: "https://example.com/sign", elicitationId: "e-1" },
};

describe.each(["2025-11-25", "2026-07-28"] as const)("elicitation by a server that speaks %s", (revision) => {
  it("[R118] [R143] [S-07] is put to the client with session and tool call, and names the server", async () => {
    const asked: CreateElicitationRequest[] = [];
    await using one = await openWith([question], revision);
    await using client = await connectAgent({
      model: calling(),
      capabilities: forms,
      answers: {
        "elicitation/create": (params) => {
          asked.push(params);
          return { action: "accept", content: { name: "Ada", size: "M" } };
        },
      },
    });
    const sessionId = await client.open({ shop: one });
    await client.prompt(sessionId, "go");
    expect(asked).toEqual([
      { mode: "form", sessionId, toolCallId: "call-1", message: "shop asks: Who are you?", requestedSchema },
    ]);
    const { answer } = await one.until("client-answer");
    expect(answer).toMatchObject({ action: "accept", content: { name: "Ada", size: "M" } });
  });

  it.each([
    ["declines", () => ({ action: "decline" }), "decline"],
    ["cancels", () => ({ action: "cancel" }), "cancel"],
    ["does something unheard of", () => ({ action: "_shrug" }), "cancel"],
    ["answers with an error", failWith({ code: -32_603, message: "no window" }), "cancel"],
    ["leaves out what is required", () => ({ action: "accept", content: { size: "S" } }), "cancel"],
    ["picks what was not offered", () => ({ action: "accept", content: { name: "A", size: "XL" } }), "cancel"],
    ["adds what was not asked for", () => ({ action: "accept", content: { name: "A", age: 3 } }), "cancel"],
  ])("[R145] [R146] a client that %s", async (_, answer, action) => {
    await using one = await openWith([question], revision);
    await using client = await connectAgent({
      model: calling(),
      capabilities: forms,
      answers: { "elicitation/create": answer },
    });
    const sessionId = await client.open({ shop: one });
    await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
    await expect(one.until("client-answer")).resolves.toMatchObject({ answer: { action } });
  });

  it("[R147] [S-07] pages are opened by the client, under an id of our own", async () => {
    const asked: unknown[] = [];
    await using one = await openWith([page], revision);
    await using client = await connectAgent({
      model: calling(),
      capabilities: pages,
      answers: { "elicitation/create": (params) => (asked.push(params), { action: "accept" }) },
    });
    const sessionId = await client.open({ shop: one });
    await client.prompt(sessionId, "go");
    expect(asked).toMatchObject([{ mode: "url", url: "https://example.com/sign", elicitationId: "elicitation-1" }]);
    await expect(one.until("client-answer")).resolves.toMatchObject({ answer: { action: "accept" } });
  });

  it("[R142] [S-06] [S-03] a client that cannot be asked is not, and the turn goes on", async () => {
    await using one = await openWith([question], revision);
    await using client = await connectAgent({ model: calling(), capabilities: { elicitation: {} } });
    const sessionId = await client.open({ shop: one });
    await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
    expect(client.transcript.entries.filter(calls("elicitation/create"))).toEqual([]);
    expect(client.updates(sessionId)).toContainEqual(expect.objectContaining({ status: "failed" }));
  });
});

describe("elicitation", () => {
  it("[R147] tells the client when what the page was for is done", async () => {
    const complete: CallStep = {
      type: "notify",
      method: "notifications/elicitation/complete",
      params: { elicitationId: "e-1" },
    };
    await using one = await openWith([page, complete], "2025-11-25");
    await using client = await connectAgent({
      model: calling(),
      capabilities: pages,
      answers: { "elicitation/create": () => ({ action: "accept" }) },
    });
    const sessionId = await client.open({ shop: one });
    await client.prompt(sessionId, "go");
    const { message } = await client.transcript.when(calls("elicitation/complete"));
    expect(message).toMatchObject({ params: { elicitationId: "elicitation-1" } });
  });

  it("[R144] no form asks for a secret", async () => {
    const params = {
      message: "Log in",
      requestedSchema: { type: "object", properties: { password: { type: "string" } } },
    };
    await using one = await openWith([{ type: "elicit", params }]);
    await using client = await connectAgent({
      model: calling(),
      capabilities: { ...forms, session: { notices: {} } },
      answers: { "elicitation/create": () => ({ action: "accept", content: { password: "1234" } }) },
    });
    const sessionId = await client.open({ shop: one });
    await client.prompt(sessionId, "go");
    await expect(one.until("client-answer")).resolves.toMatchObject({ answer: { action: "decline" } });
    expect(client.transcript.entries.filter(calls("elicitation/create"))).toEqual([]);
    const notice = await client.until((update) => update.sessionUpdate === "notice");
    expect(notice).toMatchObject({ severity: "warning", description: "Its form asks for a secret, password" });
  });

  it("[R68] [R156] a cancelled turn does not wait for a person who never answers", async () => {
    await using one = await openWith([question], "2025-11-25");
    await using client = await connectAgent({
      model: calling(),
      capabilities: forms,
      answers: { "elicitation/create": neverAnswer },
    });
    const sessionId = await client.open({ shop: one });
    const turn = client.prompt(sessionId, "go");
    await client.transcript.when(calls("elicitation/create"));
    await client.cancel(sessionId);
    await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
    await client.transcript.when(calls("$/cancel_request"));
  });
});

describe.each(["2025-11-25", "2026-07-28"] as const)("[S-14] sampling by a server that speaks %s", (revision) => {
  const sample: CallStep = {
    type: "sample",
    params: {
      messages: [{ role: "user", content: { type: "text", text: "Say hi" } }],
      systemPrompt: "Be short.",
      maxTokens: 10,
    },
  };

  it("[S-09] is answered by the session's model, after permission, and shown as a call of its own", async () => {
    await using one = await openWith([sample], revision);
    const model = calling({ text: "hi" });
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ shop: one });
    await client.prompt(sessionId, "go");
    const [, asked] = model.requests;
    expect(asked).toMatchObject({ system: ["Be short."], tools: [] });
    expect(asked?.messages).toEqual([{ role: "user", parts: [{ type: "text", text: "Say hi" }] }]);
    const { answer } = await one.until("client-answer");
    expect(answer).toMatchObject({
      role: "assistant",
      model: "scripted",
      content: { type: "text", text: "hi" },
      stopReason: "endTurn",
    });
    const shown = client.updates(sessionId).filter((each) => "toolCallId" in each && each.toolCallId === "call-2");
    expect(shown).toMatchObject([
      { sessionUpdate: "tool_call", kind: "think", title: "shop: ask the model", status: "pending" },
      { status: "in_progress" },
      { status: "completed" },
    ]);
    const permissions = client.transcript.entries.filter(calls("session/request_permission"));
    expect(permissions.map(({ text }) => JSON.parse(text).params.toolCall.toolCallId)).toEqual(["call-1", "call-2"]);
  });

  it("[V-03] tells the user when the model has to be asked again for it", async () => {
    await using one = await openWith([sample], revision);
    await using client = await connectAgent({ model: calling({ text: "hi", retry: "It is overloaded" }) });
    const sessionId = await client.open({ shop: one });
    await client.prompt(sessionId, "go");
    expect(client.text(sessionId)).toContain("It is overloaded; trying again in 2 s");
  });

  it("[R89] is not answered when the user says no", async () => {
    await using one = await openWith([sample], revision);
    const model = calling({ text: "hi" });
    await using client = await connectAgent({
      model,
      answers: {
        "session/request_permission": (params, context) => {
          const isSampling = params.toolCall.kind === "think";
          return isSampling ? reject(params, context) : { outcome: { outcome: "selected", optionId: "allow-once" } };
        },
      },
    });
    const sessionId = await client.open({ shop: one });
    await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
    // The first request and the last; the server's question is not among them.
    expect(model.requests.map(({ tools }) => tools.length > 0)).toEqual([true, true]);
    expect(client.updates(sessionId)).toContainEqual(
      expect.objectContaining({ toolCallId: "call-2", status: "failed" }),
    );
  });

  it("a long answer is cut where the server's tokens end", async () => {
    await using one = await openWith([sample], revision);
    await using client = await connectAgent({ model: calling({ text: "x".repeat(1_000) }) });
    const sessionId = await client.open({ shop: one });
    await client.prompt(sessionId, "go");
    const { answer } = await one.until("client-answer");
    expect(answer).toMatchObject({ stopReason: "maxTokens", content: { text: "x".repeat(40) } });
  });

  it("[S-02] [S-05] [S-11] roots are the folders of the session", async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon roots #1 ")));
    try {
      await using one = await openWith([{ type: "roots" }], revision);
      await using client = await connectAgent({ model: calling() });
      const { sessionId } = await client.newSession({
        cwd: folder,
        additionalDirectories: ["/"],
        mcpServers: [{ name: "shop", command: one.command, args: [...one.args], env: envOf(one.env) }],
      });
      await client.prompt(sessionId, "go");
      const { answer } = await one.until("client-answer");
      expect(answer).toMatchObject({ roots: [{ uri: pathToFileURL(folder).href }, { uri: "file:///" }] });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** Calls the tool, and answers a question of the server in between if there is one to answer. */
function calling(...between: readonly ScriptedAnswer[]) {
  return scriptedModel([{ calls: [{ name: "mcp__shop__ask" }] }, ...between]);
}

function openWith(call: readonly CallStep[], revision: Revision | "both" = "both") {
  const script: ServerScript = { revision, tools: [{ name: "ask", call }] };
  return stdioServer(script);
}

function envOf(env: Readonly<Record<string, string>>) {
  return Object.entries(env).map(([name, value]) => ({ name, value }));
}
