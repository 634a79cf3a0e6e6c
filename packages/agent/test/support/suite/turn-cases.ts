import { type Model, rehearsalModel } from "@tenon/agent";
import { calls, failWith, pickUnknownOption, reject } from "@tenon/testkit/acp";
import { startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { scriptedModel } from "../scripted-model.ts";
import { acp, echoServer, slowServer } from "./suite-servers.ts";
import type { SuiteStage } from "./suite-stage.ts";

export function turnCases(stage: SuiteStage): void {
  describe("a turn", () => {
    it("[R67] [R75] [I-02] [R82] [R84] [Q-12] reports the call from pending to completed before the prompt is answered", async () => {
      await using server = await echoServer();
      await using client = await stage.initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", server)] });
      await expect(client.prompt(sessionId, 'echo text="hello"')).resolves.toEqual({ stopReason: "end_turn" });
      const statuses = client.updates(sessionId).flatMap((update) => ("status" in update ? [update.status] : []));
      expect(statuses).toEqual(["pending", "in_progress", "completed"]);
      expect(client.updates(sessionId).find((update) => update.sessionUpdate === "tool_call")).toMatchObject({
        title: "good: echo (hello)",
        name: "mcp__good__echo",
        rawInput: { text: "hello" },
      });
    });

    it("[R67] [R78] [I-02] words that come in a burst are one message, and all on the wire before the answer", async () => {
      const words = Array.from({ length: 50 }, (_, index) => `word ${index} `);
      await using client = await stage.initialized({ model: speaking(words) });
      const { sessionId } = await client.newSession();
      const said: (readonly string[])[] = [];
      for (const prompt of ["one", "two"]) {
        const before = client.updates(sessionId).length;
        await client.prompt(sessionId, prompt);
        // What came until the answer did, and not a moment later.
        const entries = client.transcript.entries.filter(({ from }) => from === "agent");
        const answered = entries.findLastIndex(({ text }) => text.includes('"stopReason"'));
        expect(entries.slice(answered + 1).filter(calls("session/update"))).toEqual([]);
        const chunks = client.updates(sessionId).slice(before);
        const messages = chunks.flatMap((chunk) => (chunk.sessionUpdate === "agent_message_chunk" ? [chunk] : []));
        expect(messages.map(({ content }) => (content.type === "text" ? content.text : "")).join("")).toBe(
          words.join(""),
        );
        said.push([...new Set(messages.map(({ messageId }) => String(messageId)))]);
      }
      expect(said.map((ids) => ids.length)).toEqual([1, 1]);
      expect(said[0]).not.toEqual(said[1]);
    });

    it("[R81] gives each call of a session an id of its own", async () => {
      await using server = await echoServer();
      await using client = await stage.initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", server)] });
      await client.prompt(sessionId, 'echo text="one"');
      await client.prompt(sessionId, 'echo text="two"');
      const ids = client
        .updates(sessionId)
        .flatMap((update) => (update.sessionUpdate === "tool_call" ? [update.toolCallId] : []));
      expect(ids).toEqual(["call-1", "call-2"]);
    });

    it("[Q-01] shows a tool's own error as failed, and tells the model", async () => {
      const call = [
        { type: "result" as const, result: { isError: true, content: [{ type: "text", text: "no luck" }] } },
      ];
      await using server = await stdioServer({ tools: [{ name: "try", description: "try your luck", call }] });
      await using client = await stage.initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("luck", server)] });
      await client.prompt(sessionId, "use try");
      expect(client.updates(sessionId)).toContainEqual(expect.objectContaining({ status: "failed" }));
      expect(client.text(sessionId)).toContain("Not done: no luck");
    });

    it.each([
      ["rejects it", reject],
      ["picks an option that was not offered", pickUnknownOption],
      ["answers with an error", failWith({ code: -32603, message: "no window" })],
      ["does not know the question", failWith({ code: -32601, message: "Method not found" })],
    ])("[R89] [K-14] [D-12] runs no tool when the client %s", async (_, answer) => {
      await using server = await echoServer();
      await using client = await stage.initialized({ answers: { "session/request_permission": answer } });
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", server)] });
      await expect(client.prompt(sessionId, 'echo text="hello"')).resolves.toEqual({ stopReason: "end_turn" });
      expect(client.updates(sessionId)).toContainEqual(expect.objectContaining({ status: "failed" }));
      expect((await server.recorded()).filter(({ type }) => type === "call-start")).toEqual([]);
    });

    it("[R83] [I-07] [V-02] a model's failure is an error of its prompt, and the next prompt works", async () => {
      const models = [failing("the provider is down"), rehearsalModel()];
      const model: Model = {
        ...rehearsalModel(),
        id: "unsteady",
        answer: (request) => (models.shift() ?? rehearsalModel()).answer(request),
      };
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      await expect(client.prompt(sessionId, "hello")).rejects.toMatchObject({ code: -32603 });
      await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    });

    it("[R76] [I-01] a second prompt waits for the first", async () => {
      await using server = await slowServer();
      await using client = await stage.initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("slow", server)] });
      const answered: string[] = [];
      const first = client.prompt(sessionId, "wait").then(() => answered.push("first"));
      await server.until("call-start");
      const second = client.prompt(sessionId, "hello").then(() => answered.push("second"));
      server.release("wait");
      await Promise.all([first, second]);
      expect(answered).toEqual(["first", "second"]);
    });

    it.each([
      ["max_tokens", { text: "Half of", reason: "length" }],
      ["refusal", { text: "I will not", reason: "refusal" }],
      ["end_turn", { text: "All of it" }],
    ] as const)("[R66] [V-04] [I-03] ends as %s when the model does", async (stopReason, answer) => {
      await using client = await stage.initialized({ model: scriptedModel([answer]) });
      const { sessionId } = await client.newSession();
      await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason });
    });

    it("[R66] [V-04] ends as max_turn_requests when the model calls tools for ever", async () => {
      const again = { calls: [{ name: "update_plan", args: { entries: [] } }] };
      const model = scriptedModel(Array.from({ length: 9 }, () => again));
      await using client = await stage.initialized({ model, agent: { maxSteps: 3 } });
      const { sessionId } = await client.newSession();
      await expect(client.prompt(sessionId, "plan")).resolves.toEqual({ stopReason: "max_turn_requests" });
      expect(model.requests).toHaveLength(3);
      await client.prompt(sessionId, "go on");
      expect(model.requests[3]?.messages.map(({ role }) => role).slice(-3)).toEqual(["assistant", "tool", "user"]);
    });

    it("[R78] each answer of the model is a message of its own, and so is its thought", async () => {
      const again = { calls: [{ name: "update_plan", args: { entries: [] } }] };
      const model = scriptedModel([{ thought: "Hm.", text: "One.", ...again }, { text: "Two." }]);
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      await client.prompt(sessionId, "hello");
      const ids = client.updates(sessionId).flatMap((update) => ("messageId" in update ? [update.messageId] : []));
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(3);
      expect(ids.every((id) => typeof id === "string" && id !== "")).toBe(true);
    });

    it("[R83] [R82] [R93] [AB-05] calls that cannot work are shown and ended too, and the model reads why", async () => {
      const model = scriptedModel([{ calls: [{ name: "fly", args: { to: "the moon" } }, { name: "read_file" }] }]);
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      await client.prompt(sessionId, "fly");
      const shown = client.updates(sessionId).filter((update) => "toolCallId" in update);
      expect(shown).toMatchObject([
        { sessionUpdate: "tool_call", title: "fly", name: "fly", status: "pending", rawInput: { to: "the moon" } },
        { sessionUpdate: "tool_call", name: "read_file", status: "pending" },
        { sessionUpdate: "tool_call_update", status: "failed" },
        { sessionUpdate: "tool_call_update", status: "failed" },
      ]);
      expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("No tool named fly.");
    });

    it("[R88] [R84] [D-03] [D-06] [J-05] asks with options of all four kinds, short and different, while the call is pending", async () => {
      const line = `touch ${"long ".repeat(500)}`;
      const model = scriptedModel([{ calls: [{ name: "run_command", args: { line } }] }]);
      await using client = await stage.initialized({ model, answers: { "session/request_permission": reject } });
      const { sessionId } = await client.newSession();
      await client.prompt(sessionId, "go");
      const { text } = await client.transcript.when(calls("session/request_permission"));
      const { toolCall, options } = JSON.parse(text).params;
      expect(toolCall).toMatchObject({ status: "pending", rawInput: { line } });
      const ids = options.map(({ optionId }: { readonly optionId: string }) => optionId);
      expect(new Set(ids).size).toBe(ids.length);
      const kinds = options.map(({ kind }: { readonly kind: string }) => kind);
      expect(new Set(kinds)).toEqual(new Set(["allow_once", "allow_always", "reject_once", "reject_always"]));
      for (const { name } of options) expect(name).toMatch(/^[^\n]{1,80}$/);
      expect(client.updates(sessionId)).not.toContainEqual(expect.objectContaining({ status: "in_progress" }));
    });

    it("[R79] [V-05] reports how full the context is by the last request, and what the session cost so far", async () => {
      const again = { calls: [{ name: "update_plan", args: { entries: [] } }] };
      const model = scriptedModel(
        [
          { ...again, usage: { input: 700, output: 100 } },
          { ...again, usage: { input: 800, output: 50 } },
          { text: "Done.", usage: { input: 900, output: 20 } },
        ],
        { contextTokens: 10_000 },
      );
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      await client.prompt(sessionId, "plan");
      const told = client.updates(sessionId).filter(({ sessionUpdate }) => sessionUpdate === "usage_update");
      expect(told).toMatchObject([
        { used: 800, size: 10_000, cost: { amount: 0.5, currency: "USD" } },
        { used: 850, size: 10_000, cost: { amount: 1, currency: "USD" } },
        { used: 920, size: 10_000, cost: { amount: 1.5, currency: "USD" } },
      ]);
    });

    it("[R79] reports no usage that is unknown", async () => {
      const model = scriptedModel([{ text: "Done.", usage: {} }], { contextTokens: 10_000 });
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      await client.prompt(sessionId, "hello");
      expect(client.updates(sessionId).map(({ sessionUpdate }) => sessionUpdate)).not.toContain("usage_update");
    });

    it("[R85] [R116] shows what a tool answers in the protocol's wrapping", async () => {
      const annotations = { audience: ["user"], priority: 0.5, lastModified: "2026-01-01T00:00:00Z" };
      const content = [
        { type: "image", data: "AAAA", mimeType: "image/png", annotations, _meta: { "example.com/a": [1] } },
        { type: "text", text: "seen", annotations, _meta: { "example.com/b": { c: null } } },
      ];
      const call = [{ type: "result" as const, result: { content } }];
      await using server = await startHttpServer({ tools: [{ name: "look", call }] });
      const model = scriptedModel([{ calls: [{ name: "mcp__web__look" }] }]);
      await using client = await stage.initialized({ model });
      const mcpServers = [{ type: "http" as const, name: "web", url: server.url, headers: [] }];
      const { sessionId } = await client.newSession({ mcpServers });
      await client.prompt(sessionId, "look");
      expect(client.updates(sessionId)).toContainEqual(
        expect.objectContaining({
          status: "completed",
          content: content.map((block) => ({ type: "content", content: block })),
        }),
      );
    });

    it("[AB-01] eight calls of one answer are under way before any of them returns", async () => {
      const call = [{ type: "wait-for-release" as const, gate: "all" }, { type: "echo" as const }];
      await using server = await startHttpServer({ tools: [{ name: "wait", call }] });
      const model = scriptedModel([{ calls: Array.from({ length: 8 }, () => ({ name: "mcp__web__wait" })) }]);
      await using client = await stage.initialized({ model });
      const mcpServers = [{ type: "http" as const, name: "web", url: server.url, headers: [] }];
      const { sessionId } = await client.newSession({ mcpServers });
      const prompt = client.prompt(sessionId, "wait");
      let begun = 0;
      await server.until("call-start", () => (begun += 1) === 8);
      expect((await server.recorded()).filter(({ type }) => type === "call-end")).toEqual([]);
      server.release("all");
      await expect(prompt).resolves.toEqual({ stopReason: "end_turn" });
      const done = client.updates(sessionId).filter((update) => "status" in update && update.status === "completed");
      expect(done).toHaveLength(8);
    });
  });
}

/** Says each of these at once, one after another. */
function speaking(words: readonly string[]): Model {
  return {
    ...rehearsalModel(),
    id: "speaking",
    async *answer() {
      for (const text of words) yield { type: "text-delta", text };
      const message = { role: "assistant" as const, parts: [{ type: "text" as const, text: words.join("") }] };
      yield { type: "finish", reason: "stop", message };
    },
  };
}

function failing(message: string): Model {
  return {
    ...rehearsalModel(),
    id: "failing",
    async *answer() {
      yield { type: "text-delta", text: "Let me see" };
      throw new Error(message);
    },
  };
}
