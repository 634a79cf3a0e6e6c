/**
 * The official SDK as the provider: it checks every envelope, and what it serves over ACP our agent lists and calls.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { client, McpOverAcpProvider, methods } from "@agentclientprotocol/sdk/unstable";
import { serveAgent } from "@tenon/agent";
import { linkedPair } from "@tenon/testkit";
import { expect, it } from "vitest";

import { onlyModel } from "./support/only-model.ts";
import { patientHub } from "./support/patient-hub.ts";

it("[R121] [R122] [R123] calls a tool of a server that the official SDK provides", async () => {
  const pair = linkedPair<AnyMessage>();
  const services = async () => ({ openHub: patientHub });
  const served = serveAgent(pair.left, { models: onlyModel(), version: "0.0.0", services });
  const provider = new McpOverAcpProvider();
  const updates: unknown[] = [];
  const connection = client({ name: "official" })
    .onRequest(methods.client.mcp.message, provider.handleRequest)
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      const optionId = params.options.find(({ kind }) => kind === "allow_once")?.optionId ?? "";
      return { outcome: { outcome: "selected", optionId } };
    })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params))
    .connect(pair.right);
  const { agent } = connection;
  const { declaration } = provider.registerServer(agent, { name: "notes", handler: notes });
  const { agentCapabilities } = await agent.request("initialize", { protocolVersion: 1 });
  expect(agentCapabilities?.mcpCapabilities?.acp).toBe(true);
  const { sessionId } = await agent.request<{ readonly sessionId: string }>("session/new", {
    cwd: "/",
    mcpServers: [declaration],
  });
  const prompt = [{ type: "text" as const, text: "call mcp__notes__read_note" }];
  await agent.request("session/prompt", { sessionId, prompt });
  expect(JSON.stringify(updates)).toContain("from the official provider");
  pair.cut();
  await served.closed;
});

/** The provider has checked the envelope and the revision before it comes here. */
async function notes({ method }: { readonly method: string }) {
  const cached = { ttlMs: 0, cacheScope: "private" };
  const results: Readonly<Record<string, object>> = {
    "server/discover": { ...cached, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
    "tools/list": { ...cached, tools: [{ name: "read_note", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "from the official provider" }] },
  };
  const result = results[method];
  return result
    ? { result: { resultType: "complete", ...result } }
    : { error: { code: -32_601, message: "Method not found" } };
}
