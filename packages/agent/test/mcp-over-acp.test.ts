import type { AnyMessage } from "@agentclientprotocol/sdk";
import { serveAgent } from "@tenon/agent";
import { linkedPair } from "@tenon/testkit";
import { messageWire, scriptedClient } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { onlyModel } from "./support/only-model.ts";
import { patientHub } from "./support/patient-hub.ts";
import { type ProvidedStageOptions, providedSuite } from "./support/provided-suite.ts";

describe("our agent", () => {
  it("[R112] advertises servers that the client provides", async () => {
    await using client = connect();
    const { agentCapabilities } = await client.initialize();
    expect(agentCapabilities).toMatchObject({ mcpCapabilities: { acp: true } });
  });

  providedSuite({
    async connect(options) {
      const client = connect(options);
      await client.initialize();
      return client;
    },
  });
});

describe("session/new", () => {
  it.each([[{}], [{ mcpServers: null }], [{ mcpServers: {} }], [{ mcpServers: [] }]])(
    "[A-07] [R43] takes %j for no servers",
    async (fields) => {
      await using client = connect();
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
    await using client = connect();
    await client.initialize();
    await expect(client.request("session/new", { cwd: "/", ...fields })).rejects.toMatchObject({
      code: -32_602,
      data: { path },
    });
  });
});

function connect({ capabilities = {}, answers = {} }: Partial<ProvidedStageOptions> = {}) {
  const pair = linkedPair<AnyMessage>();
  const services = async () => ({ openHub: patientHub });
  const served = serveAgent(pair.left, { models: onlyModel(), version: "0.0.0", services });
  const client = scriptedClient(messageWire(pair.right), { answers, capabilities });
  return {
    ...client,
    async [Symbol.asyncDispose]() {
      await client.drop();
      await served.closed;
    },
  };
}
