import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { memoryGrantStore } from "@tenon/policy";
import { calls } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel, serverTools } from "../support/scripted-model.ts";

const own = ["tools", "mcp", "grants", "compact", "cost", "help"];

describe("commands", () => {
  it("[S-01] are sent after every way to open a session", async () => {
    await using client = await connectAgent();
    const sessionId = await client.open();
    await client.until((update) => update.sessionUpdate === "available_commands_update");
    expect(client.commands(sessionId)).toEqual(own);
    for (const method of ["session/load", "session/resume"] as const) {
      await client.request(method, { sessionId, cwd: "/", mcpServers: [] });
      const told = () =>
        client.updates(sessionId).filter((each) => each.sessionUpdate === "available_commands_update").length;
      await client.until(() => told() === (method === "session/load" ? 2 : 3));
    }
  });

  it("are answered as messages, without the model, and end the turn", async () => {
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    await expect(client.prompt(sessionId, "/help")).resolves.toEqual({ stopReason: "end_turn" });
    for (const name of own) expect(client.text(sessionId)).toContain(`\`/${name}`);
    expect(model.requests).toEqual([]);
  });

  it("an unknown one is ordinary text", async () => {
    const model = scriptedModel([{ text: "A path, I think." }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    await client.prompt(sessionId, "/etc/hosts has a mistake");
    expect(model.requests[0]?.messages).toEqual([
      { role: "user", parts: [{ type: "text", text: "/etc/hosts has a mistake" }] },
    ]);
  });

  it("[R133] may come with other blocks", async () => {
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    const resource = { uri: "file:///a.txt", text: "a" };
    await client.prompt(sessionId, [
      { type: "resource", resource },
      { type: "text", text: "/cost" },
    ]);
    expect(client.text(sessionId)).toContain("No request has been sent to the model yet.");
    expect(model.requests).toEqual([]);
  });

  it("[R68] can be cancelled", async () => {
    const prompts = [{ name: "greet", messages: [] }];
    await using server = await stdioServer({ prompts, misbehaviour: { silentOn: ["prompts/get"] } });
    await using client = await connectAgent();
    const sessionId = await client.open({ silent: server });
    await client.until((update) => JSON.stringify(update).includes("silent:greet"));
    const turn = client.prompt(sessionId, "/silent:greet");
    await server.until("message", ({ message }) => message["method"] === "prompts/get");
    await client.cancel(sessionId);
    await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
  });
});

describe("/tools", () => {
  const tools = [
    { name: "read", title: "Read a page", description: "reads a page of the wiki" },
    { name: "write", description: "writes a page of the wiki" },
  ];

  it("[T-04] switches tools and servers off and on, from the next request on", async () => {
    await using wiki = await stdioServer({ tools });
    await using other = await stdioServer({ tools: [{ name: "shout" }] });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ wiki, other });
    const offered = async (line: string) => {
      await client.prompt(sessionId, line);
      await client.prompt(sessionId, "hello");
      return serverTools(model.requests.at(-1));
    };
    await expect(offered("hello")).resolves.toEqual(["mcp__other__shout", "mcp__wiki__read", "mcp__wiki__write"]);
    await expect(offered("/tools off write")).resolves.toEqual(["mcp__other__shout", "mcp__wiki__read"]);
    await expect(offered("/tools off other")).resolves.toEqual(["mcp__wiki__read"]);
    await expect(offered("/tools on wiki/write")).resolves.toEqual(["mcp__wiki__read", "mcp__wiki__write"]);
    await client.prompt(sessionId, "/tools why shout");
    expect(client.text(sessionId)).toContain("`other/shout`: Manual, so not offered (set by the session)");
    await client.prompt(sessionId, "/tools");
    expect(client.text(sessionId)).toMatch(
      /\*\*wiki\*\*: 2 tools, 2 in the last request\n- `read` \(offered, \d+ tokens\)/,
    );
  });

  it("what is off is not called by a model that remembers it, and stays off when the session is loaded", async () => {
    await using wiki = await stdioServer({ tools });
    const model = scriptedModel([{}, { calls: [{ name: "mcp__wiki__write" }] }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ wiki });
    await client.prompt(sessionId, "hello");
    await client.prompt(sessionId, "/tools off write");
    await client.prompt(sessionId, "write");
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain("No tool named mcp__wiki__write");
    const env = Object.entries(wiki.env).map(([name, value]) => ({ name, value }));
    const mcpServers = [{ name: "wiki", command: wiki.command, args: [...wiki.args], env }];
    await client.request("session/load", { sessionId, cwd: "/", mcpServers });
    await client.prompt(sessionId, "hello");
    expect(serverTools(model.requests.at(-1))).toEqual(["mcp__wiki__read"]);
  });

  it("[T-04] [M-09] switches the agent's own tools off and on, in this session only, and also when it is loaded", async () => {
    const model = scriptedModel([{}, { calls: [{ name: "run_command", args: { line: "true" } }] }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    const offered = async (session = sessionId) => {
      await client.prompt(session, "hello");
      return model.requests.at(-1)?.tools.some(({ name }) => name === "run_command");
    };
    await expect(offered()).resolves.toBe(true);
    await client.prompt(sessionId, "/tools off run_command");
    expect(client.text(sessionId)).toContain("`run_command` (built in) is now off.");
    await expect(offered()).resolves.toBe(false);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("No tool named run_command");
    await expect(offered(await client.open())).resolves.toBe(true);
    await client.prompt(sessionId, "/tools");
    expect(client.text(sessionId)).toContain("`run_command` (off)");
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    await expect(offered()).resolves.toBe(false);
    await client.prompt(sessionId, "/tools why run_command");
    expect(client.text(sessionId)).toContain("was switched off in this session");
    await client.prompt(sessionId, "/tools on run_command");
    await expect(offered()).resolves.toBe(true);
  });

  it("[S-08] names the servers that are still starting", async () => {
    await using slow = await stdioServer({ tools, misbehaviour: { silentOn: ["initialize", "server/discover"] } });
    await using client = await connectAgent();
    const sessionId = await client.open({ slow });
    await client.prompt(sessionId, "/tools");
    await client.prompt(sessionId, "/tools list slow");
    expect(client.text(sessionId)).toContain("Still starting: `slow`.");
    expect(client.text(sessionId)).not.toContain("There are no tools");
    expect(client.text(sessionId)).not.toContain("has no tools");
  });

  it("searches, and says what it did not understand", async () => {
    await using wiki = await stdioServer({ tools });
    await using client = await connectAgent();
    const sessionId = await client.open({ wiki });
    await client.prompt(sessionId, "hello");
    await client.prompt(sessionId, "/tools search write page");
    expect(client.text(sessionId)).toContain("- `wiki/write`: writes a page of the wiki");
    await client.prompt(sessionId, "/tools off nothing");
    expect(client.text(sessionId)).toContain("No tool or server named `nothing`.");
    await client.prompt(sessionId, "/tools dance");
    expect(client.text(sessionId)).toContain("Usage: `/tools [list");
  });
});

describe("/grants", () => {
  it("lists what is remembered and takes it back, and the next call is asked about again", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    const again = { calls: [{ name: "mcp__s__echo" }] };
    const model = scriptedModel([again, {}, again, {}, again]);
    const grants = memoryGrantStore();
    await using client = await connectAgent({
      model,
      services: { grants },
      answers: {
        "session/request_permission": () => ({ outcome: { outcome: "selected", optionId: "allow-always" } }),
      },
    });
    const asked = () => client.transcript.entries.filter(calls("session/request_permission")).length;
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "one");
    await client.prompt(sessionId, "two");
    expect(asked()).toBe(1);
    await client.prompt(sessionId, "/grants");
    const [, id = ""] =
      /`([0-9a-f]{8})` Allowed without asking: any call to "echo" of "s"/.exec(client.text(sessionId)) ?? [];
    await client.prompt(sessionId, `/grants revoke ${id}`);
    await expect(grants.list()).resolves.toEqual([]);
    await client.prompt(sessionId, "three");
    expect(asked()).toBe(2);
    await client.prompt(sessionId, "/grants revoke nobody");
    expect(client.text(sessionId)).toContain("No grant with id nobody.");
  });
});

describe("/cost and /compact", () => {
  it("[V-01] says what the session has cost, and that an unpriced model makes it unknown", async () => {
    const priced = scriptedModel([], { contextTokens: 1_000 });
    await using client = await connectAgent({ model: priced });
    const sessionId = await client.open();
    await client.prompt(sessionId, "hello");
    await client.prompt(sessionId, "/cost");
    expect(client.text(sessionId)).toContain("10 input, 5 output\n- Context: 15 of 1000 tokens\n- Cost: $0.5000");
    await using other = await connectAgent({ model: scriptedModel([], { cost: () => undefined }) });
    const unpriced = await other.open();
    await other.prompt(unpriced, "hello");
    await other.prompt(unpriced, "/cost");
    expect(other.text(unpriced)).toContain("- Cost: unknown");
  });

  it("[R151] sums up, and keeps what the user wants kept", async () => {
    const model = scriptedModel([{ text: "x".repeat(400) }, { text: "y".repeat(400) }, { text: "In short: x." }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    await client.prompt(sessionId, "one");
    await client.prompt(sessionId, "two");
    await client.prompt(sessionId, "/compact the letter x");
    expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain("Above all keep: the letter x");
    await client.prompt(sessionId, "three");
    expect(JSON.stringify(model.requests[3]?.messages)).toContain("In short: x.");
  });

  it("[R151] [R150] says once what came of it, and does not call a conversation long that is not", async () => {
    const failing = () => {
      throw new Error("The model is away");
    };
    const model = scriptedModel([{ text: "Hello." }, failing, { text: "In short." }]);
    await using client = await connectAgent({ model, capabilities: { session: { notices: {} } } });
    const sessionId = await client.open();
    const said = async (prompt: string) => {
      const before = client.updates(sessionId).length;
      await client.prompt(sessionId, prompt);
      return client.updates(sessionId).slice(before).flatMap(wordsOf);
    };
    expect(await said("/compact")).toEqual(["There is nothing to summarize."]);
    await client.prompt(sessionId, "hello");
    expect(await said("/compact")).toEqual([
      "Summarizing the conversation so far",
      "Could not summarize: The model is away",
      "The conversation could not be summarized and is unchanged.",
    ]);
    expect(await said("/compact")).toEqual(["Summarizing the conversation so far", "The conversation was summarized."]);
  });
});

function wordsOf(update: SessionUpdate): readonly string[] {
  if (update.sessionUpdate === "notice") return [[update.title, update.description].filter(Boolean).join(": ")];
  if (update.sessionUpdate !== "agent_message_chunk" || update.content.type !== "text") return [];
  return [update.content.text.trim()];
}
