/**
 * Servers that another agent is given: what clients learn of them when the agent reports nothing.
 */

import { expect, it } from "vitest";

import { openGateway, scripted } from "./support/open-gateway.ts";

const near = { name: "near by", command: "/usr/bin/near", args: [], env: [] };
const far = { name: "far", command: "/usr/bin/far", args: [], env: [] };

it("[M21] says that the agent does not report back, and that a server was called when a call names it", async () => {
  const other = {
    ...scripted("other", {
      turns: [{ steps: [{ type: "tool", title: "mcp__near_by__look" } as const, { type: "say", text: "." } as const] }],
    }),
    title: "The other one",
  };
  await using gateway = openGateway({ agents: [other] });
  await using client = await gateway.client({ agent: "other" });
  const { sessionId } = await client.newSession({ mcpServers: [near, far] });
  await client.prompt(sessionId, "look");
  await client.prompt(sessionId, "look again");
  const receipts = await receiptsOf(gateway, sessionId);
  const reason = "Handed to The other one; it does not report back.";
  expect(receipts).toEqual([
    { server: "near by", state: "handed over", reason },
    { server: "far", state: "handed over", reason },
    { server: "near by", state: "called" },
  ]);
});

it("[H19] says which servers the agent is known not to start, in the record and to the people", async () => {
  const reason = "It starts none.";
  const other = {
    ...scripted("other", {}),
    dropsServer: (server: object) => ("command" in server ? reason : undefined),
  };
  await using gateway = openGateway({ agents: [other] });
  await using client = await gateway.client({ agent: "other", capabilities: { session: { notices: {} } } });
  const { sessionId } = await client.newSession({ mcpServers: [far] });
  await client.prompt(sessionId, "hello");
  expect(await receiptsOf(gateway, sessionId)).toEqual([{ server: "far", state: "refused", reason }]);
  expect(JSON.stringify(client.updates(sessionId))).toContain("far: not used");
});

it("[M51] knows an agent that drops servers by what it says it is", async () => {
  const other = scripted("other", { agentInfo: { name: "Cline", version: "3.0.65" } });
  await using gateway = openGateway({ agents: [other] });
  await using client = await gateway.client({ agent: "other" });
  const { sessionId } = await client.newSession({ mcpServers: [far] });
  await client.prompt(sessionId, "hello");
  expect(await receiptsOf(gateway, sessionId)).toEqual([
    { server: "far", state: "refused", reason: expect.stringContaining("Cline CLI ignores MCP servers") },
  ]);
});

async function receiptsOf(gateway: ReturnType<typeof openGateway>, sessionId: string) {
  const frames = await gateway.frames(sessionId, (frame) => frame.includes('"caughtUp"'));
  return frames
    .map((frame) => JSON.parse(frame).message)
    .filter((message) => message?.type === "receipt")
    .map(({ server, state, reason }) => ({ server, state, ...(reason !== undefined && { reason }) }));
}
