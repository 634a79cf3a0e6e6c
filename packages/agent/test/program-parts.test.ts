import { RequestError } from "@agentclientprotocol/sdk";
import { rehearsalModel, serveAgent } from "@tenon/agent";
import { linkedPair } from "@tenon/testkit";
import { defineTool, defineToolset, jsonSchema, ToolError, type ToolContext } from "@tenon/toolset";
import { describe, expect, it } from "vitest";

import { connectAgent } from "./support/connect-agent.ts";
import { scriptedModel, serverTools } from "./support/scripted-model.ts";

const orderState = defineTool({
  name: "order_state",
  description: "The state of an order.",
  input: jsonSchema<{ order: string }>({
    type: "object",
    properties: { order: { type: "string" } },
    required: ["order"],
  }),
  run({ order }) {
    if (order !== "A-17") throw new ToolError("not_found", `There is no order ${order}`);
    return { state: "shipped" };
  },
});

describe("tools of the host program", () => {
  it("are called by the model like those of any server, after the user allowed it", async () => {
    const model = scriptedModel([{ calls: [{ name: "mcp__host__order_state", args: { order: "A-17" } }] }]);
    await using client = await connectAgent({ model, program: { tools: [orderState] } });
    const sessionId = await client.open();
    await client.prompt(sessionId, "Where is A-17?");
    expect(serverTools(model.requests[0])).toContain("mcp__host__order_state");
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("shipped");
    expect(client.transcript.entries.some(({ text }) => text.includes("session/request_permission"))).toBe(true);
  });

  it("are started and stopped once for each session", async () => {
    const log: string[] = [];
    const toolset = defineToolset({
      name: "shop",
      version: "1.0.0",
      start: () => {
        log.push("start");
        return { closed: false };
      },
      stop: () => void log.push("stop"),
      tools: [
        defineTool({
          name: "ping",
          description: "Answers.",
          run: (_args, { state }: ToolContext<{ closed: boolean }>) => `closed: ${state.closed}`,
        }),
      ],
    });
    const model = scriptedModel([{ calls: [{ name: "mcp__shop__ping" }, { name: "mcp__shop__ping" }] }]);
    await using client = await connectAgent({ model, program: { tools: [toolset] } });
    const sessionId = await client.open();
    await client.prompt(sessionId, "ping");
    expect(log).toEqual(["start"]);
    await client.request("session/close", { sessionId });
    expect(log).toEqual(["start", "stop"]);
  });

  it("refuse a server of the client with the same name", async () => {
    await using client = await connectAgent({ program: { tools: [orderState] } });
    const server = { name: "host", command: process.execPath, args: [], env: [] };
    await expect(client.newSession({ cwd: "/", mcpServers: [server] })).rejects.toThrow(/named "host"/);
  });

  it("ask the user in the middle of a call, and show no progress but their own", async () => {
    const close = defineTool({
      name: "close",
      description: "Closes the shop.",
      async run(_args, { elicit, progress }) {
        const schema = { type: "object" as const, properties: { sure: { type: "boolean" as const } } };
        const answer = await elicit({ message: "Close the shop?", schema });
        progress(1, { message: "Locking the door" });
        return answer.action;
      },
    });
    const model = scriptedModel([{ calls: [{ name: "mcp__host__close" }] }]);
    await using client = await connectAgent({
      model,
      program: { tools: [close] },
      capabilities: { elicitation: { form: {} } },
      answers: { "elicitation/create": () => ({ action: "accept", content: { sure: true } }) },
    });
    const sessionId = await client.open();
    await client.prompt(sessionId, "close it");
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("accept");
    expect(JSON.stringify(client.updates(sessionId))).not.toContain("Fulfilling input");
  });

  it("give the model an id of an inner error, and the host program all of it", async () => {
    const broken = defineTool({
      name: "broken",
      description: "Fails.",
      run: () => {
        throw new Error("postgres://me:secret@host");
      },
    });
    const logged: unknown[] = [];
    const model = scriptedModel([{ calls: [{ name: "mcp__host__broken" }] }]);
    await using client = await connectAgent({
      model,
      program: { tools: [broken], onToolLog: ({ message }) => void logged.push(message) },
    });
    await client.prompt(await client.open(), "go");
    expect(JSON.stringify(model.requests[1]?.messages)).not.toContain("secret");
    expect(JSON.stringify(logged)).toContain("secret");
  });
});

describe("modes of the host program", () => {
  const careful = {
    id: "careful",
    name: "Careful",
    description: "Calls nothing",
    above: [
      { effect: "deny" as const, when: { subject: "tool-call" as const }, why: "the session is in careful mode" },
    ],
    instruction: "Only answer.",
  };

  it("stand beside ours, hold their rules, and are part of the system prompt", async () => {
    const model = scriptedModel([{ calls: [{ name: "mcp__host__order_state", args: { order: "A-17" } }] }]);
    await using client = await connectAgent({ model, program: { tools: [orderState], modes: [careful] } });
    const { sessionId, modes } = await client.newSession({ cwd: "/", mcpServers: [] });
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(["ask", "code", "architect", "careful"]);
    await client.request("session/set_mode", { sessionId, modeId: "careful" });
    await client.prompt(sessionId, "Where is A-17?");
    expect(model.requests[0]?.system.join("\n")).toContain("Only answer.");
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("the session is in careful mode");
  });

  it("are stored with the session", async () => {
    await using client = await connectAgent({ program: { modes: [careful] } });
    const { sessionId } = await client.newSession({ cwd: "/", mcpServers: [] });
    await client.request("session/set_mode", { sessionId, modeId: "careful" });
    const reopened = await client.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
    expect(reopened).toMatchObject({ modes: { currentModeId: "careful" } });
  });
});

describe("commands of the host program", () => {
  it("answer by themselves, or write the prompt of a turn", async () => {
    const model = scriptedModel([{ text: "It is late." }]);
    const commands = [
      {
        name: "stock",
        description: "What is left",
        run: async (input: string, run: { say(text: string): Promise<void> }) => run.say(`3 of ${input}`),
      },
      {
        name: "late",
        description: "Late orders",
        hint: "[days]",
        run: async (input: string) => `Which orders are ${input} days late?`,
      },
    ];
    await using client = await connectAgent({ model, program: { commands } });
    const sessionId = await client.open();
    await client.until((update) => update.sessionUpdate === "available_commands_update");
    expect(client.commands(sessionId).slice(0, 2)).toEqual(["stock", "late"]);
    await client.prompt(sessionId, "/stock A-17");
    expect(client.text(sessionId)).toContain("3 of A-17");
    expect(model.requests).toEqual([]);
    await client.prompt(sessionId, [
      { type: "text", text: "/late 5" },
      { type: "resource", resource: { uri: "file:///orders.txt", text: "A-17" } },
    ]);
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("Which orders are 5 days late?");
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("A-17");
  });

  it("replace ours of the same name, and say what they throw", async () => {
    const commands = [
      { name: "cost", description: "Ours", run: () => Promise.reject(new Error("The till is closed")) },
    ];
    await using client = await connectAgent({ program: { commands } });
    const sessionId = await client.open();
    await client.prompt(sessionId, "/cost");
    expect(client.text(sessionId)).toContain("The till is closed");
    await client.prompt(sessionId, "/help");
    expect(client.text(sessionId).match(/`\/cost`/g)).toHaveLength(1);
  });
});

describe("methods of the host program", () => {
  it("[R39] answer requests, receive notifications, and are advertised", async () => {
    const heard: unknown[] = [];
    const methods = {
      "_shop/stock": async (params: unknown, call: { notify(method: string, params?: object): Promise<void> }) => {
        await call.notify("_shop/asked", { params });
        return { pieces: 3 };
      },
      "_shop/seen": (params: unknown) => void heard.push(params),
      "_shop/refuse": () => {
        throw new RequestError(-32_050, "Closed", { until: 8 });
      },
    };
    await using client = await connectAgent({ program: { methods } });
    expect(client.initialized.agentCapabilities?._meta).toMatchObject({
      tenon: { version: 1 },
      shop: { methods: ["_shop/stock", "_shop/seen", "_shop/refuse"] },
    });
    await client.notify("_shop/seen", { order: "A-17" });
    await expect(client.request("_shop/stock", { order: "A-17" })).resolves.toEqual({ pieces: 3 });
    await expect(client.request("_shop/seen", {})).resolves.toEqual({});
    expect(heard).toEqual([{ order: "A-17" }, {}]);
    expect(client.transcript.entries.some(({ text }) => text.includes('"_shop/asked"'))).toBe(true);
    await expect(client.request("_shop/refuse", {})).rejects.toMatchObject({ code: -32_050, data: { until: 8 } });
    await expect(client.request("_shop/none", {})).rejects.toMatchObject({ code: -32_601 });
  });

  it("a notification that fails ends nothing", async () => {
    const methods = { "_shop/bad": () => Promise.reject(new Error("no")) };
    await using client = await connectAgent({ program: { methods } });
    await client.notify("_shop/bad", {});
    await expect(client.open()).resolves.toBeTypeOf("string");
  });
});

it.each([
  [{ model: rehearsalModel(), methods: { "shop/stock": () => 1 } }, /_vendor\/name/],
  [{ model: rehearsalModel(), methods: { "_tenon/receipts": () => 1 } }, /tenon/],
  [{ model: rehearsalModel(), modes: [{ id: "code", name: "Code", description: "" }] }, /Two modes/],
  [{}, /"models" or a "model"/],
])("serveAgent throws for options that cannot be used: %#", (options, problem) => {
  const pair = linkedPair<never>();
  expect(() => serveAgent(pair.left, { version: "1.0.0", ...options })).toThrow(problem);
});
