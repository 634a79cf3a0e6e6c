/**
 * Sessions that were: listed, loaded, resumed, deleted.
 */

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { ScriptedClient } from "@tenon/testkit/acp";
import { startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { scriptedModel, serverTools } from "../scripted-model.ts";
import type { SuiteStage } from "./suite-stage.ts";

const plan = { entries: [{ content: "Look", status: "in_progress" }] };

export function storedSessionCases(stage: SuiteStage): void {
  describe("loading a session", () => {
    it("[R47] [R48] [R49] [E-01] [E-05] [G-17] sends the whole conversation again, the same as it was, before it answers", async () => {
      const model = scriptedModel([
        { thought: "Hm.", text: "Let me plan.", calls: [{ name: "update_plan", args: plan }] },
        { text: "Planned." },
      ]);
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      const prompt = [
        { type: "text" as const, text: "Plan it" },
        { type: "image" as const, data: "AAAA", mimeType: "image/png" },
      ];
      await client.prompt(sessionId, prompt);
      const live = conversation(client.updates(sessionId));
      await client.request("session/close", { sessionId });

      const { result, updates } = await load(client, sessionId);
      expect(result).not.toHaveProperty("sessionId");
      expect(updates.slice(0, 2)).toMatchObject(
        prompt.map((content) => ({ sessionUpdate: "user_message_chunk", content })),
      );
      expect(conversation(updates.slice(2))).toEqual(live);
      expect(live.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
        "agent_thought_chunk",
        "agent_message_chunk",
        "tool_call",
        "tool_call_update",
        "plan",
        "tool_call_update",
        "agent_message_chunk",
      ]);
      // The model remembers it as well.
      await client.prompt(sessionId, "Go on");
      expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
        "user",
        "assistant",
        "tool",
        "assistant",
        "user",
      ]);
    });

    it("[E-02] [E-09] [G-13] again and again gives the same each time, and one set of servers", async () => {
      await using server = await startHttpServer({ tools: [{ name: "look" }] });
      const model = scriptedModel([{ text: "Hello." }]);
      await using client = await stage.initialized({ model });
      const mcpServers = [{ type: "http" as const, name: "web", url: server.url, headers: [] }];
      const { sessionId } = await client.newSession({ mcpServers });
      await client.prompt(sessionId, "hello");
      const first = await load(client, sessionId, mcpServers);
      for (let time = 0; time < 4; time += 1) {
        await expect(load(client, sessionId, mcpServers)).resolves.toEqual(first);
      }
      await client.prompt(sessionId, "hello");
      expect(serverTools(model.requests.at(-1))).toEqual(["mcp__web__look"]);
      expect((await load(client, sessionId)).updates).toHaveLength(first.updates.length + 2);
    });

    it("[C-05] [R59] in the middle of its turn ends that turn, and the session goes on", async () => {
      const model = scriptedModel([{ text: "Well", hangs: true }]);
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      const prompt = client.prompt(sessionId, "hello");
      await client.transcript.when(({ text }) => text.includes("Well"));
      const loading = load(client, sessionId);
      await client.cancel(sessionId);
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
      await loading;
      await expect(client.prompt(sessionId, "again")).resolves.toEqual({ stopReason: "end_turn" });
      expect(client.text(sessionId)).toContain("Done.");
    });

    it("[R51] connects the servers of the request, and not those it had", async () => {
      await using old = await startHttpServer({ tools: [{ name: "old" }] });
      await using young = await startHttpServer({ tools: [{ name: "young" }] });
      const model = scriptedModel([]);
      await using client = await stage.initialized({ model });
      const at = (url: string) => [{ type: "http" as const, name: "web", url, headers: [] }];
      const { sessionId } = await client.newSession({ mcpServers: at(old.url) });
      await client.request("session/close", { sessionId });
      for (const method of ["session/load", "session/resume"] as const) {
        await client.request(method, { sessionId, cwd: "/", mcpServers: at(young.url) });
        await client.prompt(sessionId, "hello");
        expect(serverTools(model.requests.at(-1))).toEqual(["mcp__web__young"]);
        await client.request("session/close", { sessionId });
      }
    });

    it.each(["session/load", "session/resume"] as const)(
      "[R52] [E-08] %s of a session that is not there, or of another folder, is refused",
      async (method) => {
        await using client = await stage.initialized();
        await expect(client.request(method, { sessionId: "nobody", cwd: "/", mcpServers: [] })).rejects.toMatchObject({
          code: -32002,
          data: { sessionId: "nobody" },
        });
        const { sessionId } = await client.newSession();
        await client.prompt(sessionId, "hello");
        await client.request("session/close", { sessionId });
        await expect(client.request(method, { sessionId, cwd: "/tmp", mcpServers: [] })).rejects.toMatchObject({
          code: -32602,
        });
        await expect(client.request(method, { sessionId, cwd: "/", mcpServers: [] })).resolves.toBeDefined();
      },
    );
  });

  it("[R50] resuming a session sends nothing of it, and the model remembers it", async () => {
    const model = scriptedModel([{ text: "Hello." }]);
    await using client = await stage.initialized({ model });
    const { sessionId } = await client.newSession();
    await client.prompt(sessionId, "hello");
    await client.request("session/close", { sessionId });
    const before = client.updates(sessionId).length;
    await client.request("session/resume", { sessionId, cwd: "/" });
    expect(conversation(client.updates(sessionId).slice(before))).toEqual([]);
    await client.prompt(sessionId, "again");
    expect(model.requests.at(-1)?.messages).toHaveLength(3);
  });

  describe("the list of sessions", () => {
    it("[R55] [R56] [R62] [E-03] is empty at first, and then has those of a folder, with title and time", async () => {
      await using client = await stage.initialized();
      await expect(client.request("session/list", {})).resolves.toEqual({ sessions: [] });
      const { sessionId } = await client.newSession();
      const { sessionId: other } = await client.newSession({ cwd: "/tmp" });
      await client.prompt(sessionId, "Look at the stars\nand more");
      await client.prompt(other, "hello");
      const { sessions } = await client.request("session/list", { cwd: "/" });
      expect(sessions).toMatchObject([
        { sessionId, cwd: "/", title: "Look at the stars", updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
      ]);
      await expect(client.request("session/list", { cwd: "/nowhere" })).resolves.toEqual({ sessions: [] });
      const all = await client.request("session/list", {});
      expect(all.sessions.map((session) => session.sessionId).toSorted()).toEqual([sessionId, other].toSorted());
    });

    it("[M36] [R55] reports the folders that a session has besides its own", async () => {
      await using client = await stage.initialized();
      const setup = { cwd: "/", mcpServers: [], additionalDirectories: ["/usr", "/var"] };
      const { sessionId } = await client.newSession(setup);
      const { sessions } = await client.request("session/list", {});
      expect(sessions).toMatchObject([{ sessionId, cwd: "/", additionalDirectories: ["/usr", "/var"] }]);
    });

    it("[R57] comes in pages, each once, and refuses a cursor that it did not give", async () => {
      await using client = await stage.initialized();
      const made = new Set<string>();
      for (let each = 0; each < 120; each += 1) made.add((await client.newSession()).sessionId);
      const listed: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await client.request("session/list", { ...(cursor && { cursor }) });
        listed.push(...page.sessions.map(({ sessionId }) => sessionId));
        cursor = page.nextCursor;
      } while (cursor);
      expect(listed).toHaveLength(120);
      expect(new Set(listed)).toEqual(made);
      await expect(client.request("session/list", { cursor: "nonsense" })).rejects.toMatchObject({ code: -32602 });
    });
  });

  it("[R58] [R60] a deleted session is gone for good, and may be deleted again", async () => {
    await using client = await stage.initialized();
    const { sessionId } = await client.newSession();
    await client.prompt(sessionId, "hello");
    for (const id of [sessionId, sessionId, "nobody"]) {
      await expect(client.request("session/delete", { sessionId: id })).resolves.toEqual({});
    }
    await expect(client.request("session/list", {})).resolves.toEqual({ sessions: [] });
    await expect(client.prompt(sessionId, "hello")).rejects.toMatchObject({ code: -32002 });
    await expect(load(client, sessionId)).rejects.toMatchObject({ code: -32002 });
  });
}

/** What the answer says, and what was sent before it. */
async function load(client: ScriptedClient, sessionId: string, mcpServers: readonly object[] = []) {
  const before = client.updates(sessionId).length;
  const result = await client.request<object>("session/load", { sessionId, cwd: "/", mcpServers });
  // Read in the moment of the answer: what comes after it is not counted.
  return { result, updates: conversation(client.updates(sessionId).slice(before)) };
}

const NOT_SAID = new Set([
  "available_commands_update",
  "usage_update",
  "notice",
  "config_option_update",
  "session_info_update",
]);

function conversation(updates: readonly SessionUpdate[]): readonly SessionUpdate[] {
  return updates.filter(({ sessionUpdate }) => !NOT_SAID.has(sessionUpdate));
}
