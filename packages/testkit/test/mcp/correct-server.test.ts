/**
 * A script without misbehaviour is a correct server: the official client finds nothing wrong with it, over every
 * transport and in both revisions.
 */

import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";

import type { ServerScript } from "../../src/mcp/index.ts";
import { connectBoth, WAYS } from "./official-client.ts";

const script: ServerScript = {
  name: "well-behaved",
  instructions: "Echo first.",
  tools: [
    {
      name: "echo",
      title: "Echo",
      description: "Says it again",
      inputSchema: { type: "object", properties: { word: { type: "string" } } },
      annotations: { readOnlyHint: true },
      _meta: { "com.example/colour": "green" },
    },
    { name: "structured", outputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } },
    {
      name: "steps",
      call: [{ type: "progress", times: 3, message: "working" }, { type: "wait-for-release" }, { type: "echo" }],
    },
    { name: "stuck", call: [{ type: "wait-for-cancel" }] },
    { name: "grow", call: [{ type: "change-tools", change: { add: [{ name: "grown" }] } }] },
    {
      name: "ask",
      call: [
        {
          type: "elicit",
          params: { message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } },
        },
      ],
    },
    { name: "visit", call: [{ type: "elicit", params: { mode: "url", message: "Go", url: "https://example.com/" } }] },
    {
      name: "think",
      call: [
        {
          type: "sample",
          params: { messages: [{ role: "user", content: { type: "text", text: "2+2?" } }], maxTokens: 10 },
        },
      ],
    },
    { name: "where", call: [{ type: "roots" }] },
    { name: "twice", call: [{ type: "roots" }, { type: "roots" }] },
    {
      name: "together",
      call: [
        {
          type: "ask",
          questions: {
            where: { type: "roots" },
            who: { type: "elicit", params: { message: "Who?", requestedSchema: { type: "object", properties: {} } } },
          },
        },
      ],
    },
  ],
  resources: [
    { uri: "note:///one", name: "one", mimeType: "text/plain", text: "first" },
    { uri: "note:///image", name: "image", mimeType: "image/png", blob: "AAAA" },
  ],
  resourceTemplates: [{ uriTemplate: "note:///by-name/{name}", name: "by name", text: "any" }],
  prompts: [
    {
      name: "greet",
      description: "Greets",
      arguments: [{ name: "who" }],
      messages: [{ role: "user", content: { type: "text", text: "Hello" } }],
    },
  ],
};

const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** Answers whatever the server asks. */
function answering(client: Client): void {
  client.setRequestHandler("elicitation/create", (request) =>
    request.params.mode === "url" ? { action: "accept" } : { action: "accept", content: { name: "Ada" } },
  );
  client.setRequestHandler("sampling/createMessage", () => ({
    model: "test",
    role: "assistant",
    content: { type: "text", text: "4" },
  }));
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///project", name: "project" }] }));
}

describe.each(WAYS)("a well-behaved server over $transport in $revision", (way) => {
  it("introduces itself and lists and reads everything it has", async () => {
    await using both = await connectBoth(way, script);
    const { client } = both;
    expect(client.getNegotiatedProtocolVersion()).toBe(way.revision);
    expect(client.getServerVersion()).toMatchObject({ name: "well-behaved" });
    expect(client.getInstructions()).toBe("Echo first.");

    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(script.tools?.map((tool) => tool.name));
    expect(tools[0]).toMatchObject({
      title: "Echo",
      description: "Says it again",
      annotations: { readOnlyHint: true },
      _meta: { "com.example/colour": "green" },
    });
    const { resources } = await client.listResources();
    expect(resources).toHaveLength(2);
    expect(resources[0]).not.toHaveProperty("text");
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "note:///by-name/{name}" }]);
    const image = await client.readResource({ uri: "note:///image" });
    expect(image.contents).toEqual([{ uri: "note:///image", mimeType: "image/png", blob: "AAAA" }]);
    const named = await client.readResource({ uri: "note:///by-name/x" });
    expect(named.contents).toEqual([{ uri: "note:///by-name/x", text: "any" }]);
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([{ name: "greet", arguments: [{ name: "who" }] }]);
    const { messages } = await client.getPrompt({ name: "greet" });
    expect(messages).toMatchObject([{ role: "user" }]);
  });

  it("answers calls, with structured content and progress where they belong", async () => {
    await using both = await connectBoth(way, script);
    const { client, server } = both;
    const echoed = await client.callTool({ name: "echo", arguments: { word: "hello" } });
    expect(echoed.content).toEqual([{ type: "text", text: `{"word":"hello"}` }]);
    await client.listTools();
    const structured = await client.callTool({ name: "structured", arguments: { n: 1 } });
    expect(structured.structuredContent).toEqual({ n: 1 });

    const progress: unknown[] = [];
    // This client drops progress that arrives together with the response, so the response waits.
    const onprogress = (step: unknown) => progress.push(step) === 3 && server.release("steps");
    await client.callTool({ name: "steps" }, { onprogress });
    expect(progress).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3, message: "working" })));
  });

  it("[P79] learns that a call was cancelled", async () => {
    await using both = await connectBoth(way, script);
    const { client, server } = both;
    const cancel = new AbortController();
    const call = client.callTool({ name: "stuck" }, { signal: cancel.signal }).catch((error: unknown) => error);
    await server.until("call-start", ({ tool }) => tool === "stuck");
    cancel.abort(new Error("enough"));
    expect(await call).toBeInstanceOf(Error);
    const isStream = way.transport === "http" && way.revision === "2026-07-28";
    expect(await server.until("call-cancel")).toMatchObject({ tool: "stuck", by: isStream ? "disconnect" : "message" });
    await server.until("call-end", ({ tool }) => tool === "stuck");
  });

  it("[S-09] asks the person, the model and for roots in the middle of a call", async () => {
    await using both = await connectBoth(way, script, { capabilities, prepare: answering });
    const { client, server } = both;
    const textOf = async (name: string) => {
      const { content } = await client.callTool({ name });
      const [block] = content;
      return block?.type === "text" ? block.text : undefined;
    };
    expect(await textOf("ask")).toBe(`{"action":"accept","content":{"name":"Ada"}}`);
    expect(await textOf("visit")).toBe(`{"action":"accept"}`);
    expect(await textOf("think")).toContain(`"text":"4"`);
    expect(await textOf("where")).toContain("file:///project");
    expect(await textOf("twice")).toMatch(/^\[.*file:\/\/\/project.*,.*file:\/\/\/project.*\]$/);
    expect(await textOf("together")).toMatch(/^\{"where":\{"roots":\[.*\]\},"who":\{"action":"accept".*\}\}$/);
    const calls = (await server.recorded()).filter((record) => record.type === "call-start");
    expect(calls.map(({ tool }) => tool)).toEqual(["ask", "visit", "think", "where", "twice", "together"]);
  });

  it("[S-06] does not ask a client that cannot answer", async () => {
    await using both = await connectBoth(way, script);
    const { client, server } = both;
    const refusal =
      way.revision === "2026-07-28"
        ? { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } }
        : { isError: true };
    expect(await client.callTool({ name: "ask" }).catch((error: unknown) => error)).toMatchObject(refusal);
    expect((await server.recorded()).filter((record) => record.type === "client-answer")).toEqual([]);
  });

  it("[O-02] reports that its tools have changed", async () => {
    const changed = Promise.withResolvers<readonly string[]>();
    const onChanged = (_error: unknown, tools: readonly { readonly name: string }[] | null) =>
      changed.resolve(tools?.map((tool) => tool.name) ?? []);
    await using both = await connectBoth(way, script, { listChanged: { tools: { onChanged, debounceMs: 0 } } });
    const { client } = both;
    await client.callTool({ name: "grow" });
    expect(await changed.promise).toContain("grown");
    const grown = await client.callTool({ name: "grown", arguments: { a: 1 } });
    expect(grown.content).toEqual([{ type: "text", text: `{"a":1}` }]);
  });

  it("refuses what it does not have", async () => {
    await using both = await connectBoth(way, { tools: [] }, {});
    const { client } = both;
    await expect(client.callTool({ name: "nobody" })).rejects.toMatchObject({ code: -32602 });
    const { tools } = await client.listTools();
    expect(tools).toEqual([]);
  });
});
