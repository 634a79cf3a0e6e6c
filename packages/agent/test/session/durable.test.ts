/**
 * What a session leaves behind is enough to go on with it: here the next agent has the same journal, and the one before
 * has gone without a word.
 */

import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openMemoryJournal, openSqliteJournal } from "@tenon/journal";
import { startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { closeOpenCalls } from "../../src/history/close-open-calls.ts";
import { openHistory } from "../../src/history/history.ts";
import type { Message } from "../../src/model/model.ts";
import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("a session", () => {
  it("[E-08] [G-16] [N-04] [R55] can be loaded by the next agent as soon as it is made, and is listed", async () => {
    await using folder = await temporaryFolder();
    const services = { openJournal: () => openSqliteJournal({ file: folder.file }) };
    const sessionId = await (async () => {
      await using client = await connectAgent({ services });
      return await client.open();
    })();
    await using client = await connectAgent({ services });
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const { sessions } = await client.request("session/list", { cwd: "/" });
    expect(sessions.map((session) => session.sessionId)).toEqual([sessionId]);
    await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
  });

  it("[E-09] is not written to by being loaded", async () => {
    const journal = openMemoryJournal();
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
    await using client = await connectAgent({ services, model: scriptedModel([{ text: "Hello." }]) });
    const sessionId = await client.open();
    await client.prompt(sessionId, "hello");
    const said = async () => {
      const records = await journal.read(sessionId);
      return records
        .filter(({ text }) => /"session\/(update|prompt)"|"type":"history/.test(text))
        .map(({ text }) => text);
    };
    const before = await said();
    for (let time = 0; time < 5; time += 1) {
      await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
      await client.request("session/close", { sessionId });
    }
    const after = await said();
    expect(after.filter((text) => !text.includes("available_commands_update"))).toEqual(
      before.filter((text) => !text.includes("available_commands_update")),
    );
  });

  it("[K-15] [R17] [R161] keeps what it was sent, metadata included, and no secret of a server", async () => {
    const journal = openMemoryJournal();
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
    await using server = await startHttpServer({
      tools: [{ name: "show", call: [{ type: "report", of: ["headers"] }] }],
    });
    const model = scriptedModel([{ calls: [{ name: "mcp__web__show" }] }]);
    await using client = await connectAgent({ services, model });
    const headers = [{ name: "Authorization", value: "Bearer sesame-open-17" }];
    const { sessionId } = await client.newSession({
      mcpServers: [{ type: "http", name: "web", url: server.url, headers }],
    });
    const prompt = [{ type: "text" as const, text: "show", _meta: { "example.com/mood": "good" } }];
    await client.request("session/prompt", { sessionId, prompt });
    const kept = JSON.stringify(await journal.read(sessionId));
    expect(kept).toContain("mcp__web__show");
    expect(kept).not.toContain("sesame-open-17");
    const before = client.updates(sessionId).length;
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    expect(client.updates(sessionId)[before]).toMatchObject({ content: prompt[0] });
  });

  it("[K-15] keeps no secret of a server that was attached, nor one that JSON writes differently", async () => {
    const journal = openMemoryJournal();
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
    await using server = await startHttpServer({
      tools: [{ name: "show", call: [{ type: "report", of: ["headers"] }] }],
    });
    const model = scriptedModel([{ calls: [{ name: "mcp__web__show" }, { name: "mcp__late__show" }] }]);
    await using client = await connectAgent({ services, model });
    const given = (name: string, value: string) => {
      return { type: "http" as const, name, url: server.url, headers: [{ name: "X-Api-Key", value }] };
    };
    const { sessionId } = await client.newSession({ mcpServers: [given("web", 'sesame "open" \\ seventeen')] });
    await client.request("_tenon/servers/attach", { sessionId, server: given("late", "another-secret-18") });
    await client.prompt(sessionId, "show");
    const kept = JSON.stringify(await journal.read(sessionId));
    expect(kept).toContain("mcp__late__show");
    expect(kept).not.toContain("another-secret-18");
    expect(kept).not.toContain("seventeen");
  });

  it("[R83] [N-01] after a crash in the middle of calls has each of them ended, for the client and for the model", async () => {
    await using folder = await temporaryFolder();
    const services = { openJournal: () => openSqliteJournal({ file: folder.file }) };
    await using server = await startHttpServer({ tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }] });
    const mcpServers = [{ type: "http" as const, name: "web", url: server.url, headers: [] }];
    const wait = { name: "mcp__web__wait" };
    const plan = { name: "update_plan", args: { entries: [] } };
    const before = await connectAgent({
      services,
      model: scriptedModel([{ text: "Now.", calls: [wait, plan, wait] }]),
    });
    const { sessionId } = await before.newSession({ mcpServers });
    void before.prompt(sessionId, "go").catch(() => {});
    await before.until((update) => "status" in update && update.status === "completed");
    // As the file is in this moment, a crash would leave it.
    const copy = await folder.copied();
    await before[Symbol.asyncDispose]();

    const model = scriptedModel([]);
    // So much later that no one still waits for the writer to come back.
    const now = () => Date.now() + 3_600_000;
    const later = { openJournal: () => openSqliteJournal({ file: copy, now }) };
    await using after = await connectAgent({ model, services: later });
    await after.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const states = new Map<string, string>();
    for (const update of after.updates(sessionId)) {
      if ("toolCallId" in update && update.status) states.set(update.toolCallId, update.status);
    }
    expect([...states.values()].toSorted()).toEqual(["completed", "failed", "failed"]);
    await after.prompt(sessionId, "go on");
    const [, answer, results] = model.requests[0]?.messages ?? [];
    expect(answer?.role === "assistant" && answer.parts.filter(({ type }) => type === "tool-call")).toHaveLength(3);
    expect(results?.role === "tool" && results.results.every(({ isError }) => isError)).toBe(true);
  });
});

describe("a history that was cut off", () => {
  const call = (id: string) => ({ type: "tool-call" as const, id, name: "look", args: {} });
  const result = (toolCallId: string) => ({ toolCallId, name: "look", parts: [], isError: false });
  const user: Message = { role: "user", parts: [{ type: "text", text: "hello" }] };

  it("[N-01] has a result for every call, in the order of the calls, and none without one", () => {
    const messages: Message[] = [
      user,
      { role: "tool", results: [result("stray")] },
      { role: "assistant", parts: [call("a"), call("b"), call("c")] },
      { role: "tool", results: [result("c"), result("stray"), result("a")] },
      user,
      { role: "assistant", parts: [call("d")] },
    ];
    const closed = closeOpenCalls(messages);
    expect(closed.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user", "assistant", "tool"]);
    const results = closed.flatMap((message) => (message.role === "tool" ? message.results : []));
    expect(results.map(({ toolCallId, isError }) => [toolCallId, isError])).toEqual([
      ["a", false],
      ["b", true],
      ["c", false],
      ["d", true],
    ]);
    expect(closeOpenCalls(closed)).toEqual(closed);
  });

  it("[N-01] is whole again when the user goes on after a turn that broke off", async () => {
    const failures = [new Error("The disk is full")];
    const history = openHistory({
      records: [],
      async appendEvent({ type }) {
        const failure = type === "history" && history.messages.length === 2 && failures.pop();
        if (failure) throw failure;
      },
    });
    await history.add(user);
    await expect(history.add({ role: "assistant", parts: [call("a")] })).rejects.toThrow("The disk is full");
    await history.add(user);
    expect(history.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  });
});

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "tenon-durable-"));
  const file = join(path, "journal.db");
  return {
    file,
    async copied() {
      const copy = join(path, "copy.db");
      for (const end of ["", "-wal"]) await cp(`${file}${end}`, `${copy}${end}`).catch(() => {});
      return copy;
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}
