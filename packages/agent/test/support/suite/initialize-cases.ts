import { everyClientCapability } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import type { SuiteStage } from "./suite-stage.ts";

export function initializeCases(stage: SuiteStage): void {
  describe("initialize", () => {
    it("[R29] [R30] [Y-01] answers with its own version, whatever the client speaks", async () => {
      for (const protocolVersion of [1, 2, 0, 65_535]) {
        await using client = await stage.connect();
        await expect(client.initialize({ protocolVersion })).resolves.toMatchObject({ protocolVersion: 1 });
      }
    });

    it("[R28] refuses a version that is no number", async () => {
      await using client = await stage.connect();
      await expect(client.request("initialize", { protocolVersion: "2024-11-05" })).rejects.toMatchObject({
        code: -32602,
      });
    });

    it("[R38] [X-04] takes malformed capabilities for none", async () => {
      await using client = await stage.connect();
      const clientCapabilities = { fs: "yes", terminal: null, session: [] };
      await expect(client.request("initialize", { protocolVersion: 1, clientCapabilities })).resolves.toBeDefined();
    });

    it("[R32] [R33] [R35] [R39] says who it is and what it can do, in the types of the protocol", async () => {
      await using client = await stage.connect();
      await expect(client.initialize()).resolves.toMatchObject({
        agentInfo: { name: "tenon", version: "0.0.0" },
        agentCapabilities: {
          loadSession: true,
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
          auth: { logout: {} },
          _meta: { tenon: expect.anything() },
        },
      });
    });

    it.each([
      ["nothing", {}],
      ["everything", everyClientCapability],
    ])(
      "[R34] [R37] [R94] [R99] works for a client that can do %s, and asks it nothing else",
      async (_, capabilities) => {
        await using client = await stage.initialized({ capabilities });
        const { sessionId } = await client.newSession();
        await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
        const asked = client.transcript
          .messages("agent")
          .flatMap((message) => ("method" in message ? [message.method] : []));
        expect(new Set(asked)).toEqual(new Set(["session/update"]));
      },
    );

    it("[R36] [R112] [R121] what is not advertised is refused", async () => {
      await using client = await stage.connect();
      const { agentCapabilities } = await client.initialize();
      expect(agentCapabilities?.sessionCapabilities).not.toHaveProperty("fork");
      const { sessionId } = await client.newSession();
      await expect(client.request("session/fork", { sessionId, cwd: "/", mcpServers: [] })).rejects.toMatchObject({
        code: -32601,
      });
      expect(agentCapabilities?.mcpCapabilities).not.toHaveProperty("acp");
      const mcpServers = [{ type: "acp", name: "a", serverId: "1" }];
      await expect(client.request("session/new", { cwd: "/", mcpServers })).rejects.toMatchObject({ code: -32602 });
    });
  });
}
