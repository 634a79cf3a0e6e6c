import { describe, expect, it } from "vitest";

import { providedSuite } from "../../agent/test/support/provided-suite.ts";
import { openWrapped } from "../../proxy/test/session/open-wrapped.ts";

describe("another agent behind the proxy", () => {
  it("[R112] is said to take servers that the client provides", async () => {
    await using wrapped = await openWrapped({ script: { capabilities: { mcpCapabilities: { http: true } } } });
    const { agentCapabilities } = await wrapped.client.initialize();
    expect(agentCapabilities).toMatchObject({ mcpCapabilities: { http: true, sse: true, acp: true } });
  });

  providedSuite({
    waitsForTools: true,
    async connect({ tool, answers, capabilities }) {
      const wrapped = await openWrapped({
        answers,
        capabilities,
        script: { turns: [{ steps: [{ type: "mcp", server: "tenon", tool: `editor__${tool}` }] }] },
      });
      await wrapped.client.initialize();
      return { ...wrapped.client, [Symbol.asyncDispose]: () => wrapped[Symbol.asyncDispose]() };
    },
  });
});
