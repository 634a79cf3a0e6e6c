/**
 * MCP servers that clients provide over ACP, through everything that can stand between them and an agent.
 */

import { describe, expect, it } from "vitest";

import { patientHub } from "../../agent/test/support/patient-hub.ts";
import { type ProvidedStageOptions, providedSuite } from "../../agent/test/support/provided-suite.ts";
import { openWrapped } from "../../proxy/test/session/open-wrapped.ts";
import { openGateway } from "./support/open-gateway.ts";
import { agentWithTools } from "./support/other-agent-with-tools.ts";

describe("another agent behind the proxy", () => {
  it("[R112] announces that it takes servers that the client provides", async () => {
    await using wrapped = await openWrapped({ script: { capabilities: { mcpCapabilities: { http: true } } } });
    const { agentCapabilities } = await wrapped.client.initialize();
    expect(agentCapabilities).toMatchObject({ mcpCapabilities: { http: true, sse: true, acp: true } });
  });

  providedSuite({
    waitsForTools: true,
    async connect(options) {
      const wrapped = await openWrapped({ ...options, script: callsTool(options) });
      await wrapped.client.initialize();
      return { ...wrapped.client, [Symbol.asyncDispose]: () => wrapped[Symbol.asyncDispose]() };
    },
  });
});

describe("our agent behind the gateway", () => {
  providedSuite({
    async connect({ answers, capabilities }) {
      const gateway = openGateway({ services: async () => ({ openHub: patientHub }) });
      const client = await gateway.client({ answers, capabilities });
      return {
        ...client,
        async [Symbol.asyncDispose]() {
          await client.drop();
          await gateway[Symbol.asyncDispose]();
        },
      };
    },
  });
});

describe("another agent behind the gateway", () => {
  providedSuite({
    waitsForTools: true,
    async connect(options) {
      const { answers, capabilities } = options;
      const other = await agentWithTools("other", callsTool(options));
      const gateway = openGateway({ agents: [other.agent], defaultAgent: "other" });
      const client = await gateway.client({ answers, capabilities });
      return {
        ...client,
        async [Symbol.asyncDispose]() {
          await client.drop();
          await gateway[Symbol.asyncDispose]();
          await other[Symbol.asyncDispose]();
        },
      };
    },
  });
});

function callsTool({ tool }: Pick<ProvidedStageOptions, "tool">) {
  return { turns: [{ steps: [{ type: "mcp", server: "tenon", tool: `editor__${tool}` } as const] }] };
}
