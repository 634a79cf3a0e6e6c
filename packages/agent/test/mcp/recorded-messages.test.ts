/**
 * What is said between a session and its servers is in the session's journal, between what is said with its client.
 */

import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { type Journal, openMemoryJournal, openSqliteJournal } from "@tenon/journal";
import { type CallStep, type ServerScript, startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent, stdio } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const counting: readonly CallStep[] = [
  { type: "progress", times: 2, message: "Counting" },
  { type: "result", result: { content: [{ type: "text", text: "two" }] } },
];

describe.each(["stdio", "http"] as const)("the record of a session with a server over %s", (transport) => {
  it("has every message in order, and those of a call with its id", async () => {
    await using one = await open(counting, { transport });
    await one.client.prompt(one.sessionId, "go");
    const record = await one.record();
    const lines = record.map(({ line }) => line);
    const opening = lines.filter((line) => /^sent (initialize|server\/discover|tools\/\w+)$/.test(line));
    expect(opening.at(0)).toMatch(/initialize|discover/);
    expect(opening.slice(-2)).toEqual(["sent tools/list", "sent tools/call"]);
    expect(lines.slice(lines.indexOf("tool_call_update in_progress"))).toEqual([
      "tool_call_update in_progress",
      "sent tools/call",
      "received notifications/progress",
      "received notifications/progress",
      "received answer",
      "tool_call_update completed",
    ]);
    expect(record.filter(({ toolCallId }) => toolCallId !== undefined).map(({ line }) => line)).toEqual([
      "sent tools/call",
      "received notifications/progress",
      "received notifications/progress",
      "received answer",
    ]);
    expect(new Set(record.flatMap(({ toolCallId }) => toolCallId ?? []))).toEqual(new Set(["call-1"]));
  });
});

it("has what a server asks in a call with that call, and of an address only where it leads", async () => {
  const params = { mode: "url", message: "Sign", url: "https://example.com/sign/9f8e7d?next=1", elicitationId: "e" };
  await using one = await open([{ type: "elicit", params }], {
    revision: "2025-11-25",
    capabilities: { elicitation: { url: {} } },
    answers: { "elicitation/create": () => ({ action: "accept" }) },
  });
  await one.client.prompt(one.sessionId, "go");
  const record = await one.record();
  expect(record.filter(({ toolCallId }) => toolCallId === "call-1").map(({ line }) => line)).toEqual([
    "sent tools/call",
    "received elicitation/create",
    "sent answer",
    "received answer",
  ]);
  const texts = JSON.stringify(await one.journal.read(one.sessionId));
  expect(texts).toContain("https://example.com/");
  expect(texts).not.toContain("9f8e7d");
});

it("[M-01] receipts, and what came before the session was in the journal, have the time of their journal", async () => {
  const now = 42_000;
  await using one = await open([], { journal: openMemoryJournal({ now: () => now }) });
  await one.client.prompt(one.sessionId, "go");
  await one.client.request("session/close", { sessionId: one.sessionId });
  const receipts = await one.journal.read(one.sessionId, { kinds: ["receipt"] });
  expect(receipts.length).toBeGreaterThan(2);
  expect(new Set(receipts.map(({ at }) => at))).toEqual(new Set([now]));
  const early = await one.journal.read(one.sessionId, { kinds: ["initialize"] });
  expect(early.map(({ at }) => at <= now && at > 0)).toEqual([true]);
});

it("[M-01] has the time of its journal, also of a large message that was recorded later", async () => {
  const large: readonly CallStep[] = [
    { type: "result", result: { content: [{ type: "text", text: "x".repeat(400_000) }] } },
  ];
  await using one = await open(large, { journal: openMemoryJournal({ now: () => 42_000 }) });
  await one.client.prompt(one.sessionId, "go");
  await one.client.request("session/close", { sessionId: one.sessionId });
  const times = (await one.journal.read(one.sessionId, { kinds: ["mcp-message"] })).map(({ at }) => at);
  expect(times.length).toBeGreaterThan(2);
  expect(new Set(times)).toEqual(new Set([42_000]));
});

it("does not grow with what a server logs, and says how much is left out", async () => {
  const flood: readonly CallStep[] = [
    { type: "notify", method: "notifications/message", params: { level: "info", data: "again" }, times: 1_000 },
    { type: "echo" },
  ];
  await using one = await open(flood, { revision: "2025-11-25" });
  await one.client.prompt(one.sessionId, "go");
  await one.client.request("session/close", { sessionId: one.sessionId });
  const record = await one.record();
  const kept = record.filter(({ line }) => line === "received notifications/message").length;
  expect(kept).toBeLessThanOrEqual(200);
  expect(record.map(({ line }) => line)).toContain("received answer");
  const dropped = record.find(({ line }) => line === "mcp-messages-dropped");
  expect(dropped?.count).toBe(1_000 - kept);
});

it("has a picture once, although the server sends it to us and we to the client", async () => {
  await using folder = await temporaryFolder();
  const image = { type: "image", data: "A".repeat(50_000), mimeType: "image/png" };
  const file = join(folder.path, "journal.db");
  {
    const journal = await openSqliteJournal({ file });
    await using one = await open([{ type: "result", result: { content: [image] } }], { journal });
    await one.client.prompt(one.sessionId, "go");
  }
  using database = new DatabaseSync(file);
  const hasPicture = database.prepare("SELECT count(*) AS count FROM records WHERE is_cut").get();
  expect(Number(hasPicture?.["count"])).toBeGreaterThanOrEqual(2);
  expect(database.prepare("SELECT count(*) AS count FROM large_strings").get()).toMatchObject({ count: 1 });
});

it("[N-01] is whole after a crash in the middle of a call, and the session loads and goes on", async () => {
  await using folder = await temporaryFolder();
  const [file, copy] = [join(folder.path, "journal.db"), join(folder.path, "copy.db")];
  const before = await open([{ type: "wait-for-release" }], { journal: await openSqliteJournal({ file }) });
  const turn = before.client.prompt(before.sessionId, "go");
  await before.called();
  // As the file is in this moment, a crash would leave it.
  for (const end of ["", "-wal"]) await cp(`${file}${end}`, `${copy}${end}`);
  before.release();
  await turn;
  await before[Symbol.asyncDispose]();

  const { sessionId } = before;
  const now = () => Date.now() + 3_600_000;
  const journal = await openSqliteJournal({ file: copy, now });
  await using after = await connectAgent({ services: { openJournal: async () => journal } });
  await after.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  expect(JSON.stringify(await journal.read(sessionId))).toContain("mcp-message");
  const told = JSON.stringify(after.updates(sessionId));
  expect(told).toContain('"status":"failed"');
  expect(told).not.toContain("tools/call");
  await expect(after.prompt(sessionId, "go on")).resolves.toEqual({ stopReason: "end_turn" });
});

async function open(
  call: readonly CallStep[],
  options: Omit<NonNullable<Parameters<typeof connectAgent>[0]>, "model" | "services"> & {
    readonly transport?: "stdio" | "http";
    readonly revision?: "2025-11-25";
    readonly journal?: Journal;
  } = {},
) {
  const { transport = "stdio", revision = "both", journal = openMemoryJournal(), ...rest } = options;
  const script: ServerScript = { revision, tools: [{ name: "act", call }] };
  const server = await (transport === "http" ? startHttpServer(script) : stdioServer(script));
  const model = scriptedModel([{ calls: [{ name: "mcp__s__act" }] }]);
  // It is read when its agent has gone.
  const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
  const client = await connectAgent({ ...rest, model, services });
  const given =
    "url" in server ? { type: "http" as const, name: "s", url: server.url, headers: [] } : stdio("s", server);
  const { sessionId } = await client.newSession({ mcpServers: [given] });
  return {
    client,
    journal,
    sessionId,
    record: async () => (await journal.read(sessionId)).flatMap(({ text }) => readRecord(text)),
    called: () => server.until("message", ({ message }) => message["method"] === "tools/call"),
    release: () => server.release("act"),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await journal.close();
      await server.close();
    },
  };
}

interface Line {
  readonly line: string;
  readonly toolCallId?: string;
  readonly count?: number;
}

/** Messages of servers, and how far calls have got. */
function readRecord(text: string): readonly Line[] {
  const { type, direction, toolCallId, count, message, params } = JSON.parse(text);
  if (type === "mcp-message") return [{ line: `${direction} ${message.method ?? "answer"}`, toolCallId }];
  if (type === "mcp-messages-dropped") return [{ line: type, count }];
  const { sessionUpdate, status } = params?.update ?? {};
  return status === undefined ? [] : [{ line: `${sessionUpdate} ${status}` }];
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "tenon-messages-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
