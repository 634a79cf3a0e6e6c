/**
 * Messages as such, before anything is done with what they say.
 */

import { calls, neverAnswer } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { partsShown, scriptedModel } from "../scripted-model.ts";
import type { SuiteStage } from "./suite-stage.ts";

export function messageCases(stage: SuiteStage): void {
  describe("messages", () => {
    it("[R8] an answer has the id of its request, whatever that is", async () => {
      await using client = await stage.initialized();
      const ids = ["", "one", "0", Number.MAX_SAFE_INTEGER, -7];
      for (const id of ids) await client.send({ jsonrpc: "2.0", id, method: "session/list", params: {} });
      const answers = await Promise.all(
        ids.map((id) => client.transcript.when(({ from, message }) => from === "agent" && idOf(message) === id)),
      );
      expect(answers.map(({ message }) => message)).toEqual(
        ids.map((id) => ({ jsonrpc: "2.0", id, result: { sessions: [] } })),
      );
    });

    it("[R7] [R10] [R11] [R14] [R16] refuses an unknown method once, with a message, and goes on", async () => {
      await using client = await stage.initialized();
      for (const method of ["session/dance", "_example.com/dance", "fs/read_text_file", "nothing"]) {
        await expect(client.request(method, { a: 1 })).rejects.toMatchObject({
          code: -32601,
          message: expect.stringMatching(/^[^\n]+$/),
        });
      }
      await expect(client.newSession()).resolves.toBeDefined();
      const asked = client.transcript.messages("client").filter((message) => "id" in message);
      const answered = client.transcript.messages("agent").filter((message) => "id" in message);
      expect(answered.length).toBe(asked.length);
    });

    it("[R9] [R12] notifications are not answered, whether known or unknown", async () => {
      await using client = await stage.initialized();
      await client.notify("_example.com/hello", { a: 1 });
      await client.notify("$/hello");
      await client.notify("hello", { a: 1 });
      await client.notify("session/cancel", { sessionId: "nobody" });
      await client.notify("$/cancel_request", { requestId: "nobody" });
      await expect(client.newSession()).resolves.toBeDefined();
      // One for `initialize`, one for the session.
      expect(client.transcript.messages("agent").filter((message) => "id" in message)).toHaveLength(2);
    });

    it("[R13] [R14] wrong parameters are refused as such, and all goes on", async () => {
      await using client = await stage.initialized();
      const { sessionId } = await client.newSession();
      const wrong: readonly [string, unknown][] = [
        ["session/prompt", { sessionId, prompt: "hello" }],
        ["session/new", { mcpServers: [] }],
        ["session/new", { cwd: "/", mcpServers: [{ name: "x" }] }],
        ["session/new", { cwd: "/", mcpServers: "none" }],
        ["session/set_mode", { sessionId }],
      ];
      for (const [method, params] of wrong) {
        await expect(client.request(method, params), `${method} ${JSON.stringify(params)}`).rejects.toMatchObject({
          code: -32602,
        });
      }
      await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    });

    it("[R4] [E-04] text with line breaks of every kind arrives and comes back as it is", async () => {
      const words = "one\ntwo\r\nthree\u2028four\u0000\u001b[31m🧵 \\n";
      const model = scriptedModel([{ text: words }]);
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      await client.prompt(sessionId, words);
      expect(partsShown(model.requests[0])).toEqual([{ type: "text", text: words }]);
      expect(client.text(sessionId)).toBe(words);
    });

    it("[R17] a refusal does not repeat the secrets of a server", async () => {
      await using client = await stage.initialized();
      const servers = [
        { name: "one", command: "/bin/true", args: [], env: [{ name: "KEY", value: "sesame-open-1" }, { name: 7 }] },
        { type: "http", name: "two", url: "nowhere", headers: [{ name: "Authorization", value: "sesame-open-2" }] },
      ];
      for (const server of servers) {
        await expect(client.request("session/new", { cwd: "/", mcpServers: [server] })).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining("mcpServers[0]"),
        });
      }
      expect(JSON.stringify(client.transcript.messages("agent"))).not.toContain("sesame");
    });

    it("[R18] the same id may be under way in both directions", async () => {
      const model = scriptedModel([{ calls: [{ name: "run_command", args: { command: "true" } }] }]);
      await using client = await stage.initialized({ model, answers: { "session/request_permission": neverAnswer } });
      const { sessionId } = await client.newSession();
      const prompt = client.prompt(sessionId, "go");
      const { message: asked } = await client.transcript.when(calls("session/request_permission"));
      const id = idOf(asked);
      await client.send({ jsonrpc: "2.0", id, method: "session/list", params: {} });
      await client.transcript.when(
        ({ from, message }) => from === "agent" && idOf(message) === id && message !== asked,
      );
      await client.cancel(sessionId);
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
    });

    it("[R20] an answer to nothing that was asked is ignored", async () => {
      await using client = await stage.initialized();
      await client.send({ jsonrpc: "2.0", id: 4711, result: {} });
      await client.send({ jsonrpc: "2.0", id: "x", error: { code: 1, message: "no" } });
      await expect(client.newSession()).resolves.toBeDefined();
    });

    it("[R21] a prompt of several megabytes works", async () => {
      const model = scriptedModel([]);
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      const data = "A".repeat(8 * 1024 * 1024);
      await client.prompt(sessionId, [{ type: "image", data, mimeType: "image/png" }]);
      const [part] = partsShown(model.requests[0]);
      expect(part?.type === "image" && part.data.length).toBe(data.length);
    });

    it("[R160] optional fields that are malformed count as left out, and the rest is taken", async () => {
      const model = scriptedModel([]);
      await using client = await stage.connect({ model });
      const clientCapabilities = { fs: ["yes"], terminal: "true", session: 7, elicitation: null, _meta: "x" };
      await client.request("initialize", { protocolVersion: 1, clientCapabilities, clientInfo: 3, _meta: [] });
      const setup = { cwd: "/", mcpServers: null, additionalDirectories: null, _meta: "x" };
      const { sessionId } = await client.request<{ sessionId: string }>("session/new", setup);
      const annotations = { audience: ["user", 5, null], priority: "high", lastModified: 7, _meta: 1 };
      const prompt = [
        { type: "text", text: "hello", annotations: "nonsense", _meta: "x" },
        { type: "text", text: "world", annotations },
      ];
      await expect(client.request("session/prompt", { sessionId, prompt, _meta: "x" })).resolves.toEqual({
        stopReason: "end_turn",
      });
      expect(partsShown(model.requests[0])).toEqual([
        { type: "text", text: "hello" },
        { type: "text", text: "world" },
      ]);
      await client.notify("session/cancel", { sessionId, _meta: 5 });
      await expect(client.request("session/list", { cwd: null, cursor: null, _meta: [] })).resolves.toMatchObject({
        sessions: [{ sessionId }],
      });
      // A required field has no default: guessing one would run another prompt than the client sent.
      for (const given of [undefined, null, "hello", [{ type: "text" }], [{ type: "text", text: 7 }]]) {
        const asked = client.request("session/prompt", { sessionId, prompt: given });
        await expect(asked).rejects.toMatchObject({ code: -32602 });
      }
    });

    it("[R23] [R24] [R25] accepts unknown fields and metadata, and does not pass them on", async () => {
      await using client = await stage.initialized();
      const setup = { cwd: "/", mcpServers: [], _meta: { "example.com/a": [1] }, colour: "red" };
      const { sessionId } = await client.request<{ sessionId: string }>("session/new", setup);
      const prompt = [{ type: "text", text: "hello", annotations: null, mood: "good", _meta: { a: 1 } }];
      await expect(client.request("session/prompt", { sessionId, prompt, speed: 3 })).resolves.toEqual({
        stopReason: "end_turn",
      });
    });
  });
}

function idOf(message: object | undefined): unknown {
  return message && "id" in message ? message.id : undefined;
}
