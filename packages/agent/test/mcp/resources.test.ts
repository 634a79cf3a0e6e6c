import { calls } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel, serverTools } from "../support/scripted-model.ts";

const long = "0123456789".repeat(6_000);
const resources = [
  { uri: "note:///one", name: "one", description: "The first note", mimeType: "text/plain", text: "It is raining." },
  { uri: "note:///long", name: "long", text: long },
  { uri: "note:///picture", name: "picture", mimeType: "image/png", blob: "AAAA" },
];
const resourceTemplates = [{ uriTemplate: "note:///by/{author}", name: "by author" }];

describe("the model", () => {
  it("is offered resources only when a connected server has some [O-07]", async () => {
    await using server = await stdioServer({ tools: [{ name: "plain" }] });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    await client.prompt(await client.open({ s: server }), "go");
    expect(serverTools(model.requests[0])).toEqual(["mcp__s__plain"]);
    expect(model.requests[0]?.tools.map(({ name }) => name)).not.toContain("list_resources");
    const asked = await server.recorded();
    expect(JSON.stringify(asked)).not.toMatch(/"(prompts|resources)\/list"/);
  });

  it("lists and reads them, as calls of the server that the policy decides about", async () => {
    await using server = await stdioServer({ resources, resourceTemplates });
    const model = scriptedModel([
      { calls: [{ name: "list_resources", args: { server: "notes" } }] },
      { calls: [{ name: "read_resource", args: { server: "notes", uri: "note:///one" } }] },
      { calls: [{ name: "read_resource", args: { server: "notes", uri: "note:///picture" } }] },
    ]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ notes: server });
    await client.prompt(sessionId, "go");
    const { resources: listed } = await client.request<{ resources: unknown }>("_tenon/resources/list", { sessionId });
    expect(listed).toContainEqual({ server: "notes", uri: "note:///one", name: "one", mimeType: "text/plain" });
    const [list, one, picture] = model.requests.slice(1).map(({ messages }) => JSON.stringify(messages.at(-1)));
    expect(list).toContain("note:///one: one, text/plain, The first note");
    expect(list).toContain("note:///by/{author}");
    expect(one).toContain("It is raining.");
    expect(picture).toContain('"type":"image"');
    expect(client.updates(sessionId)).toContainEqual(
      expect.objectContaining({ title: "notes: read note:///one", kind: "read" }),
    );
    expect(client.updates(sessionId)).toContainEqual(
      expect.objectContaining({
        content: [
          { type: "content", content: { type: "resource", resource: expect.objectContaining({ blob: "AAAA" }) } },
        ],
      }),
    );
    expect(client.transcript.entries.filter(calls("session/request_permission"))).toHaveLength(3);
  });

  it("[Q-02] reads a long one page by page", async () => {
    await using server = await stdioServer({ resources });
    const read = (offset: number) => ({ name: "read_resource", args: { server: "s", uri: "note:///long", offset } });
    const model = scriptedModel([{ calls: [read(0)] }, { calls: [read(50_000)] }]);
    await using client = await connectAgent({ model });
    await client.prompt(await client.open({ s: server }), "go");
    const [first = "", second = ""] = model.requests.slice(1).map(({ messages }) => JSON.stringify(messages.at(-1)));
    expect(first).toContain("10000 more characters; continue with offset 50000");
    expect(second).not.toContain("more characters");
    expect(second.length).toBeLessThan(first.length);
  });

  it.each([
    [{ server: "nobody" }, "No server named nobody with resources. Available: notes."],
    [{ server: "notes" }, "uri is missing; it should be a string."],
    [{ server: "notes", uri: "note:///none" }, "Resource not found"],
  ])("reads why %j cannot be read", async (args, reason) => {
    await using server = await stdioServer({ resources });
    const model = scriptedModel([{ calls: [{ name: "read_resource", args }] }]);
    await using client = await connectAgent({ model });
    await client.prompt(await client.open({ notes: server }), "go");
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain(reason);
  });
});

describe("the user", () => {
  it("[R65] attaches a server's resource by a link, and the model gets what is in it", async () => {
    await using server = await stdioServer({ tools: [{ name: "plain" }], resources });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ notes: server });
    await client.prompt(sessionId, [
      { type: "text", text: "What does it say?" },
      { type: "resource_link", name: "one", uri: "note:///one" },
      { type: "resource_link", name: "other", uri: "file:///elsewhere" },
    ]);
    const asked = JSON.stringify(model.requests.at(-1)?.messages.at(-1));
    expect(asked).toContain("It is raining.");
    expect(asked).toContain("[other](file:///elsewhere)");
  });
});
