import { agent, type AnyMessage, client } from "@agentclientprotocol/sdk";
import { linkedPair } from "@tenon/testkit";
import { defineTool } from "@tenon/toolset";
import { expect, it } from "vitest";

import { createToolLender } from "../../src/tools/lent-tools.ts";
import { readEnvelope } from "../../src/tools/mcp-envelope.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const ring = defineTool({ name: "ring", description: "rings", run: () => "rung" });

it("[R122] [R123] answers in the revision of MCP over ACP, and any other with an error inside the answer", async () => {
  const { call } = await lent();
  expect(await call("tools/call", { name: "ring", arguments: {} })).toMatchObject({
    result: { content: [{ type: "text", text: "rung" }] },
  });
  expect(await call("tools/list", { _meta: { [VERSION]: "2025-11-25", [CAPABILITIES]: {} } })).toMatchObject({
    error: { code: -32_022 },
  });
  expect(await call("no/such/method")).toMatchObject({ error: { code: -32_601 } });
});

it("[R121] gives each session ids of its own, and refuses calls after the session", async () => {
  const { call, lend, servers } = await lent();
  const other = await lend();
  expect(other.declarations[0]?.serverId).not.toBe(servers.declarations[0]?.serverId);
  await servers.close();
  await servers.close();
  await expect(call("tools/list")).rejects.toMatchObject({ code: -33_001 });
});

/** A client that has lent a tool, and what its agent gets. */
async function lent() {
  const pair = linkedPair<AnyMessage>();
  const lender = createToolLender({ clientInfo: { name: "test", version: "1" } });
  const { agent: context } = client().onRequest("mcp/message", readEnvelope, lender.answer).connect(pair.left);
  const { client: caller } = agent().connect(pair.right);
  const lend = () => lender.lend(context, [ring], []);
  const servers = await lend();
  const serverId = servers.declarations[0]?.serverId;
  let count = 0;
  return {
    lend,
    servers,
    async call(method: string, params: object = {}): Promise<unknown> {
      count += 1;
      const withMeta = { _meta: { [VERSION]: "2026-07-28", [CAPABILITIES]: {} }, ...params };
      return await caller.request("mcp/message", { serverId, requestId: `r${count}`, method, params: withMeta });
    },
  };
}
