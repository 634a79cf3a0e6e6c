import type { AnyMessage } from "@agentclientprotocol/sdk";
import { serveAgent } from "@tenon/agent";
import { linkedPair } from "@tenon/testkit";
import { allow, type ClientAnswers, messageWire, scriptedClient } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { onlyModel } from "./support/only-model.ts";

const server = { type: "acp", name: "editor", serverId: "server-1" };

describe("MCP over ACP", () => {
  it("[R121] [R123] a server that the client speaks for is listed and called", async () => {
    const asked: string[] = [];
    await using client = connect({
      unstable: true,
      answer: (method, params) => (asked.push(method), editor(method, params)),
    });
    const { agentCapabilities } = await client.initialize();
    expect(agentCapabilities).toMatchObject({ mcpCapabilities: { acp: true } });
    const { sessionId } = await client.request<{ sessionId: string }>("session/new", {
      cwd: "/",
      mcpServers: [server],
    });
    await client.prompt(sessionId, "tell me the selection");
    expect(client.text(sessionId)).toContain("mcp__editor__selection answered: three lines");
    expect(asked).toEqual(["server/discover", "tools/list", "tools/call"]);
  });

  it("[R122] what goes wrong in the server is the call's failure, and not the session's", async () => {
    const fail = { error: { code: -32_603, message: "the window was closed" } };
    await using client = connect({
      unstable: true,
      answer: (method, params) => (method === "tools/call" ? fail : editor(method, params)),
    });
    await client.initialize();
    const { sessionId } = await client.request<{ sessionId: string }>("session/new", {
      cwd: "/",
      mcpServers: [server],
    });
    await expect(client.prompt(sessionId, "tell me the selection")).resolves.toMatchObject({ stopReason: "end_turn" });
    expect(client.text(sessionId)).toContain("the window was closed");
  });

  it("[R112] is refused, by name, unless it was enabled", async () => {
    await using client = connect({ unstable: false, answer: editor });
    const { agentCapabilities } = await client.initialize();
    expect(agentCapabilities?.mcpCapabilities).not.toHaveProperty("acp");
    await expect(client.request("session/new", { cwd: "/", mcpServers: [server] })).rejects.toMatchObject({
      code: -32_602,
      data: { server: "editor" },
    });
  });
});

describe("session/new", () => {
  it.each([[{}], [{ mcpServers: null }], [{ mcpServers: {} }], [{ mcpServers: [] }]])(
    "[A-07] [R43] takes %j for no servers",
    async (fields) => {
      await using client = connect({ unstable: false, answer: editor });
      await client.initialize();
      await expect(client.request("session/new", { cwd: "/", ...fields })).resolves.toHaveProperty("sessionId");
    },
  );

  it.each([
    [{ mcpServers: "none" }, "mcpServers"],
    [{ mcpServers: [5] }, "mcpServers[0]"],
    [{ mcpServers: [{ name: "s" }] }, "mcpServers[0].command"],
    [{ mcpServers: [{ type: "http", name: "s", url: "nowhere" }] }, "mcpServers[0].url"],
    [{ mcpServers: [{ type: "pigeon", name: "s" }] }, "mcpServers[0].type"],
    [{ mcpServers: [{ name: "s", command: "c", env: [{ name: "A" }] }] }, "mcpServers[0].env[0].value"],
  ])("[R13] refuses %j, and names the place", async (fields, path) => {
    await using client = connect({ unstable: false, answer: editor });
    await client.initialize();
    await expect(client.request("session/new", { cwd: "/", ...fields })).rejects.toMatchObject({
      code: -32_602,
      data: { path },
    });
  });
});

/** A server in the editor, of the one revision that MCP over ACP knows. */
function editor(method: string, _params: unknown): unknown {
  const result = (fields: object) => ({ result: { resultType: "complete", ...fields } });
  switch (method) {
    case "server/discover":
      return result({
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {} },
        ttlMs: 0,
        cacheScope: "private",
      });
    case "tools/list": {
      const tool = { name: "selection", description: "tell the selection", inputSchema: { type: "object" } };
      return result({ tools: [tool], ttlMs: 0, cacheScope: "private" });
    }
    case "tools/call":
      return result({ content: [{ type: "text", text: "three lines" }] });
    default:
      return { error: { code: -32_601, message: "Method not found" } };
  }
}

function connect(options: {
  readonly unstable: boolean;
  readonly answer: (method: string, params: unknown) => unknown;
}) {
  const pair = linkedPair<AnyMessage>();
  const served = serveAgent(pair.left, { models: onlyModel(), version: "0.0.0", unstable: options.unstable });
  const answers = {
    "session/request_permission": allow,
    "mcp/message": ({ method, params }: { readonly method: string; readonly params: unknown }) =>
      options.answer(method, params),
  } as ClientAnswers;
  const client = scriptedClient(messageWire(pair.right), { answers });
  return {
    ...client,
    async [Symbol.asyncDispose]() {
      await client.drop();
      await served.closed;
    },
  };
}
