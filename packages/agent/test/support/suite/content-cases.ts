/**
 * What a prompt may hold.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";

import { partsShown, scriptedModel } from "../scripted-model.ts";
import type { SuiteStage } from "./suite-stage.ts";

export function contentCases(stage: SuiteStage): void {
  describe("a prompt", () => {
    it("[R63] [R65] [X-01] [X-02] may hold everything that is advertised, and the model gets it in its order", async () => {
      const model = scriptedModel([]);
      await using client = await stage.connect({ model });
      const { agentCapabilities } = await client.initialize();
      expect(agentCapabilities?.promptCapabilities).toMatchObject({ image: true, audio: true, embeddedContext: true });
      const { sessionId } = await client.newSession();
      const prompt: ContentBlock[] = [
        { type: "text", text: "Look:" },
        { type: "image", data: "AAAA", mimeType: "image/png" },
        { type: "audio", data: "BBBB", mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "file:///a.txt", text: "one ``` two" } },
        { type: "resource", resource: { uri: "file:///a.png", blob: "CCCC", mimeType: "image/png" } },
        { type: "resource", resource: { uri: "file:///a.mp3", blob: "DDDD", mimeType: "audio/mpeg" } },
        { type: "resource", resource: { uri: "file:///a.pdf", blob: "EEEE", mimeType: "application/pdf" } },
        { type: "resource", resource: { uri: "file:///a.bin", blob: "FFFF" } },
        { type: "resource_link", uri: "file:///b.txt", name: "b.txt" },
      ];
      await expect(client.prompt(sessionId, prompt)).resolves.toEqual({ stopReason: "end_turn" });
      expect(partsShown(model.requests[0])).toEqual([
        { type: "text", text: "Look:" },
        { type: "image", data: "AAAA", mimeType: "image/png" },
        { type: "audio", data: "BBBB", mimeType: "audio/wav" },
        { type: "text", text: "Attached: file:///a.txt\n````\none ``` two\n````" },
        { type: "text", text: "Attached: file:///a.png" },
        { type: "image", data: "CCCC", mimeType: "image/png" },
        { type: "text", text: "Attached: file:///a.mp3" },
        { type: "audio", data: "DDDD", mimeType: "audio/mpeg" },
        { type: "text", text: "Attached: file:///a.pdf" },
        { type: "document", data: "EEEE", mimeType: "application/pdf" },
        { type: "text", text: "(file:///a.bin is attached, but is not text.)" },
        { type: "link", text: "[b.txt](file:///b.txt)", uri: "file:///b.txt" },
      ]);
    });

    it.each([
      ["image", { type: "image", data: "AAAA", mimeType: "image/png" }],
      ["audio", { type: "audio", data: "AAAA", mimeType: "audio/wav" }],
    ] as const)(
      "[R64] [R36] with %s is refused by a model that takes none, which is not advertised either",
      async (kind, block) => {
        const model = scriptedModel([], { accepts: { image: false, audio: false } });
        await using client = await stage.connect({ model });
        const { agentCapabilities } = await client.initialize();
        expect(agentCapabilities?.promptCapabilities?.[kind] ?? false).toBe(false);
        const { sessionId } = await client.newSession();
        await expect(client.prompt(sessionId, [block])).rejects.toMatchObject({ code: -32602 });
        await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
        expect(partsShown(model.requests[0])).toEqual([{ type: "text", text: "hello" }]);
      },
    );

    it("with nothing in it is refused, and nothing of it reaches the model", async () => {
      const model = scriptedModel([]);
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      await expect(client.prompt(sessionId, [])).rejects.toMatchObject({ code: -32602 });
      await client.prompt(sessionId, "hello");
      expect(model.requests.map(({ messages }) => messages.length)).toEqual([1]);
    });
  });
}
