import { createSharedConnections, type HubOptions, type ServerMessage, type ServerSpec } from "@tenon/hub";
import { type ServerScript, startHttpServer, startSseServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const count = {
  name: "count",
  call: [
    { type: "progress", times: 2, message: "Counting" },
    { type: "result", result: { content: [{ type: "hologram", data: "as it came" }] } },
  ] as const,
};
const ways = [
  ["stdio", "2025-11-25"],
  ["stdio", "2026-07-28"],
  ["http", "2025-11-25"],
  ["http", "2026-07-28"],
  ["sse", "2025-11-25"],
] as const;

describe.each(ways)("over %s, %s", (transport, revision) => {
  it("a listener gets the whole exchange in order, each message once and as it stood on the wire", async () => {
    await using one = await open(transport, { revision, tools: [count] });
    await one.hub.call("mcp__s__count", { to: 2 }, { id: "call-1" });
    const methods = one.heard.flatMap(({ message }) => message["method"] ?? []);
    expect(methods[0]).toMatch(/^(initialize|server\/discover)$/);
    expect(methods.indexOf("tools/list")).toBeLessThan(methods.indexOf("tools/call"));
    expect(methods.filter((method) => method === "tools/list")).toHaveLength(1);

    const ofCall = one.heard.filter(({ call }) => call !== undefined);
    expect(new Set(ofCall.map(({ call, server }) => `${server} ${call}`))).toEqual(new Set(["s call-1"]));
    const [request, ...answers] = ofCall;
    const progress = { direction: "received", message: { method: "notifications/progress" } };
    const result = { content: [{ type: "hologram", data: "as it came" }] };
    expect(request).toMatchObject({
      direction: "sent",
      message: { method: "tools/call", params: { name: "count", arguments: { to: 2 } } },
    });
    const id = request?.message["id"];
    expect(answers).toMatchObject([progress, progress, { direction: "received", message: { id, result } }]);
    expect(ofCall.map(({ text }) => JSON.parse(text))).toEqual(ofCall.map(({ message }) => message));
  });
});

it("tells calls that run side by side apart, and a cancel belongs to its call", async () => {
  const tools = [
    { name: "echo" },
    { name: "wait", call: [{ type: "wait-for-cancel", answersAnyway: false } as const] },
  ];
  await using one = await open("stdio", { revision: "2025-11-25", tools });
  const cancel = new AbortController();
  const waiting = one.hub.call("mcp__s__wait", {}, { id: "slow", signal: cancel.signal });
  await Promise.all(["a", "b"].map((id) => one.hub.call("mcp__s__echo", { id }, { id })));
  cancel.abort();
  await expect(waiting).rejects.toThrow();
  const of = (id: string) => one.heard.filter(({ call }) => call === id).map(({ text }) => text);
  expect(of("a")).toEqual([expect.stringContaining('{"id":"a"}'), expect.stringContaining('{\\"id\\":\\"a\\"}')]);
  expect(of("b")).toEqual([expect.stringContaining('{"id":"b"}'), expect.stringContaining('{\\"id\\":\\"b\\"}')]);
  expect(of("slow")).toEqual([
    expect.stringContaining("tools/call"),
    expect.stringContaining("notifications/cancelled"),
  ]);
});

it.each(["2025-11-25", "2026-07-28"] as const)(
  "hears what a server asks in the middle of a call (%s)",
  async (revision) => {
    const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
    const ask = { name: "ask", call: [{ type: "elicit", params: { message: "Who?", requestedSchema } } as const] };
    const elicit = {
      modes: ["form"] as const,
      ask: async () => ({ action: "accept" as const, content: { name: "Ada" } }),
    };
    await using one = await open("stdio", { revision, tools: [ask] }, { callbacks: { elicit } });
    await one.hub.call("mcp__s__ask", {}, { id: "call-1" });
    const said = one.heard.map(({ direction, text }) => `${direction} ${text}`).join("\n");
    expect(said).toMatch(/received .*"elicitation\/create".*\n(.*\n)*sent .*"Ada"/);
  },
);

it("a listener that throws hurts nothing", async () => {
  const onMessage = () => {
    throw new Error("not listening");
  };
  await using one = await open("stdio", { tools: [{ name: "echo" }] }, { onMessage });
  await expect(one.hub.call("mcp__s__echo", {})).resolves.toMatchObject({ forModel: { isError: false } });
});

it("[K-15] gets no secret that the server was given, and everything else", async () => {
  const report = { name: "report", call: [{ type: "report", of: ["environment"] } as const] };
  await using server = await stdioServer({ tools: [report] });
  const heard: ServerMessage[] = [];
  const env = { ...server.env, API_TOKEN: 'open-"sesame"-17', MOOD: "a good mood" };
  const spec = { ...stdioSpec("s", server), env } as ServerSpec;
  await using hub = openTestHub([spec], { onMessage: (message) => heard.push(message) });
  await hub.until("s", "listed");
  const { raw } = await hub.call("mcp__s__report", {}, { id: "call-1" });
  expect(JSON.stringify(raw)).toContain("sesame");
  expect(JSON.stringify(heard)).toContain("a good mood");
  expect(JSON.stringify(heard)).not.toContain("sesame");
});

it("[A-04] of a server that sessions share, each receives its own calls and nothing of the others", async () => {
  await using server = await stdioServer({ tools: [count] });
  const shared = createSharedConnections();
  const session = (name: string) => {
    const heard: ServerMessage[] = [];
    const spec = stdioSpec("s", server, { shared: true });
    const hub = openTestHub([spec], { shared, onMessage: (message) => heard.push(message) }, "unmarked");
    return { name, heard, hub };
  };
  const [one, other] = [session("one"), session("other")];
  await using _one = one.hub;
  await using _other = other.hub;
  await Promise.all([one, other].map(({ hub }) => hub.until("s", "listed")));
  await Promise.all([one, other].map(({ hub, name }) => hub.call("mcp__s__count", { name }, { id: name })));
  for (const { heard, name } of [one, other]) {
    expect(heard.map(({ call }) => call)).toEqual([name, name, name, name]);
    expect(heard[0]?.text).toContain(`{"name":"${name}"}`);
  }
});

async function open(transport: "stdio" | "http" | "sse", script: ServerScript, options: Partial<HubOptions> = {}) {
  const heard: ServerMessage[] = [];
  const { server, spec } = await start(transport, script);
  const hub = openTestHub([spec], { onMessage: (message) => heard.push(message), ...options });
  await hub.until("s", "listed");
  return {
    hub,
    heard,
    async [Symbol.asyncDispose]() {
      await hub.close();
      await server.close();
    },
  };
}

async function start(transport: "stdio" | "http" | "sse", script: ServerScript) {
  if (transport === "stdio") {
    const server = await stdioServer(script);
    return { server, spec: stdioSpec("s", server) };
  }
  const server = await (transport === "http" ? startHttpServer(script) : startSseServer(script));
  return { server, spec: { ...httpSpec("s", server), type: transport } as ServerSpec };
}
