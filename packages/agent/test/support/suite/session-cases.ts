import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { scriptedModel, serverTools } from "../scripted-model.ts";
import { acp, echoServer, slowServer } from "./suite-servers.ts";
import type { SuiteStage } from "./suite-stage.ts";

export function sessionCases(stage: SuiteStage): void {
  describe("sessions", () => {
    it("[R60] an unknown session is named in the error", async () => {
      await using client = await stage.initialized();
      await expect(client.prompt("nobody", "hello")).rejects.toMatchObject({
        code: -32002,
        data: { sessionId: "nobody" },
      });
    });

    it("[A-04] [R120] see only their own servers", async () => {
      await using mine = await echoServer();
      await using yours = await stdioServer({ tools: [{ name: "whisper", description: "whisper a text" }] });
      const model = scriptedModel([]);
      await using client = await stage.initialized({ model });
      const { sessionId: first } = await client.newSession({ mcpServers: [acp("mine", mine)] });
      const { sessionId: second } = await client.newSession({ mcpServers: [acp("yours", yours)] });
      await client.prompt(first, "hello");
      await client.prompt(second, "hello");
      expect(model.requests.map(serverTools)).toEqual([["mcp__mine__echo"], ["mcp__yours__whisper"]]);
    });

    it("[R59] [R119] closing one cancels its turn and ends its servers", async () => {
      await using server = await slowServer();
      await using client = await stage.initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("slow", server)] });
      const prompt = client.prompt(sessionId, "wait");
      await server.until("call-start");
      await client.request("session/close", { sessionId });
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
      await server.until("input-end");
      await expect(client.prompt(sessionId, "hello")).rejects.toMatchObject({ code: -32002 });
    });
  });
}
