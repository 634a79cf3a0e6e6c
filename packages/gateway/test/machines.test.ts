/** Several machines, each with a gateway of its own, serve the sessions of one journal. */

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";

import { createLog, serveHttp } from "@tenon/gateway";
import { openPostgresJournal } from "@tenon/journal/postgres";
import { allow, calls } from "@tenon/testkit/acp";
import { createTestDatabase } from "@tenon/testkit/postgres";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

import { openFarConnection } from "../src/machines/far-connection.ts";
import { createMachineKeys, signPeer } from "../src/machines/machine-key.ts";
import { createClientLink } from "../src/wire/client-link.ts";
import { createOutbox } from "../src/wire/outbox.ts";
import { openGateway, PATIENT, type TestGatewayOptions } from "./support/open-gateway.ts";
import { spokenModel } from "./support/spoken-model.ts";

const SECRET = "a-secret-of-all-machines";
const TOKEN = "token-of-a-test";

it("carries a client to the machine that has its session, in both directions", async () => {
  await using database = await createTestDatabase();
  const model = spokenModel();
  await using a = await startMachine(database.url, { model });
  await using b = await startMachine(database.url);
  await using first = await a.client();
  const { sessionId } = await first.newSession();
  await using second = await b.client();
  await second.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  const answer = second.prompt(sessionId, "tell me");
  model.say("once ");
  model.say("upon a time");
  await vi.waitFor(() => expect(second.text(sessionId)).toBe("once upon a time"), PATIENT);
  model.finish();
  expect(await answer).toMatchObject({ stopReason: "end_turn" });
  await vi.waitFor(() => expect(first.text(sessionId)).toBe("once upon a time"), PATIENT);
  expect([a.gateway.counts().liveSessions, b.gateway.counts().liveSessions]).toEqual([1, 0]);
  void second.prompt(sessionId, "again");
  await vi.waitFor(() => expect(a.gateway.counts().runningSessions).toBe(1), PATIENT);
  await second.notify("session/cancel", { sessionId });
  await vi.waitFor(() => expect(a.gateway.counts().runningSessions).toBe(0), PATIENT);
});

it("brings an agent's questions to a client on another machine, and its answers back", async () => {
  await using database = await createTestDatabase();
  const asking = {
    turns: [{ steps: [{ type: "ask" as const, title: "?", otherwise: [] }, { type: "echo" as const }] }],
  };
  await using a = await startMachine(database.url, { scripts: { other: asking } });
  await using b = await startMachine(database.url, { scripts: { other: asking } });
  await using first = await a.client({ agent: "other" });
  const { sessionId } = await first.newSession();
  await using second = await b.client({ agent: "other", answers: { "session/request_permission": allow } });
  await second.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  await second.prompt(sessionId, "go");
  await second.transcript.when(calls("session/request_permission"));
  expect(second.text(sessionId)).toContain("go");
  expect([a.gateway.counts().liveSessions, b.gateway.counts().liveSessions]).toEqual([1, 0]);
});

it("[N-01] takes a session over from a machine that is gone, and the other one lets go of it", async () => {
  await using database = await createTestDatabase();
  const model = spokenModel();
  const a = await startMachine(database.url, { model, leaseMs: 6_000 });
  await using b = await startMachine(database.url, { leaseMs: 6_000 });
  const first = await a.client();
  const { sessionId } = await first.newSession();
  const lost = first.prompt(sessionId, "tell me").catch(() => "lost");
  model.say("once ");
  await vi.waitFor(() => expect(first.text(sessionId)).toBe("once "), PATIENT);
  // Nobody reaches it, and its lease is another's: as after a pause that was longer than the lease.
  await a.stopListening();
  await using second = await b.client();
  await vi.waitFor(async () => {
    await run(database.url, "UPDATE tenon_sessions SET lease_until = clock_timestamp()");
    // It still runs, so it may renew its lease just now.
    await second.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  }, PATIENT);
  expect(second.text(sessionId)).toBe("once ");
  expect(b.gateway.counts().liveSessions).toBe(1);
  await first.connection.closed;
  expect(await lost).toBe("lost");
  await vi.waitFor(() => expect(a.gateway.counts().liveSessions).toBe(0), PATIENT);
  await second.prompt(sessionId, "hello");
  const { entries } = await timelineOf(b.journal, sessionId);
  expect(entries.filter(({ type }) => type === "user-message")).toHaveLength(2);
  await a[Symbol.asyncDispose]();
});

it("[N-01] ends what works for a session whose lease was lost, and has its clients come again", async () => {
  await using database = await createTestDatabase();
  const model = spokenModel();
  await using a = await startMachine(database.url, { model, leaseMs: 6_000 });
  const client = await a.client();
  const { sessionId } = await client.newSession();
  client.prompt(sessionId, "tell me").catch(() => {});
  await vi.waitFor(() => expect(a.gateway.counts().runningSessions).toBe(1), PATIENT);
  await run(database.url, "UPDATE tenon_sessions SET epoch = epoch + 1, owner = NULL, lease_until = NULL");
  await client.connection.closed;
  await vi.waitFor(() => expect(a.gateway.counts()).toMatchObject({ liveSessions: 0, runningSessions: 0 }), PATIENT);
  await using again = await a.client();
  await again.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
});

it("hands idle sessions over when it closes, at once, and others when their turn has ended", async () => {
  await using database = await createTestDatabase();
  const model = spokenModel();
  await using a = await startMachine(database.url, { model });
  await using b = await startMachine(database.url);
  const client = await a.client();
  const idle = await client.newSession();
  const busyClient = await a.client();
  const busy = await busyClient.newSession();
  const turn = busyClient.prompt(busy.sessionId, "tell me");
  model.say("once ");
  await vi.waitFor(() => expect(a.gateway.counts().runningSessions).toBe(1), PATIENT);
  const closing = a.gateway.close({ withinMs: 60_000 });
  await client.connection.closed;
  await using second = await b.client();
  await second.request("session/load", { sessionId: idle.sessionId, cwd: "/", mcpServers: [] });
  expect([a.gateway.counts().liveSessions, b.gateway.counts().liveSessions]).toEqual([1, 1]);
  // A new session is not begun on a machine that is stopping.
  await expect(busyClient.newSession()).rejects.toMatchObject({ data: { code: "stopping" } });
  const third = await b.client();
  const joined = third.request("session/load", { sessionId: busy.sessionId, cwd: "/", mcpServers: [] });
  await joined;
  model.finish();
  expect(await turn).toMatchObject({ stopReason: "end_turn" });
  await closing;
  await using fourth = await b.client();
  await fourth.request("session/load", { sessionId: busy.sessionId, cwd: "/", mcpServers: [] });
  expect(fourth.text(busy.sessionId)).toBe("once ");
});

it("refuses a connection between machines that is forged, old or repeated", async () => {
  let now = 1_000_000;
  const keys = createMachineKeys(SECRET, () => now);
  const header = signPeer(SECRET, { name: "page" }, now);
  expect(keys.peerIn(header)).toEqual({ name: "page", isForwarded: true });
  expect(keys.peerIn(header)).toBeUndefined();
  expect(keys.peerIn(signPeer("another", { name: "page" }, now))).toBeUndefined();
  const [, signature] = signPeer(SECRET, { name: "page" }, now).split(".");
  const claim = Buffer.from(JSON.stringify({ peer: { name: "root" }, at: now, id: "x" })).toString("base64url");
  expect(keys.peerIn(`${claim}.${signature}`)).toBeUndefined();
  const old = signPeer(SECRET, { name: "page" }, now);
  now += 61_000;
  expect(keys.peerIn(old)).toBeUndefined();
  expect(createMachineKeys(undefined).peerIn(header)).toBeUndefined();
});

it("proves itself to a machine whose clock differs by ten minutes", async () => {
  const keys = createMachineKeys(SECRET, () => Date.now() + 600_000);
  await using machine = await standIn(({ headers }) => keys.peerIn(headers["x-tenon-machine"]) !== undefined, 600_000);
  await machine.reach();
});

it("gives up a machine that accepts a connection and then falls silent", { timeout: 30_000 }, async () => {
  await using machine = await standIn(() => true, 0, { isSilent: true });
  await expect(machine.reach()).rejects.toThrow("closed");
});

it("answers a forged connection between machines with 403, whatever else it brings", async () => {
  await using database = await createTestDatabase();
  await using a = await startMachine(database.url);
  for (const headers of [{}, { "X-Tenon-Machine": signPeer("guess", { name: "x" }) }]) {
    const socket = new WebSocket(`${a.url.replace("http", "ws")}/machine`, {
      headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
    });
    const status = await new Promise((resolve) => {
      socket.on("unexpected-response", (_request, { statusCode }) => resolve(statusCode));
      socket.on("error", () => {});
      socket.on("open", () => resolve(101));
    });
    expect(status).toBe(403);
  }
});

async function startMachine(
  url: string,
  { leaseMs = 15_000, ...options }: TestGatewayOptions & { leaseMs?: number } = {},
) {
  let address: string | undefined;
  const journal = await openPostgresJournal({ url, leaseMs, address: () => address });
  const opened = openGateway({ journal, machines: { address: () => address, secret: SECRET }, ...options });
  const log = createLog({ level: "error", secrets: [], write: () => {} });
  const server = await serveHttp({
    gateway: opened.gateway,
    log,
    token: TOKEN,
    version: "0.0.0",
    machineSecret: SECRET,
  });
  address = server.url;
  return {
    ...opened,
    url: server.url,
    stopListening: () => server.close(),
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await server.close();
      await journal.close();
    },
  };
}

/** A machine that answers the introduction of another one, or never says a word. */
async function standIn(
  isTrusted: (request: IncomingMessage) => boolean,
  clockMs: number,
  { isSilent = false }: { readonly isSilent?: boolean } = {},
) {
  const server = createServer().listen(0, "127.0.0.1");
  const sockets = new WebSocketServer({ noServer: true, autoPong: !isSilent });
  server.on("upgrade", (request, socket, head) => {
    const date = new Date(Date.now() + clockMs).toUTCString();
    if (!isTrusted(request)) return socket.end(`HTTP/1.1 403 Forbidden\r\nDate: ${date}\r\nContent-Length: 0\r\n\r\n`);
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on("message", (data: Buffer) => {
        const { id } = JSON.parse(data.toString());
        if (!isSilent) accepted.send(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
      });
    });
    return undefined;
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const outbox = createOutbox({ writable: new WritableStream(), messages: 9, characters: 999, onFailure() {} });
  const link = createClientLink({ name: "page", source: "client", access: undefined, outbox, giveUp() {} });
  return {
    reach: () =>
      openFarConnection({
        address: `http://127.0.0.1:${port}`,
        secret: SECRET,
        peer: { name: "page" },
        link,
        introduction: { jsonrpc: "2.0", id: 0, method: "initialize", params: {} },
        signal: new AbortController().signal,
      }),
    async [Symbol.asyncDispose]() {
      link.end();
      for (const socket of sockets.clients) socket.terminate();
      server.close();
    },
  };
}

async function timelineOf(journal: Awaited<ReturnType<typeof startMachine>>["journal"], sessionId: string) {
  const { foldRecords } = await import("@tenon/timeline");
  return foldRecords(await journal.read(sessionId));
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
