import { malformedTools, oddlyNamedTools, oddSchemaTools, startHttpServer, type ToolScript } from "@tenon/testkit/mcp";
import { manualClock } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft } from "../open-test-hub.ts";
import { openTestEndpoint, TAKER, textOf } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const way = { door: "stream", revision: "2025-11-25" } as const;
const OWN = ["find_tools", "describe_tool", "call_tool", "read_result"];

describe("tools/list", () => {
  it("[W7] is answered at once while the hub is still opening, and the tools are announced when they are there", async () => {
    await using server = await startHttpServer({ tools: [{ name: "add" }] });
    const opened = Promise.withResolvers<void>();
    await using endpoint = await openTestEndpoint([httpSpec("sums", server)], {
      give: async (hub) => {
        await opened.promise;
        return hub;
      },
    });
    const announced = Promise.withResolvers<readonly string[]>();
    const onChanged = (_error: unknown, tools: readonly { readonly name: string }[] | null) =>
      announced.resolve(tools?.map(({ name }) => name) ?? []);
    const client = await endpoint.join({ ...way, listChanged: { tools: { onChanged } } });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(OWN);
    opened.resolve();
    expect(await announced.promise).toEqual([...OWN, "sums__add"]);
  });

  it("[W7] waits no longer than it may for a server that hangs, and only the first time", async () => {
    await using good = await startHttpServer({ tools: [{ name: "add" }] });
    await using hanging = await startHttpServer({
      misbehaviour: { http: { faults: [{ answer: { type: "stall" } }] } },
    });
    const clock = manualClock();
    await using endpoint = await openTestEndpoint([httpSpec("sums", good), httpSpec("stuck", hanging)], {
      isReady: false,
      endpoint: { clock, taker: { ...TAKER, followsChanges: false } },
    });
    await endpoint.hub.until("sums", "listed");
    const client = await endpoint.join(way);
    const listing = client.listTools();
    await expect.poll(() => clock.waiting).toBe(1);
    await clock.advance(2_000);
    expect((await listing).tools.map(({ name }) => name)).toContain("sums__add");
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("sums__add");
    expect(clock.waiting).toBe(0);
  });

  it("[P64] [P65] [P66] has unique names within the agent's limit, whatever servers call their tools", async () => {
    await using server = await startHttpServer({ tools: Object.values(oddlyNamedTools) });
    const name = "a server with a very long name indeed";
    await using endpoint = await openTestEndpoint([{ ...httpSpec(name, server), source: "client" }], {
      endpoint: { taker: { ...TAKER, nameLength: 40 } },
    });
    const client = await endpoint.join(way);
    const names = (await client.listTools()).tools.slice(OWN.length).map((tool) => tool.name);
    expect(new Set(names).size).toBe(Object.keys(oddlyNamedTools).length);
    for (const each of names) expect(each).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
    for (const each of names) {
      expect(textOf(await client.callTool({ name: each, arguments: { a: 1 } }))).toContain('"a":1');
      expect(endpoint.find(each)).toMatchObject({ name: each, server: name });
    }
  });

  it("[P56] [P-09] has every tool that can be used, with its schema as it is, beside malformed ones", async () => {
    const tools: readonly ToolScript[] = Object.values(oddSchemaTools);
    await using server = await startHttpServer({
      tools,
      misbehaviour: { toolListEntries: Object.values(malformedTools) },
    });
    await using endpoint = await openTestEndpoint([{ ...httpSpec("odd", server), source: "client" }]);
    const client = await endpoint.join(way);
    const listed = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
    for (const { name, inputSchema } of tools) {
      const found = [...listed.values()].find((tool) => endpoint.find(tool.name)?.tool === name);
      expect(found?.inputSchema).toMatchObject({ ...inputSchema, type: "object" });
    }
  });

  it("[P-08] [P-11] [WA15] cuts long descriptions, and describe_tool has the whole one", async () => {
    const description = `${"Adds. ".repeat(400)}The end.`;
    const outputSchema = { type: "object", properties: { sum: { type: "number" } } };
    await using server = await startHttpServer({ tools: [{ name: "add", description, outputSchema }] });
    await using endpoint = await openTestEndpoint([httpSpec("sums", server)], {
      endpoint: { taker: { ...TAKER, toolMeta: { "anthropic/maxResultSizeChars": 500_000 } } },
    });
    const client = await endpoint.join(way);
    const tool = (await client.listTools()).tools.at(-1);
    expect(tool?.description?.length).toBeLessThanOrEqual(1_024);
    expect(tool?._meta).toMatchObject({ "anthropic/maxResultSizeChars": 500_000 });
    expect(tool?.outputSchema).toBeUndefined();
    const full = textOf(await client.callTool({ name: "describe_tool", arguments: { name: "sums__add" } }));
    expect(full).toContain("The end.");
    expect(full).toContain('"sum"');
  });

  it("has the program's functions first, and calls them", async () => {
    await using endpoint = await openTestEndpoint([], {
      endpoint: {
        functions: [
          { name: "shout", annotations: { readOnlyHint: true }, run: async ({ word }) => String(word).toUpperCase() },
          { name: "fail", run: () => Promise.reject(new Error("It is broken")) },
        ],
      },
    });
    const client = await endpoint.join(way);
    const { tools } = await client.listTools();
    expect(tools.slice(OWN.length)).toMatchObject([
      { name: "shout", annotations: { readOnlyHint: true } },
      { name: "fail" },
    ]);
    expect(textOf(await client.callTool({ name: "shout", arguments: { word: "hi" } }))).toBe("HI");
    const failed = await client.callTool({ name: "fail", arguments: {} });
    expect([failed.isError, textOf(failed)]).toEqual([true, "It is broken"]);
    expect(endpoint.find("shout")).toMatchObject({ server: "tenon", tool: "shout" });
  });
});

describe("tools that are not listed", () => {
  it("[W13] [W14] are found, described and called", async () => {
    const tools = Array.from({ length: 300 }, (_, at) => ({ name: `tool_${at}`, description: `Does number ${at}.` }));
    const special = { name: "paint", description: "Paints a picture of a horse." };
    await using server = await startHttpServer({ tools: [...tools, special] });
    await using endpoint = await openTestEndpoint([httpSpec("many", server)]);
    const client = await endpoint.join(way);
    const listed = (await client.listTools()).tools;
    expect(listed.length).toBeLessThan(110);
    expect(listed[0]?.description).toContain("many (301)");
    const found = textOf(await client.callTool({ name: "find_tools", arguments: { query: "picture of a horse" } }));
    expect(found).toContain("many__paint: Paints a picture of a horse.");
    expect(found).toContain("call_tool");
    const args = { name: "many__paint", arguments: { a: 1 } };
    expect(textOf(await client.callTool({ name: "call_tool", arguments: args }))).toContain('"a":1');
    const asText = { name: "many__paint", arguments: '{"a":2}' };
    expect(textOf(await client.callTool({ name: "call_tool", arguments: asText }))).toContain('"a":2');
  });

  it("are reached while their server is still starting: the call waits for it", async () => {
    await using server = await startHttpServer({ tools: [{ name: "add" }] });
    const begun = Promise.withResolvers<void>();
    await using endpoint = await openTestEndpoint([httpSpec("sums", server)], {
      isReady: false,
      hub: { begin: begun.promise },
    });
    const client = await endpoint.join(way);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(OWN);
    const calling = client.callTool({ name: "call_tool", arguments: { name: "sums__add", arguments: { n: 1 } } });
    begun.resolve();
    expect(textOf(await calling)).toContain('"n":1');
  });

  it("keep their own names in an endpoint of one server, which is waited for too", async () => {
    await using server = await startHttpServer({ tools: [{ name: "add" }, { name: "find_tools" }, { name: "a b" }] });
    const begun = Promise.withResolvers<void>();
    await using endpoint = await openTestEndpoint([{ ...httpSpec("sums", server), source: "client" }], {
      isReady: false,
      hub: { begin: begun.promise },
      endpoint: { names: "plain" },
    });
    const client = await endpoint.join(way);
    const calling = client.callTool({ name: "add", arguments: { n: 1 } });
    begun.resolve();
    expect(textOf(await calling)).toContain('"n":1');
    const names = (await client.listTools()).tools.slice(OWN.length).map(({ name }) => name);
    expect(names).toEqual([expect.stringMatching(/^sums__a_b_[0-9a-f]{8}$/), "add", "sums__find_tools"]);
  });

  it("are unknown if their server does not start, and the call does not hang", async () => {
    const begun = Promise.withResolvers<void>();
    await using endpoint = await openTestEndpoint(
      [{ type: "stdio", name: "sums", command: "/does/not/exist", args: [], env: {} }],
      { isReady: false, hub: { begin: begun.promise } },
    );
    const client = await endpoint.join(way);
    const calling = client.callTool({ name: "call_tool", arguments: { name: "sums__add" } });
    begun.resolve();
    expect((await calling).isError).toBe(true);
  });

  it("are explained by find_tools: servers that are starting, and those that failed", async () => {
    const begun = Promise.withResolvers<void>();
    await using endpoint = await openTestEndpoint(
      [{ type: "stdio", name: "sums", command: "/does/not/exist", args: [], env: {} }],
      { isReady: false, hub: { begin: begun.promise } },
    );
    const client = await endpoint.join(way);
    const find = async () => textOf(await client.callTool({ name: "find_tools", arguments: { query: "add" } }));
    expect(await find()).toContain("Still starting, search again in a moment: sums.");
    begun.resolve();
    await endpoint.hub.until("sums", "failed");
    expect(await find()).toMatch(/Not available: sums \(.*\/does\/not\/exist.*\)\./);
  });

  it("are out of reach if a person keeps them manual", async () => {
    await using server = await startHttpServer({ tools: [{ name: "add" }, { name: "destroy" }] });
    const spec = { ...httpSpec("sums", server), options: { tools: { destroy: "manual" } } } as const;
    await using endpoint = await openTestEndpoint([spec]);
    const client = await endpoint.join(way);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([...OWN, "sums__add"]);
    const found = textOf(await client.callTool({ name: "find_tools", arguments: { query: "sums__destroy destroy" } }));
    expect(found).not.toContain("sums__destroy:");
    const called = await client.callTool({ name: "call_tool", arguments: { name: "sums__destroy" } });
    expect(called.isError).toBe(true);
  });

  it("are out of reach if a person keeps them manual, also before the agent has listed any", async () => {
    await using server = await startHttpServer({ tools: [{ name: "add" }, { name: "destroy" }] });
    const spec = { ...httpSpec("sums", server), options: { tools: { destroy: "manual" } } } as const;
    await using endpoint = await openTestEndpoint([spec]);
    const client = await endpoint.join(way);
    await endpoint.hub.until("sums", "listed");
    const called = await client.callTool({ name: "call_tool", arguments: { name: "sums__destroy" } });
    expect(called.isError).toBe(true);
    expect(endpoint.find("sums__destroy")).toBeUndefined();
    const found = textOf(await client.callTool({ name: "find_tools", arguments: { server: "sums" } }));
    expect(found).not.toContain("destroy");
  });
});
