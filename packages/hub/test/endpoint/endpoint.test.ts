import type { EndpointOptions } from "@tenon/hub/endpoint";
import { manualClock } from "@tenon/testkit";
import { type ServerScript, startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft } from "../open-test-hub.ts";
import { DOORS, openTestEndpoint, TAKER, textOf } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
const annotations = { readOnlyHint: true };
const add = { name: "add", inputSchema, annotations };

it("finds a tool by the name that an agent shows with its underscores run together, if only one can be meant", async () => {
  await using one = await open({ tools: [add, { name: "a_b" }, { name: "a__b" }] });
  expect(one.endpoint.find("sums_add")?.tool).toBe("add");
  expect(one.endpoint.find("sums_a_b")).toBeUndefined();
});

describe.each(DOORS)("over $door in $revision", (way) => {
  it("[WA10] lists the hub's tools under short names with their hints, beside its own", async () => {
    await using one = await open({ tools: [add] });
    const client = await one.endpoint.join(way);
    const { tools } = await client.listTools();
    const own = ["find_tools", "describe_tool", "call_tool", "read_result"];
    expect(tools.map(({ name }) => name)).toEqual([...own, "sums__add"]);
    expect(tools.at(-1)).toMatchObject({ inputSchema, annotations });
    await expect(one.endpoint.untilEvent("listed")).resolves.toMatchObject({ tools: ["sums__add"] });
  });

  it("calls a tool, and reports the call", async () => {
    await using one = await open({ tools: [add] });
    const client = await one.endpoint.join(way);
    const result = await client.callTool({ name: "sums__add", arguments: { n: 5 } });
    expect(textOf(result)).toContain("5");
    const { call } = await one.endpoint.untilEvent("ended");
    expect(call).toMatchObject({ called: "sums__add", name: "sums__add", server: "sums", tool: "add", args: { n: 5 } });
    const [connected, ...others] = one.endpoint.events;
    expect(connected).toMatchObject({ client: { name: "an-agent", version: "1.2.3" }, revision: way.revision });
    expect(others.map(({ type }) => type)).toEqual(["started", "ended"]);
  });

  it("[W19] reports when tools change, and has them in the next list", async () => {
    await using one = await open({ tools: [add] });
    const changed = Promise.withResolvers<readonly string[]>();
    const onChanged = (_error: unknown, tools: readonly { readonly name: string }[] | null) => {
      const names = tools?.map(({ name }) => name) ?? [];
      if (names.includes("sums__subtract")) changed.resolve(names);
    };
    const client = await one.endpoint.join({ ...way, listChanged: { tools: { onChanged } } });
    await client.listTools();
    if (way.door === "http") await one.endpoint.untilListening(client);
    one.server.changeTools({ add: [{ name: "subtract" }] });
    expect(await changed.promise).toContain("sums__subtract");
  });

  it("[W18] passes progress on to a caller that asks for it, and numbers that rise", async () => {
    const call = [{ type: "progress", times: 3, message: "working" } as const, { type: "wait-for-release" } as const];
    await using one = await open({ tools: [{ name: "work", call }] });
    const client = await one.endpoint.join(way);
    const heard: number[] = [];
    const three = Promise.withResolvers<void>();
    const calling = client.callTool(
      { name: "sums__work", arguments: {} },
      {
        onprogress({ progress, message }) {
          expect(message).toBe("working");
          heard.push(progress);
          // Only the latest is sent while one is under way.
          if (progress >= 3) three.resolve();
        },
      },
    );
    await three.promise;
    one.server.release("work");
    await calling;
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(new Set(heard).size).toBe(heard.length);
  });

  it("cancels the call at the server when the agent cancels it", async () => {
    await using one = await open({ tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }] });
    const client = await one.endpoint.join(way);
    const cancelling = new AbortController();
    const calling = client.callTool({ name: "sums__wait", arguments: {} }, { signal: cancelling.signal });
    await one.server.until("call-start");
    cancelling.abort(new Error("enough"));
    await expect(calling).rejects.toThrow("enough");
    await one.server.until("call-cancel");
    await one.endpoint.untilEvent("ended");
  });

  it("[W24] puts every call to the permit, also through call_tool, and tells the model why not", async () => {
    await using one = await open(
      { tools: [add] },
      { permit: async ({ tool }) => ({ isAllowed: false, reason: `${tool} is not allowed` }) },
    );
    const client = await one.endpoint.join(way);
    const direct = await client.callTool({ name: "sums__add", arguments: { n: 1 } });
    const args = { name: "sums__add", arguments: { n: 1 } };
    const indirect = await client.callTool({ name: "call_tool", arguments: args });
    for (const result of [direct, indirect]) {
      expect(result.isError).toBe(true);
      expect(textOf(result)).toBe("add is not allowed");
    }
    expect((await one.server.recorded()).filter(({ type }) => type === "call-start")).toEqual([]);
    expect(one.endpoint.events.filter(({ type }) => type === "ended")).toMatchObject([
      { call: { called: "sums__add", name: "sums__add" }, error: "add is not allowed" },
      { call: { called: "call_tool", name: "sums__add", args: { n: 1 } }, error: "add is not allowed" },
    ]);
  });

  it("[W24] puts the reading of a resource to the permit", async () => {
    await using one = await open(
      { resources: [{ uri: "note:///a", name: "a", text: "Hello" }] },
      { permit: async ({ server, args }) => ({ isAllowed: false, reason: `${server} keeps ${String(args["uri"])}` }) },
    );
    const client = await one.endpoint.join(way);
    await expect(client.readResource({ uri: "note:///a" })).rejects.toThrow("sums keeps note:///a");
    const { call } = await one.endpoint.untilEvent("ended");
    expect(call).toMatchObject({ server: "sums", tool: "resources/read", args: { uri: "note:///a" } });
  });

  it("[W24] puts a prompt to the permit", async () => {
    await using one = await open(
      { prompts: [{ name: "greet", messages: [] }] },
      {
        permit: async ({ server, called, args }) => ({
          isAllowed: false,
          reason: [server, called, args["name"]].join(),
        }),
      },
    );
    const client = await one.endpoint.join(way);
    await expect(client.getPrompt({ name: "sums__greet" })).rejects.toThrow("sums,prompts/get,greet");
  });

  it("[WA2] gives a handle before the agent gives up, and the result to the one who waits", async () => {
    const clock = manualClock();
    await using one = await open(
      { tools: [{ name: "work", call: [{ type: "wait-for-release" }, { type: "echo" }] }] },
      { clock, taker: { ...TAKER, callMs: 60_000 } },
    );
    const client = await one.endpoint.join(way);
    const calling = client.callTool({ name: "sums__work", arguments: { a: 1 } });
    await one.server.until("call-start");
    await clock.advance(55_000);
    const first = textOf(await calling);
    expect(first).toMatch(/still running after 55 s.*wait_for_call/);
    const handle = /handle "(?<handle>[^"]+)"/.exec(first)?.groups?.["handle"];
    const waiting = client.callTool({ name: "wait_for_call", arguments: { handle } });
    one.server.release("work");
    expect(textOf(await waiting)).toContain('"a":1');
    const again = await client.callTool({ name: "wait_for_call", arguments: { handle } });
    expect(again.isError).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  it("[W28] gives a handle while the user decides, and says that it waits for them", async () => {
    const clock = manualClock();
    const [asked, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<{ isAllowed: true }>()];
    await using one = await open(
      { tools: [add] },
      {
        clock,
        taker: { ...TAKER, callMs: 60_000 },
        permit() {
          asked.resolve();
          return decided.promise;
        },
      },
    );
    const client = await one.endpoint.join(way);
    const calling = client.callTool({ name: "sums__add", arguments: { n: 5 } });
    await asked.promise;
    await clock.advance(55_000);
    const first = textOf(await calling);
    expect(first).toContain("It waits for the user's permission");
    const handle = /handle "(?<handle>[^"]+)"/.exec(first)?.groups?.["handle"];
    const waiting = client.callTool({ name: "wait_for_call", arguments: { handle } });
    decided.resolve({ isAllowed: true });
    expect(textOf(await waiting)).toContain("5");
  });

  it("[WA2] keeps a call alive with progress where the agent honours it", async () => {
    const clock = manualClock();
    await using one = await open(
      { tools: [{ name: "work", call: [{ type: "wait-for-release" }, { type: "echo" }] }] },
      { clock, taker: { ...TAKER, callMs: 60_000, isKeptByProgress: true } },
    );
    const client = await one.endpoint.join(way);
    const signs = [0, 1, 2].map(() => Promise.withResolvers<string | undefined>());
    let count = 0;
    const calling = client.callTool(
      { name: "sums__work", arguments: { a: 1 } },
      { onprogress: ({ message }) => signs[count++]?.resolve(message) },
    );
    await one.server.until("call-start");
    for (const { promise } of signs) {
      await clock.advance(15_000);
      expect(await promise).toMatch(/^Still running after (15|30|45) s$/);
    }
    one.server.release("work");
    expect(textOf(await calling)).toContain('"a":1');
    expect(clock.waiting).toBe(0);
  });

  it("[WA11] cuts a long result once, and reads the rest", async () => {
    const text = Array.from({ length: 3_000 }, (_, line) => `line ${line}`).join("\n");
    const call = [{ type: "result", result: { content: [{ type: "text", text }] } } as const];
    await using one = await open({ tools: [{ name: "big", call }] }, { taker: { ...TAKER, resultCharacters: 10_000 } });
    const client = await one.endpoint.join(way);
    const short = textOf(await client.callTool({ name: "sums__big", arguments: {} }));
    expect(short.length).toBeLessThanOrEqual(10_000);
    const found = /handle "(?<handle>[^"]+)", offset (?<offset>\d+)/.exec(short)?.groups ?? {};
    let whole = short.slice(0, Number(found["offset"]));
    for (let offset = found["offset"]; offset !== undefined;) {
      const args = { handle: found["handle"], offset: Number(offset) };
      const page = textOf(await client.callTool({ name: "read_result", arguments: args }));
      expect(page.length).toBeLessThanOrEqual(10_000);
      whole += page.replace(/\n\[Characters.*\]$/, "");
      offset = /Continue with offset (\d+)/.exec(page)?.[1];
    }
    expect(whole).toBe(text);
  });

  it("passes resources, templates, prompts and completions on", async () => {
    await using one = await open({
      resources: [{ uri: "note:///a", name: "a", text: "Hello" }],
      resourceTemplates: [{ uriTemplate: "note:///{name}", name: "note", text: "Any" }],
      prompts: [{ name: "greet", messages: [{ role: "user", content: { type: "text", text: "Hi" } }] }],
    });
    const client = await one.endpoint.join(way);
    expect((await client.listResources()).resources).toMatchObject([{ uri: "note:///a", name: "a" }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ uriTemplate: "note:///{name}" }]);
    expect((await client.readResource({ uri: "note:///a" })).contents).toMatchObject([{ text: "Hello" }]);
    expect((await client.readResource({ uri: "note:///b" })).contents).toMatchObject([{ text: "Any" }]);
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: "sums__greet", title: "greet" }]);
    expect((await client.getPrompt({ name: "sums__greet" })).messages).toHaveLength(1);
    const argument = { name: "who", value: "A" };
    const ref = { type: "ref/prompt", name: "sums__greet" } as const;
    expect(await client.complete({ ref, argument })).toMatchObject({ completion: { values: [] } });
    await expect(client.getPrompt({ name: "sums__no" })).rejects.toThrow("No prompt named sums__no");
  });

  it("refuses a tool that does not exist, and names the nearest", async () => {
    await using one = await open({ tools: [add] });
    const client = await one.endpoint.join(way);
    await expect(client.callTool({ name: "sums__ad", arguments: {} })).rejects.toThrow("Did you mean sums__add?");
    const indirect = await client.callTool({ name: "call_tool", arguments: { name: "sums__ad" } });
    expect(indirect.isError).toBe(true);
    expect(textOf(indirect)).toContain("Did you mean sums__add?");
  });
});

// In 2026-07-28 a log belongs to the request that asked for it.
it.each(["stream", "http"] as const)("[W18] passes on what servers log, over %s in 2025-11-25", async (door) => {
  const say = { name: "say", call: [{ type: "log", level: "warning", data: "hm" } as const] };
  await using one = await open({ revision: "2025-11-25", tools: [say] });
  const client = await one.endpoint.join({ door, revision: "2025-11-25" });
  const heard = Promise.withResolvers<unknown>();
  client.setNotificationHandler("notifications/message", ({ params }) => heard.resolve(params));
  if (door === "http") await one.endpoint.untilListening(client);
  await client.callTool({ name: "sums__say", arguments: {} });
  expect(await heard.promise).toMatchObject({ level: "warning", data: "hm", logger: "sums" });
});

async function open(script: ServerScript, options: Partial<EndpointOptions> = {}) {
  const server = await startHttpServer(script);
  const endpoint = await openTestEndpoint([httpSpec("sums", server)], { endpoint: options });
  return {
    server,
    endpoint,
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      await server.close();
    },
  };
}
