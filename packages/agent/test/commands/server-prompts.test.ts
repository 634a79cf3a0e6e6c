import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { promptArguments } from "../../src/commands/prompt-arguments.ts";
import { createServerPrompts } from "../../src/mcp/lists/server-prompts.ts";
import { connectAgent, stdio } from "../support/connect-agent.ts";
import { patientHub } from "../support/patient-hub.ts";
import { scriptedModel, serverTools } from "../support/scripted-model.ts";

const prompts = [
  {
    name: "review code",
    description: "Reviews\na change",
    arguments: [{ name: "path", required: true }, { name: "focus" }],
    messages: [
      { role: "user", content: { type: "text", text: "Review this." } },
      { role: "assistant", content: { type: "text", text: "Which part?" } },
      { role: "user", content: { type: "resource", resource: { uri: "note:///a", text: "the change" } } },
    ],
  },
  { name: "greet", messages: [{ role: "assistant", content: { type: "text", text: "Hello!" } }] },
];

describe("a server's prompts", () => {
  it("[S-01] are commands as soon as the server is there, and gone with it", async () => {
    await using server = await stdioServer({ prompts });
    await using client = await connectAgent();
    const sessionId = await client.open({ lint: server });
    const told = await client.until(
      (update) => update.sessionUpdate === "available_commands_update" && JSON.stringify(update).includes("lint:"),
    );
    expect(JSON.parse(JSON.stringify(told)).availableCommands.slice(-2)).toEqual([
      {
        name: "lint:review_code",
        description: "Reviews a change (prompt of lint)",
        input: { hint: "<path> [focus]" },
      },
      { name: "lint:greet", description: "greet (prompt of lint)" },
    ]);
    await client.prompt(sessionId, "/mcp disconnect lint");
    await client.until(() => client.commands(sessionId).every((name) => !name.startsWith("lint:")));
  });

  it("become the messages of a turn, with what else the user's prompt held", async () => {
    await using server = await stdioServer({ prompts });
    const model = scriptedModel([{ text: "Fine." }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ lint: server });
    await client.until((update) => JSON.stringify(update).includes("lint:review_code"));
    await client.prompt(sessionId, [
      { type: "text", text: '/lint:review_code "src/a b.ts" error handling above all' },
      { type: "resource", resource: { uri: "file:///b.ts", text: "let b" } },
    ]);
    const { message } = await server.until("message", ({ message }) => message["method"] === "prompts/get");
    expect(message).toMatchObject({
      params: { name: "review code", arguments: { path: "src/a b.ts", focus: "error handling above all" } },
    });
    const messages = model.requests[0]?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "user"]);
    expect(JSON.stringify(messages[2])).toContain("the change");
    expect(JSON.stringify(messages[3])).toContain("let b");
    expect(client.text(sessionId)).toContain("Fine.");
  });

  it("the last word is the user's, also when the server leaves it to the model", async () => {
    await using server = await stdioServer({ prompts });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ lint: server });
    await client.until((update) => JSON.stringify(update).includes("lint:greet"));
    await client.prompt(sessionId, "/lint:greet me");
    expect(model.requests[0]?.messages.at(-1)).toEqual({
      role: "user",
      parts: [{ type: "text", text: "/lint:greet me" }],
    });
  });

  it("without what they need are not asked for, and say what it is", async () => {
    await using server = await stdioServer({ prompts });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ lint: server });
    await client.until((update) => JSON.stringify(update).includes("lint:review_code"));
    await expect(client.prompt(sessionId, "/lint:review_code")).resolves.toEqual({ stopReason: "end_turn" });
    expect(client.text(sessionId)).toContain('For example: `/lint:review_code path="…"`');
    expect(model.requests).toEqual([]);
    expect(JSON.stringify(await server.recorded())).not.toContain("prompts/get");
  });

  it("[O-07] that cannot be listed cost nothing but themselves", async () => {
    const error = { code: -32_601, message: "Method not found" };
    await using server = await stdioServer({
      tools: [{ name: "echo" }],
      prompts,
      misbehaviour: { errorOn: { "prompts/list": error } },
    });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const { sessionId } = await client.newSession({ mcpServers: [stdio("s", server)] });
    await client.prompt(sessionId, "hello");
    expect(serverTools(model.requests[0])).toEqual(["mcp__s__echo"]);
  });
});

it("[O-18] a list that changes while it is read is read once more, however often it changes", async () => {
  await using server = await stdioServer({ prompts, misbehaviour: { holdOn: { "prompts/list": "list" } } });
  const spec = { type: "stdio", name: "lint", source: "user", cwd: "/", ...server, env: { ...server.env } } as const;
  await using hub = await patientHub({ servers: [spec], cwd: "/", clientInfo: { name: "test", version: "0.0.0" } });
  await hub.ready();
  const lists = createServerPrompts(hub, { onChange: () => {} });
  const reading = Array.from({ length: 10 }, () => lists.refresh("lint"));
  const isList = ({ message }: { readonly message: object }) =>
    "method" in message && message.method === "prompts/list";
  await server.until("message", isList);
  server.release("list");
  await Promise.all(reading);
  expect(lists.all).toHaveLength(2);
  expect((await server.recorded()).filter((event) => event.type === "message" && isList(event))).toHaveLength(2);
});

describe("the arguments of a prompt", () => {
  const known = [
    { name: "path", isRequired: true },
    { name: "focus", isRequired: false },
  ];

  it.each([
    ["", {}, ["path"]],
    ["a.ts", { path: "a.ts" }, []],
    ["a.ts all of it", { path: "a.ts", focus: "all of it" }, []],
    ["focus=names a.ts", { path: "a.ts", focus: "names" }, []],
    ["focus=\"two words\" path='it is'", { path: "it is", focus: "two words" }, []],
    ["a=b", { path: "a=b" }, []],
    ['focus="half', { focus: '"half' }, ["path"]],
  ])("in %j", (input, args, missing) => {
    const read = promptArguments(input, known);
    expect(read.args).toEqual(args);
    expect(read.missing.map(({ name }) => name)).toEqual(missing);
  });
});
