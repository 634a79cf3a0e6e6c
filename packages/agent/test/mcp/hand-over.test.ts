import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startHttpServer, startSseServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent, stdio } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const report = { name: "report", call: [{ type: "report", of: ["cwd", "environment", "headers", "pid"] } as const] };
const calling = callOf("s");

describe("servers that the client gives", () => {
  it("[M24] are used as their _meta says, and a value that cannot be used is reported in a notice", async () => {
    await using server = await stdioServer({ tools: [report, { name: "hidden" }] });
    const model = scriptedModel([{}]);
    await using client = await connectAgent({ model, capabilities: { session: { notices: {} } } });
    const said = { tools: { hidden: "off" }, limits: { callMs: -1 } };
    const mcpServers = [{ ...stdio("s", server), _meta: { tenon: said, other: 1 } }];
    const { sessionId } = await client.newSession({ mcpServers });
    const notice = await client.until((update) => update.sessionUpdate === "notice");
    expect(notice).toMatchObject({
      severity: "warning",
      title: "Some settings from your client for s were ignored",
      description: "_meta.tenon: limits.callMs: expected an integer of at least 1, found -1",
    });
    await client.prompt(sessionId, "hello");
    const names = model.requests[0]?.tools.map(({ name }) => name) ?? [];
    expect(names).toContain("mcp__s__report");
    expect(names).not.toContain("mcp__s__hidden");
  });

  it("[M22] save their state after the answer to session/close", async () => {
    await using server = await stdioServer({ tools: [report], misbehaviour: { stdio: { endGate: "saved" } } });
    await using client = await connectAgent();
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "hello");
    await client.request("session/close", { sessionId });
    server.release("saved");
    await server.until("end");
  });

  it.each(["s", "bash"])(
    "[R109] [R110] [R111] [S-02] [S-13] run in the session's folder, with the variables they were given, as %s",
    async (name) => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-cwd-")));
      try {
        await using server = await stdioServer({ tools: [report] });
        const model = scriptedModel([callOf(name)]);
        await using client = await connectAgent({ model });
        const given = stdio(name, server);
        const mcpServers = [{ ...given, type: "stdio", env: [...given.env, { name: "GIVEN", value: "a=b c" }] }];
        const { sessionId } = await client.request<{ sessionId: string }>("session/new", { cwd: folder, mcpServers });
        await client.prompt(sessionId, "go");
        const said = resultOf(model);
        expect(said).toMatchObject({ cwd: folder, environment: { GIVEN: "a=b c", PATH: expect.any(String) } });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it.each([
    ["http", startHttpServer],
    ["sse", startSseServer],
  ] as const)("[R112] [R113] [R115] over %s get their headers with every request", async (type, start) => {
    await using server = await start({ tools: [report] });
    const model = scriptedModel([calling]);
    await using client = await connectAgent({ model });
    const headers = [{ name: "X-Given", value: "secret-1" }];
    const { sessionId } = await client.newSession({ mcpServers: [{ type, name: "s", url: server.url, headers }] });
    await client.prompt(sessionId, "go");
    expect(resultOf(model)).toMatchObject({ headers: { "x-given": "secret-1" } });
    const requests = (await server.recorded()).filter((record) => record.type === "http-request");
    expect(requests.filter((each) => each.headers["x-given"] !== "secret-1")).toEqual([]);
  });

  it("[R120] [A-04] of the same name in two sessions are two, with their own credentials", async () => {
    await using server = await stdioServer({ tools: [report] });
    const model = scriptedModel([calling, {}, calling, {}]);
    await using client = await connectAgent({ model });
    const open = async (value: string) => {
      const given = stdio("s", server);
      const mcpServers = [{ ...given, env: [...given.env, { name: "TOKEN", value }] }];
      const { sessionId } = await client.newSession({ mcpServers });
      await client.prompt(sessionId, "go");
      return resultOf(model);
    };
    const one = await open("one");
    const two = await open("two");
    expect(one).toMatchObject({ environment: { TOKEN: "one" } });
    expect(two).toMatchObject({ environment: { TOKEN: "two" } });
    expect(one["pid"]).not.toBe(two["pid"]);
  });

  it("[R119] [G-01] end with their session", async () => {
    await using server = await stdioServer({ tools: [report] });
    await using client = await connectAgent();
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "hello");
    await client.request("session/close", { sessionId });
    await server.until("input-end");
  });
});

function callOf(server: string) {
  return { calls: [{ name: `mcp__${server}__report` }] };
}

/** What the last tool call has reported to the model. */
function resultOf({ requests }: ReturnType<typeof scriptedModel>): Readonly<Record<string, unknown>> {
  const [result] = requests.at(-1)?.messages.flatMap((message) => ("results" in message ? message.results : [])) ?? [];
  const [part] = result?.parts ?? [];
  return part && "text" in part ? JSON.parse(part.text) : {};
}
