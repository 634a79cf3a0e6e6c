import { makeGrant, memoryGrantStore } from "@tenon/policy";
import { calls } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { startIdentityProvider } from "../../../hub/test/sign-in/fixtures/identity-provider.ts";
import { startProtectedServer } from "../../../hub/test/sign-in/fixtures/protected-server.ts";
import { connectAgent, stdio } from "../support/connect-agent.ts";
import { scriptedModel, serverTools } from "../support/scripted-model.ts";

const curious = { _meta: { tenon: {} } };

describe("extension methods", () => {
  it("[R39] are advertised in _meta", async () => {
    await using client = await connectAgent();
    expect(client.initialized.agentCapabilities?._meta).toMatchObject({
      tenon: {
        version: 1,
        methods: expect.arrayContaining(["_tenon/receipts"]),
        notifications: ["_tenon/receipt", "_tenon/session/closed"],
      },
    });
  });

  it("[R158] unknown ones are refused, and unknown notifications ignored", async () => {
    await using client = await connectAgent();
    await expect(client.request("_tenon/dance", {})).rejects.toMatchObject({ code: -32_601 });
    await expect(client.request("_other/receipts", {})).rejects.toMatchObject({ code: -32_601 });
    await client.notify("_other/hello", {});
    await expect(client.open()).resolves.toBe("session-1");
  });

  it("report for every server how far it got, and how it got there", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    await using client = await connectAgent();
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "hello");
    const { servers } = await client.request<{ servers: readonly { history: readonly { state: string }[] }[] }>(
      "_tenon/receipts",
      { sessionId },
    );
    expect(servers).toMatchObject([{ server: "s", state: "seen", type: "stdio", source: "client", tools: 1 }]);
    expect(servers[0]?.history.map(({ state }) => state)).toEqual([
      "declared",
      "admitted",
      "started",
      "listed",
      "offered",
      "seen",
    ]);
  });

  it("report changes only to clients that asked for it", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    await using client = await connectAgent({ capabilities: curious });
    const sessionId = await client.open({ s: server });
    const { message } = await client.transcript.when(
      (entry) => calls("_tenon/receipt")(entry) && entry.text.includes('"listed"'),
    );
    expect(message).toMatchObject({ params: { sessionId, server: "s", state: "listed", reason: "1 tools" } });
    await using other = await connectAgent();
    await other.prompt(await other.open({ s: server }), "hello");
    expect(other.transcript.entries.filter(calls("_tenon/receipt"))).toEqual([]);
  });

  it("call a tool for the user, unless the rules or an earlier rejection deny it", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo" }, { name: "drop" }] });
    const grants = memoryGrantStore();
    const definition = { name: "drop", description: "", inputSchema: { type: "object" } };
    const target = { type: "tool", tool: "drop", server: "s", definition } as const;
    const forGood = { scope: { type: "everywhere" }, lifetime: "always", now: new Date() } as const;
    await grants.add(makeGrant({ target, verdict: "reject", ...forGood }));
    await using client = await connectAgent({ services: { grants } });
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "hello");
    const call = (tool: string) => client.request("_tenon/tools/call", { sessionId, server: "s", tool, arguments: {} });
    await expect(call("echo")).resolves.toHaveProperty("result");
    await expect(call("drop")).rejects.toThrow("is denied (grant of");
  });

  it("attach, restart and detach a server in a running session", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model, capabilities: curious });
    const sessionId = await client.open();
    const state = (wanted: string, count = 1) => {
      let seen = 0;
      return client.transcript.when(
        (entry) => calls("_tenon/receipt")(entry) && entry.text.includes(`"${wanted}"`) && (seen += 1) >= count,
      );
    };
    const { receipt } = await client.request<{ receipt: unknown }>("_tenon/servers/attach", {
      sessionId,
      server: stdio("s", server),
    });
    expect(receipt).toMatchObject({ server: "s", source: "client" });
    await state("listed");
    await client.prompt(sessionId, "hello");
    expect(serverTools(model.requests.at(-1))).toEqual(["mcp__s__echo"]);
    await client.request("_tenon/servers/restart", { sessionId, server: "s" });
    await state("listed", 2);
    await client.request("_tenon/servers/detach", { sessionId, server: "s" });
    await state("stopped");
    await client.prompt(sessionId, "hello");
    expect(serverTools(model.requests.at(-1))).toEqual([]);
  });

  it("say how tools are included, and find them", async () => {
    await using server = await stdioServer({
      tools: [{ name: "read", description: "reads a page" }, { name: "other" }],
    });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "hello");
    await expect(client.request("_tenon/tools/search", { sessionId, query: "read page" })).resolves.toMatchObject({
      tools: [
        {
          name: "mcp__s__read",
          isOffered: true,
          reason: expect.any(String),
          server: "s",
          tool: "read",
          title: "read",
          description: "reads a page",
        },
      ],
    });
    await expect(client.request("_tenon/tools/search", { sessionId, server: "s" })).resolves.toMatchObject({
      tools: [{ tool: "other" }, { tool: "read", isOffered: true }],
    });
    const offered = async (include: object) => {
      await client.request("_tenon/tools/include", { sessionId, server: "s", ...include });
      await client.prompt(sessionId, "hello");
      return serverTools(model.requests.at(-1));
    };
    await expect(offered({ tool: "read", mode: "off" })).resolves.toEqual(["mcp__s__other"]);
    await expect(offered({ mode: "manual" })).resolves.toEqual([]);
    await expect(offered({ mode: null })).resolves.toEqual(["mcp__s__other", "mcp__s__read"]);
    await expect(offered({ tool: "raed", mode: "off" })).rejects.toMatchObject({ code: -32_602 });
  });

  it("[R-03] let a person sign in", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    await using client = await connectAgent({
      capabilities: { elicitation: { url: {} } },
      answers: {
        "elicitation/create": async (params) => {
          if ("url" in params) await (await fetch(String(params.url))).text();
          return { action: "accept" };
        },
      },
    });
    const { sessionId } = await client.newSession({
      mcpServers: [{ type: "http", name: "vault", url: server.url, headers: [] }],
    });
    await client.prompt(sessionId, "hello");
    const answer = await client.request("_tenon/servers/sign_in", { sessionId, server: "vault" });
    expect(answer).toMatchObject({ receipt: { server: "vault", state: "listed" } });
  });

  it("[M35] say why a sign-in failed, with a code", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    provider.habits.authorizationError = "access_denied";
    await using client = await connectAgent({
      capabilities: { elicitation: { url: {} } },
      answers: {
        "elicitation/create": async (params) => {
          if ("url" in params) await (await fetch(String(params.url))).text();
          return { action: "accept" };
        },
      },
    });
    const { sessionId } = await client.newSession({
      mcpServers: [{ type: "http", name: "vault", url: server.url, headers: [] }],
    });
    const signIn = { sessionId, server: "vault" };
    await expect(client.request("_tenon/servers/sign_in", signIn)).rejects.toMatchObject({
      code: -32_603,
      message: `Signing in to ${server.url} was refused: access_denied`,
      data: { code: "refused" },
    });
  });

  it("[M35] say that a person did not open the page, and that a server on this machine has none", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    await using local = await stdioServer({ tools: [{ name: "read" }] });
    await using client = await connectAgent({
      capabilities: { elicitation: { url: {} } },
      answers: { "elicitation/create": () => ({ action: "decline" }) },
    });
    const { sessionId } = await client.newSession({
      mcpServers: [{ type: "http", name: "vault", url: server.url, headers: [] }, stdio("local", local)],
    });
    await expect(client.request("_tenon/servers/sign_in", { sessionId, server: "vault" })).rejects.toMatchObject({
      message: `${server.url} needs you to sign in`,
      data: { code: "needs_sign_in" },
    });
    await expect(client.request("_tenon/servers/sign_in", { sessionId, server: "local" })).rejects.toMatchObject({
      message: "local does not support sign-in",
      data: { code: "unknown" },
    });
  });

  it.each([
    ["_tenon/receipts", {}, -32_602],
    ["_tenon/receipts", { sessionId: "nobody" }, -32_002],
    ["_tenon/servers/attach", { server: { name: "s" } }, -32_602],
    ["_tenon/servers/detach", { server: "nobody" }, -32_602],
    ["_tenon/servers/restart", { server: "nobody" }, -32_602],
    ["_tenon/servers/sign_in", { server: "nobody" }, -32_602],
    ["_tenon/tools/include", { server: "nobody", mode: "always" }, -32_602],
    ["_tenon/tools/search", { query: 5 }, -32_602],
  ])("[R13] %s refuses %j", async (method, params, code) => {
    await using client = await connectAgent();
    const sessionId = await client.open();
    const isAboutSession = method === "_tenon/receipts";
    await expect(client.request(method, { ...(!isAboutSession && { sessionId }), ...params })).rejects.toMatchObject({
      code,
    });
  });
});
