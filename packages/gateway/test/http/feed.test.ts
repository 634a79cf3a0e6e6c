/**
 * A real session of our agent, read over real sockets.
 */

import { once } from "node:events";

import { rehearsalModel } from "@tenon/agent";
import { createGateway, createLog, serveHttp } from "@tenon/gateway";
import { openMemoryJournal } from "@tenon/journal";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { CHECKPOINT_FORMAT } from "@tenon/timeline";
import { messageWire, scriptedClient } from "@tenon/testkit/acp";
import { expect, it } from "vitest";
import { WebSocket } from "ws";

import { onlyModel } from "../../../agent/test/support/only-model.ts";

const token = "t".repeat(43);
const headers = { Authorization: `Bearer ${token}` };

it("a reader that was cut off comes back to where it was: nothing is lost, nothing comes twice", async () => {
  await using served = await serve();
  const { client, url } = served;
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "One");
  const whole = openReader(`${url}/feed/${sessionId}`);
  await whole.caughtUp;
  const cut = openReader(`${url}/feed/${sessionId}`);
  await cut.caughtUp;
  cut.socket.terminate();
  await client.prompt(sessionId, "Two");
  const back = openReader(`${url}/feed/${sessionId}?after=${cut.seqs().at(-1)}`);
  await back.caughtUp;
  await client.prompt(sessionId, "Three");
  await whole.reaches('"Three"');
  const last = whole.seqs().at(-1) ?? 0;
  await back.reaches(`{"seq":${last},`);
  const upToLast = (reader: typeof whole) => reader.seqs().filter((seq) => seq <= last);
  expect(upToLast(whole)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  expect([...cut.seqs(), ...upToLast(back)]).toEqual(upToLast(whole));
  expect(JSON.parse(whole.frames[0] ?? "")).toMatchObject({ session: { id: sessionId } });
});

it("a client with `updates: false` gets each update once: from the feed, and none over ACP", async () => {
  await using served = await serve();
  const { client, url, connect } = served;
  await using page = connect();
  await page.initialize({ _meta: { tenon: { updates: false } } });
  const { sessionId } = await page.newSession();
  const feed = openReader(`${url}/feed/${sessionId}`);
  await client.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  await page.prompt(sessionId, "One");
  await client.prompt(sessionId, "Two");
  await page.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  await feed.reaches('"Two"');
  await feed.reaches(JSON.stringify(client.updates(sessionId).at(-1)));
  const updates = feed.frames.filter((frame) => frame.includes('"method":"session/update"'));
  expect(updates.length).toBeGreaterThan(3);
  expect(new Set(feed.seqs()).size).toBe(feed.seqs().length);
  const notifications = page.transcript.entries.filter(({ text }) => !("id" in JSON.parse(text)));
  expect(notifications.map(({ text }) => text)).toEqual([]);
});

it("a reader that takes lines gets the same frames in fewer messages", async () => {
  await using served = await serve();
  const { client, url } = served;
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "One");
  const single = openReader(`${url}/feed/${sessionId}`);
  const inLines = openReader(`${url}/feed/${sessionId}?lines=true`);
  await Promise.all([single.caughtUp, inLines.caughtUp]);
  const records = ({ frames }: typeof single) => frames.filter((frame) => frame.startsWith('{"seq":'));
  expect(records(inLines)).toEqual(records(single));
  expect(inLines.messages()).toBeLessThan(single.messages());
  await client.prompt(sessionId, "Two");
  await Promise.all([single.reaches('"Two"'), inLines.reaches('"Two"')]);
});

it("a reader of a long session begins at a checkpoint near its end, and gets the part before it when it asks", async () => {
  await using served = await serve();
  const { url, journal } = served;
  await using writer = await journal.create({ id: "long", cwd: "/", agent: "tenon" });
  const record = (from: "client" | "agent", message: object) => ({ from, text: JSON.stringify(message) });
  const params = { sessionId: "long", prompt: [{ type: "text", text: "Go" }] };
  for (let id = 0; id < 600; id += 1) {
    await writer.append(
      record("client", { id, method: "session/prompt", params }),
      record("agent", { id, result: { stopReason: "end_turn" } }),
    );
  }
  const end = openReader(`${url}/feed/long?checkpoint=${CHECKPOINT_FORMAT}`);
  await end.caughtUp;
  const { seq } = JSON.parse(end.frames[0] ?? "").checkpoint;
  expect(seq).toBe(801);
  expect(end.seqs()).toEqual(Array.from({ length: 400 }, (_, index) => index + seq));
  const part = async (query: string) => {
    const response = await fetch(`${url.replace("ws", "http")}/api/sessions/long/records?${query}`, { headers });
    return (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  const before = await part(`before=${seq}&records=1&checkpoint=${CHECKPOINT_FORMAT}`);
  expect(before.map((frame) => frame.seq ?? frame.checkpoint.seq)).toEqual([401, ...numbers(401, 800)]);
  const first = await part(`before=401&records=1000&checkpoint=${CHECKPOINT_FORMAT}`);
  expect(first.map((frame) => frame.seq)).toEqual(numbers(1, 400));
  // A page of another version gets all of it.
  expect(await part(`before=${seq}&records=1&checkpoint=0`)).toHaveLength(800);
  expect(await part("before=x&records=1")).toMatchObject([{ error: { code: "bad_range" } }]);
});

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

it("a reader of all sessions gets a new one, and its end", async () => {
  await using served = await serve();
  const { client, url } = served;
  const all = openReader(`${url}/feed`);
  await once(all.socket, "open");
  const { sessionId } = await client.newSession();
  await all.reaches(sessionId);
  const path = `${url.replace("ws", "http")}/api/sessions/${sessionId}`;
  expect((await fetch(path, { method: "DELETE", headers })).status).toBe(204);
  await all.reaches(`{"deleted":"${sessionId}"}`);
});

it("what the page asks of sessions is answered from the same record", async () => {
  await using served = await serve();
  const { client, url } = served;
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "One");
  const api = `${url.replace("ws", "http")}/api/sessions`;
  const ask = async (path: string, method = "GET", body?: object) => {
    const json = { "Content-Type": "application/json" };
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { ...headers, ...json },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const { sessions } = JSON.parse((await ask("")).text);
  expect(sessions).toMatchObject([{ id: sessionId, agent: "tenon", cwd: "/", attached: 1, isLive: true }]);
  expect(JSON.parse((await ask(`/${sessionId}`, "PATCH", { title: "Other" })).text)).toMatchObject({ title: "Other" });
  const fork = JSON.parse((await ask(`/${sessionId}/fork`, "POST", {})).text);
  expect(fork).toMatchObject({ parent: { sessionId } });
  const lines = (await ask(`/${fork.id}/export`)).text.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(2);
  expect((await ask("/nobody", "PATCH", { title: "x" })).status).toBe(404);
  expect((await ask("/nobody/fork", "POST", {})).status).toBe(404);
  expect((await ask("?cursor=nonsense")).status).toBe(400);
});

function openReader(url: string) {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  socket.on("error", () => {});
  const frames: string[] = [];
  const watchers = new Set<() => void>();
  let messages = 0;
  socket.on("message", (data: Buffer) => {
    messages += 1;
    frames.push(...data.toString().split("\n"));
    for (const look of watchers) look();
  });
  const reaches = (part: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!frames.some((frame) => frame.includes(part))) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  return {
    socket,
    frames,
    messages: () => messages,
    reaches,
    caughtUp: reaches('{"caughtUp":true}'),
    seqs: () => frames.map((frame) => JSON.parse(frame).seq).filter((seq): seq is number => seq !== undefined),
  };
}

async function serve() {
  const journal = openMemoryJournal();
  const gateway = createGateway({ journal, ownAgent: { models: onlyModel(rehearsalModel()), version: "0.0.0" } });
  const log = createLog({ level: "error", secrets: [token], write: (line) => process.stderr.write(line) });
  const server = await serveHttp({ gateway, token, log, version: "0.0.0" });
  const url = server.url.replace("http", "ws");
  const connect = () => scriptedClient(messageWire(createWebSocketStream(`${url}/acp`, { WebSocket, headers })), {});
  const client = connect();
  await client.initialize();
  return {
    client,
    connect,
    url,
    journal,
    async [Symbol.asyncDispose]() {
      await client.drop();
      await gateway.close();
      await server.close();
      await journal.close();
    },
  };
}
