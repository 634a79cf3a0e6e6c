import { type AnyMessage, ndJsonStream } from "@agentclientprotocol/sdk";
import { rehearsalModel, serveAgent } from "@tenon/agent";
import { countingIds, linkedPair } from "@tenon/testkit";
import { allow, byteWire, messageWire, scriptedClient } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { acp, agentSuite, slowServer } from "./support/agent-suite.ts";
import { onlyModel } from "./support/only-model.ts";

describe("over stdio", () => {
  agentSuite(async (options) => {
    const pair = linkedPair<Uint8Array>();
    const agent = serveAgent(ndJsonStream(pair.left.writable, pair.left.readable), options);
    return { wire: byteWire(pair.right), end: () => agent.closed };
  });

  it("[R27] refuses other requests before it, and works afterwards", async () => {
    await using client = connect();
    await expect(client.newSession()).rejects.toMatchObject({ code: -32600 });
    await client.initialize();
    await expect(client.newSession()).resolves.toMatchObject({ sessionId: "session-1" });
  });

  it("[R22] all end with the connection", async () => {
    await using server = await slowServer();
    const client = await initialized();
    const { sessionId } = await client.newSession({ mcpServers: [acp("slow", server)] });
    client.prompt(sessionId, "wait").catch(() => {});
    await server.until("call-start");
    await client.drop();
    await client.agent.closed;
    await server.until("input-end");
  });
});

function connect() {
  const pair = linkedPair<AnyMessage>();
  const agent = serveAgent(pair.left, {
    models: onlyModel(rehearsalModel()),
    version: "0.0.0",
    newId: countingIds(),
  });
  const client = scriptedClient(messageWire(pair.right), { answers: { "session/request_permission": allow } });
  return {
    ...client,
    agent,
    async [Symbol.asyncDispose]() {
      await client.drop();
      await agent.closed;
    },
  };
}

async function initialized() {
  const client = connect();
  await client.initialize();
  return client;
}
