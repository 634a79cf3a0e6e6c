/**
 * What is said between a session's servers and the hub in front of another agent is in the session's record, as our own
 * agent has it.
 */

import type { McpServer } from "@agentclientprotocol/sdk";
import { openHub, type ServerMessage } from "@tenon/hub";
import type { EndpointCall } from "@tenon/hub/endpoint";
import { type Journal, type NewRecord, openMemoryJournal } from "@tenon/journal";
import { allow, type McpStep } from "@tenon/testkit/acp";
import { type CallStep, type ServerScript, stdioServer, type StdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { recordEvents } from "../../src/session/record-events.ts";
import { recordMessages } from "../../src/session/calls/record-messages.ts";
import { createRunningCalls } from "../../src/session/calls/running-calls.ts";
import { givenServer, openWrapped, type WrappedOptions } from "./open-wrapped.ts";

const COUNTING: readonly CallStep[] = [
  { type: "progress", times: 2, message: "Counting" },
  { type: "notify", method: "notifications/message", params: { level: "info", data: "halfway" } },
  { type: "result", result: { content: [{ type: "text", text: "two" }] } },
];
const COUNT: McpStep = { type: "mcp", server: "tenon", tool: "files__count", arguments: {}, toolCallId: "call-7" };

describe("the record of a session of another agent", () => {
  it("[A3] has the messages with a server in order, with its name, their direction and the agent's id of the call", async () => {
    await using journal = openMemoryJournal();
    await using server = await stdioServer({ revision: "2025-11-25", tools: [{ name: "count", call: COUNTING }] });
    await playWith(entryOf(server), [COUNT], { journal });
    const lines = await linesOf(journal);
    expect(lines.map(({ server }) => server).filter((server) => server !== undefined)).not.toContain("tenon");
    const methods = lines.map(({ line }) => line);
    const opening = methods.filter((line) => /(initialized?|tools\/\w+)$/.test(line));
    expect(opening).toEqual([
      "sent initialize",
      "sent notifications/initialized",
      "sent tools/list",
      "sent tools/call",
    ]);
    expect(methods.slice(methods.indexOf("tool_call pending"))).toEqual([
      "tool_call pending",
      "tool_call_update in_progress",
      "sent tools/call",
      "received notifications/progress",
      "received notifications/progress",
      "received notifications/message",
      "received answer",
      "tool_call_update completed",
    ]);
    const ofCall = lines.filter(({ toolCallId }) => toolCallId === "call-7");
    expect(ofCall.map(({ server, line }) => `${server} ${line}`)).toEqual([
      "files sent tools/call",
      "files received notifications/progress",
      "files received notifications/progress",
      "files received answer",
    ]);
  });

  it("[M-01] has receipts with the time of its journal", async () => {
    await using journal = openMemoryJournal({ now: () => 42_000 });
    await using server = await stdioServer({ tools: [{ name: "count" }] });
    await playWith(entryOf(server), [COUNT], { journal });
    const receipts = await journal.read("journal-1", { kinds: ["receipt"] });
    expect(receipts.length).toBeGreaterThan(2);
    expect(new Set(receipts.map(({ at }) => at))).toEqual(new Set([42_000]));
  });

  it("[WA4] has a call that its agent does not show under an id of our own", async () => {
    await using journal = openMemoryJournal();
    await play({ tools: [{ name: "count" }] }, [{ ...COUNT, isSilent: true }], { journal });
    const ids = (await linesOf(journal)).filter(({ toolCallId }) => toolCallId !== undefined);
    expect(ids.map(({ line }) => line)).toEqual(["sent tools/call", "received answer"]);
    expect(new Set(ids.map(({ toolCallId }) => toolCallId))).toEqual(
      new Set([expect.stringMatching(/^tenon-[0-9a-f-]{36}$/)]),
    );
  });

  it("[K-15] has no secret, neither what the server was given nor what looks like one", async () => {
    const given = "open-sesame-17-of-this-server";
    const token = `ghp_${"a1B2c3D4e5".repeat(4)}`;
    await using journal = openMemoryJournal();
    const tools = [{ name: "count", call: [{ type: "report", of: ["headers", "arguments"] } as const] }];
    const step = { ...COUNT, arguments: { note: "kept", token } };
    const text = await play({ tools }, [step], { journal, headers: [{ name: "x-api-key", value: given }] });
    expect(text).toContain(given);
    expect(text).toContain(token);
    const messages = (await recordsOf(journal)).filter((record) => record.includes('"mcp-message"'));
    expect(messages.join("\n")).toContain("kept");
    expect(messages.join("\n")).not.toContain(given);
    expect(messages.join("\n")).not.toContain(token);
  });

  it("holds up no call, when nothing can be written", async () => {
    const added: string[] = [];
    const openEvents = () => ({
      now: Date.now,
      bind() {},
      add: (record: NewRecord) => {
        added.push(record.text);
        return new Promise<void>(() => {});
      },
      close() {},
    });
    const text = await play({ tools: [{ name: "count", call: COUNTING }] }, [COUNT], { openEvents });
    expect(text).toContain("two");
    expect(added.filter((record) => record.includes('"tools/call"'))).toHaveLength(1);
  });

  it("is not asked for, and the messages are looked at by no one, where nothing is recorded", async () => {
    const asked: boolean[] = [];
    await play({ tools: [{ name: "count" }] }, [COUNT], {
      openHub(options) {
        asked.push("onMessage" in options);
        return openHub(options);
      },
    });
    expect(asked).toEqual([false]);
  });
});

describe("the messages of a call", () => {
  it("wait until the agent has shown it, in order and with the time at which they came", async () => {
    const one = openMessages();
    one.call("a");
    one.hear("files", "sent", { id: 1, method: "tools/call" }, "a");
    one.hear("clock", "received", { method: "notifications/message" });
    expect(one.written()).toEqual([]);
    await one.shown("a", "call-7");
    one.hear("files", "received", { id: 1, result: {} }, "a");
    expect(one.written()).toEqual([
      { server: "files", toolCallId: "call-7", at: 42_000 },
      { server: "clock", at: 42_000 },
      { server: "files", toolCallId: "call-7" },
    ]);
  });

  it("do not wait for one that the agent has never shown by the end of its turn", () => {
    const one = openMessages();
    one.call("a");
    one.hear("files", "sent", { id: 1, method: "tools/call" }, "a");
    one.messages.endTurn();
    expect(one.written()).toEqual([{ server: "files", at: 42_000 }]);
  });

  it("are told from what another request of the agent leads to", async () => {
    const one = openMessages();
    one.call("r", "resources/read");
    one.hear("files", "sent", { id: 1, method: "resources/read" });
    await one.shown("r", undefined);
    expect(one.written().map(({ toolCallId }) => toolCallId)).toEqual([undefined]);
  });
});

describe("events of a session", () => {
  const event = (text: string): NewRecord => ({ from: "tenon", text });

  it("wait until something of the session is recorded, and keep their order", async () => {
    const recorder = fakeRecorder();
    const recorded = recordEvents(recorder);
    const session = recorded.open();
    const first = session.add(event("1"));
    session.bind("s");
    void session.add(event("2"));
    recorded.recorded();
    expect(recorder.texts).toEqual([]);
    recorder.begun.add("s");
    recorded.recorded();
    void session.add(event("3"));
    await first;
    expect(recorder.texts).toEqual(["1", "2", "3"]);
  });

  it("are dropped with a session that was never recorded", async () => {
    const recorder = fakeRecorder();
    const recorded = recordEvents(recorder);
    const session = recorded.open();
    session.bind("s");
    void session.add(event("1"));
    session.close();
    await expect(session.add(event("2"))).rejects.toThrow("ended");
    recorder.begun.add("s");
    recorded.recorded();
    expect(recorder.texts).toEqual([]);
  });
});

interface Playing extends Pick<WrappedOptions, "journal" | "openEvents" | "openHub"> {
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
}

/** One turn of an agent that has the server `files`; resolves with what it said. */
async function play(script: ServerScript, steps: readonly McpStep[], options: Playing): Promise<string> {
  const { headers = [], ...rest } = options;
  await using files = await givenServer("files", script);
  const entry: McpServer = { type: "http", name: "files", url: files.server.url, headers: [...headers] };
  return await playWith(entry, steps, rest);
}

async function playWith(entry: McpServer, steps: readonly McpStep[], options: WrappedOptions): Promise<string> {
  await using wrapped = await openWrapped({
    ...options,
    preset: "gemini",
    script: { turns: [{ steps }] },
    answers: { "session/request_permission": allow },
  });
  const { client } = wrapped;
  await client.initialize();
  const { sessionId } = await client.newSession({ mcpServers: [entry] });
  await client.prompt(sessionId, "go");
  return client.text(sessionId);
}

function entryOf({ command, args, env }: StdioServer): McpServer {
  const variables = Object.entries(env).map(([name, value]) => ({ name, value }));
  return { name: "files", command, args: [...args], env: variables };
}

async function recordsOf(journal: Journal): Promise<readonly string[]> {
  return (await journal.read("journal-1")).map(({ text }) => text);
}

interface Line {
  readonly line: string;
  readonly server?: string;
  readonly toolCallId?: string;
}

/** Messages of servers, and how far calls have got. */
async function linesOf(journal: Journal): Promise<readonly Line[]> {
  return (await recordsOf(journal)).flatMap((text) => {
    const { type, server, direction, toolCallId, message, params } = JSON.parse(text);
    if (type === "mcp-message") return [{ line: `${direction} ${message.method ?? "answer"}`, server, toolCallId }];
    const { sessionUpdate, status } = params?.update ?? {};
    return status === undefined ? [] : [{ line: `${sessionUpdate} ${status}` }];
  });
}

function openMessages() {
  const records: NewRecord[] = [];
  const shown = new Map<string, PromiseWithResolvers<string | undefined>>();
  const calls = {
    idOf({ id }: EndpointCall) {
      const waiting = shown.get(id) ?? Promise.withResolvers<string | undefined>();
      shown.set(id, waiting);
      return waiting.promise;
    },
  };
  const running = createRunningCalls(calls);
  const add = async (record: NewRecord) => void records.push(record);
  const messages = recordMessages({ events: { now: () => 42_000, bind() {}, add, close() {} }, running, calls });
  return {
    messages,
    call(id: string, called = "files__count") {
      const { signal } = new AbortController();
      const call = { id, called, name: called, server: "files", tool: "count", title: "Count", args: {}, signal };
      running.event({ type: "started", call });
      messages.event({ type: "started", call });
    },
    hear(server: string, direction: ServerMessage["direction"], message: object, call?: string) {
      const heard = { server, direction, message: { ...message }, text: JSON.stringify(message) };
      messages.add(call === undefined ? heard : { ...heard, call });
    },
    async shown(id: string, toolCallId: string | undefined) {
      shown.get(id)?.resolve(toolCallId);
      await new Promise((resolve) => void setImmediate(resolve));
    },
    written: () =>
      records.map(({ text, at }) => {
        const { server, toolCallId } = JSON.parse(text);
        return { server, ...(toolCallId !== undefined && { toolCallId }), ...(at !== undefined && { at }) };
      }),
  };
}

function fakeRecorder() {
  const texts: string[] = [];
  const begun = new Set<string>();
  return {
    texts,
    begun,
    now: Date.now,
    append: async (_sessionId: string, { text }: NewRecord) => void texts.push(text),
    journalIdOf: (sessionId: string) => (begun.has(sessionId) ? `journal of ${sessionId}` : undefined),
  };
}
