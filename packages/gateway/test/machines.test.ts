/** Several machines, each with a gateway of its own, serve the sessions of one journal. */

import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Model, ModelEvent } from "@tenon/agent";
import { createLog, createPeople, openMemoryPeople, type People, type Pool, serveHttp } from "@tenon/gateway";
import { parseJson } from "@tenon/basis";
import { openPostgresJournal } from "@tenon/journal/postgres";
import { allow, calls, RequestFailed } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { createTestDatabase } from "@tenon/testkit/postgres";
import pg from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

import { openFarConnection } from "../src/machines/far-connection.ts";
import { createFarConnections } from "../src/machines/far-connections.ts";
import { createMachineKeys, signMachine, signPeer } from "../src/machines/machine-key.ts";
import { createClientLink } from "../src/wire/client-link.ts";
import { createOutbox } from "../src/wire/outbox.ts";
import { lateAgent } from "./support/late-agent.ts";
import { forAgent, openGateway, PATIENT, scripted, type TestGatewayOptions } from "./support/open-gateway.ts";
import { spokenModel } from "./support/spoken-model.ts";
import { upgradeStatus } from "./support/upgrade-status.ts";

const SECRET = "a-secret-of-all-machines";
const TOKEN = "token-of-a-test";
// Not only by their time: a machine that still runs would renew them just then.
const LOSE_LEASES = "UPDATE tenon_sessions SET epoch = epoch + 1, owner = NULL, lease_until = NULL";

afterEach(() => void vi.restoreAllMocks());

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

it("records once, in the name of the person, what is carried to another machine", async () => {
  await using database = await createTestDatabase();
  await using people = createPeople({ store: await openMemoryPeople(), folder: "/", onFailure() {} });
  const { person } = await people.createToken({ name: "Alice" });
  const asking = { turns: [{ steps: [{ type: "ask" as const, title: "?", otherwise: [] }] }] };
  const options = { people, scripts: { other: asking } };
  await using a = await startMachine(database.url, { ...options, pools: [{ name: "web" }] });
  await using b = await startMachine(database.url, options);
  await meet(a, b);
  const access = await people.access(person.id);
  await using client = await b.client({
    ...(access && { access }),
    agent: "other",
    answers: { "session/request_permission": allow },
  });
  const { sessionId } = await client.newSession({ _meta: { tenon: { pool: "web" } } });
  await client.prompt(sessionId, "go");
  await client.notify("session/cancel", { sessionId });
  await client.request("session/close", { sessionId });
  expect([a.gateway.counts().liveSessions, b.gateway.counts().liveSessions]).toEqual([0, 0]);
  await vi.waitFor(async () => {
    const entries = await people.store.audit({ limit: 100 });
    expect(entries.map(({ name, action }) => `${name}: ${action}`).toReversed()).toEqual([
      "Alice: session-begin",
      "Alice: prompt",
      "Alice: answer",
      "Alice: cancel",
      "Alice: session-close",
    ]);
  }, PATIENT);
});

it("shows the state, queue and files of a session that another machine has, and deletes it there", async () => {
  await using database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tenon-far-"));
  await writeFile(join(folder, "notes.md"), "");
  const model = spokenModel();
  await using a = await startMachine(database.url, { model });
  await using b = await startMachine(database.url);
  await using client = await a.client({ name: "desk" });
  const { sessionId } = await client.newSession({ cwd: folder });
  // A reader at the other machine hears of each change, also when nothing is recorded after it.
  const changes: string[] = [];
  const reading = new AbortController();
  void (async () => {
    for await (const frame of b.gateway.changes(reading.signal)) changes.push(frame);
  })();
  const turn = client.prompt(sessionId, "one");
  const tenon = { queue: true, promptId: "p2" };
  const prompt = [{ type: "text" as const, text: "two" }];
  const second = client.request("session/prompt", { sessionId, prompt, _meta: { tenon } });
  const shown = { state: "running", waiting: [{ id: "p2", text: "two", by: expect.stringContaining("desk") }] };
  await vi.waitFor(async () => {
    expect((await b.ask("/api/sessions")).json.sessions).toMatchObject([shown]);
    expect((await b.ask(`/api/sessions/${sessionId}`)).json).toMatchObject(shown);
    expect(JSON.parse(changes.at(-1) ?? "{}").session).toMatchObject(shown);
  }, PATIENT);
  const { json: found } = await b.ask(`/api/sessions/${sessionId}/files?q=note`);
  expect(found.files).toEqual([{ name: "notes.md", uri: pathToFileURL(join(folder, "notes.md")).href }]);
  model.finish();
  model.finish();
  await Promise.all([turn, second]);
  await vi.waitFor(() => expect(JSON.parse(changes.at(-1) ?? "{}").session.state).toBe("idle"), PATIENT);
  reading.abort();
  expect(JSON.parse(changes.at(-1) ?? "{}").session).not.toHaveProperty("waiting");

  expect((await b.ask(`/api/sessions/${sessionId}`, "DELETE")).status).toBe(204);
  expect(a.gateway.counts().liveSessions).toBe(0);
  expect((await a.ask(`/api/sessions/${sessionId}`)).status).toBe(404);
  await rm(folder, { recursive: true });
});

it("shows that a session on another machine waits for an answer, within seconds", async () => {
  await using database = await createTestDatabase();
  const asking = { turns: [{ steps: [{ type: "ask" as const, title: "?", otherwise: [] }] }] };
  await using a = await startMachine(database.url, { scripts: { other: asking } });
  await using b = await startMachine(database.url);
  await using client = await a.client({ agent: "other", answers: { "session/request_permission": never } });
  const { sessionId } = await client.newSession();
  client.prompt(sessionId, "go").catch(() => {});
  await client.transcript.when(calls("session/request_permission"));
  await vi.waitFor(async () => {
    expect((await b.ask(`/api/sessions/${sessionId}`)).json.state).toBe("waiting");
  }, PATIENT);
  await using other = await b.client({ capabilities: { _meta: { tenon: {} } } });
  const { sessions } = await other.request("session/list", {});
  expect(sessions).toMatchObject([{ sessionId, _meta: { tenon: { state: "waiting" } } }]);
  // Nothing is known of a machine that is silent: the list does not wait for it.
  await a.stopListening();
  await vi.waitFor(async () => {
    expect((await b.ask(`/api/sessions/${sessionId}`)).json.state).toBe("idle");
  }, PATIENT);
});

it("answers no question between machines without a proof for it", async () => {
  await using database = await createTestDatabase();
  await using a = await startMachine(database.url);
  await using client = await a.client();
  const { sessionId } = await client.newSession();
  const question = { type: "delete", sessionId };
  for (const headers of [
    {},
    { Authorization: `Bearer ${TOKEN}` },
    { "X-Tenon-Machine": signMachine("guess", { to: a.url }) },
    { "X-Tenon-Machine": signMachine(SECRET, { to: "http://elsewhere.internal" }) },
    // For a client, and not for a question.
    { "X-Tenon-Machine": signPeer(SECRET, { name: "x" }, { to: a.url }) },
    { "X-Tenon-Machine": signMachine(SECRET, { to: a.url }), Origin: "https://evil.example" },
  ]) {
    expect((await a.ask("/machine", "POST", { headers, body: question })).status).toBe(403);
  }
  // Nor does that open a connection for a client.
  const socket = new WebSocket(`${a.url.replace("http", "ws")}/machine`, {
    headers: { "X-Tenon-Machine": signMachine(SECRET, { to: a.url }) },
  });
  expect(await upgradeStatus(socket)).toBe(403);
  expect(a.gateway.counts().liveSessions).toBe(1);
  const { status } = await a.ask("/machine", "POST", {
    headers: { "X-Tenon-Machine": signMachine(SECRET, { to: a.url }) },
    body: { type: "busy" },
  });
  expect(status).toBe(200);
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
  // It is unreachable, and has lost its lease: as after a pause that was longer than the lease.
  await a.stopListening();
  await using second = await b.client();
  await run(database.url, LOSE_LEASES);
  await second.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
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

it.each([
  ["takeover", (url: string) => run(url, LOSE_LEASES)],
  ["drain", (_url: string, { gateway }: Machine) => gateway.close()],
  [
    "drain to a machine whose clock is ahead",
    async (_url: string, { gateway }: Machine) => {
      await gateway.close();
      const { now } = Date;
      vi.spyOn(Date, "now").mockImplementation(() => now() + 11 * 60_000);
    },
  ],
])("[M-01] [N-01] asks an open question again after a %s, runs the call once, and goes on", async (_, leave) => {
  await using database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tenon-takeover-"));
  const model = writingModel(join(folder, "note.txt"));
  const capabilities = { _meta: { tenon: {} } };
  await using a = await startMachine(database.url, { model });
  await using b = await startMachine(database.url, { model });
  const first = await a.client({ capabilities, answers: { "session/request_permission": never } });
  const { sessionId } = await first.newSession({ cwd: folder });
  const tenon = { promptId: "p1" };
  const prompt = { sessionId, prompt: [{ type: "text" as const, text: "write it down" }] };
  const lost = first.request("session/prompt", { ...prompt, _meta: { tenon } }).catch(() => "lost");
  const asked = toolCallIn(await first.transcript.when(calls("session/request_permission")));
  await leave(database.url, a);
  await first.connection.closed;
  expect(await lost).toBe("lost");

  await using second = await b.client({ capabilities, answers: { "session/request_permission": allow } });
  await second.request("session/load", { sessionId, cwd: folder, mcpServers: [] });
  const again = await second.request("session/prompt", { ...prompt, _meta: { tenon: { ...tenon, again: true } } });
  expect(again).toMatchObject({ stopReason: "end_turn" });
  expect(toolCallIn(await second.transcript.when(calls("session/request_permission")))).toBe(asked);
  expect(await readFile(join(folder, "note.txt"), "utf8")).toBe("noted\n");
  expect(second.text(sessionId)).toBe("done after 1 result");
  const { entries } = await timelineOf(b.journal, sessionId);
  expect(entries.filter(({ type }) => type === "user-message")).toHaveLength(1);
  const written = entries.filter(({ type }) => type === "tool-call");
  expect(written).toMatchObject([
    { toolCallId: asked, status: "failed", closedBy: "interruption" },
    { toolCallId: asked, status: "completed" },
  ]);
  await rm(folder, { recursive: true });
});

it("[M56] [N-01] loads another agent's session after a takeover where that agent has it, and else says what is left", async () => {
  await using database = await createTestDatabase();
  const scripts = { forgetful: { sessions: [], turns: [{ steps: [{ type: "echo" as const }] }] } };
  await using a = await startMachine(database.url, { agents: [lateAgent, scripted("forgetful", scripts.forgetful)] });
  await using b = await startMachine(database.url, { agents: [lateAgent, scripted("forgetful", scripts.forgetful)] });
  const began = async (agent: string) => {
    const client = await a.client({ agent });
    const { sessionId } = await client.newSession({ cwd: "/" });
    await client.prompt(sessionId, "first");
    return { client, sessionId };
  };
  const [kept, forgotten] = [await began("late"), await began("forgetful")];
  await run(database.url, LOSE_LEASES);
  await Promise.all([kept.client.connection.closed, forgotten.client.connection.closed]);
  // Their processes have ended: nothing works for these sessions any more.
  await vi.waitFor(() => expect(a.gateway.counts().upstreams).toBe(0), PATIENT);

  await using second = await b.client({ agent: "late" });
  const load = { cwd: "/", mcpServers: [] };
  await second.request("session/load", { ...load, sessionId: kept.sessionId });
  // This agent replays after its answer, and ends with its commands: what comes before the next prompt is no news.
  await second.transcript.when(({ text }) => text.includes('"name":"new"'));
  await second.prompt(kept.sessionId, "second");
  expect(second.text(kept.sessionId)).toBe("Answer to firstAnswer to second");
  await expect(second.request("session/load", { ...load, sessionId: forgotten.sessionId })).rejects.toMatchObject({
    message: expect.stringMatching(/^forgetful cannot open this session here \(.*\)\. .*continue in a new session/),
  });
  const { entries } = await timelineOf(b.journal, forgotten.sessionId);
  expect(entries.map(({ type }) => type)).toEqual(["user-message", "agent-message", "turn-end"]);
});

it("[N-01] ends what works for a session whose lease was lost, and has its clients come again", async () => {
  await using database = await createTestDatabase();
  const model = spokenModel();
  await using a = await startMachine(database.url, { model, leaseMs: 6_000 });
  const client = await a.client();
  const { sessionId } = await client.newSession();
  client.prompt(sessionId, "tell me").catch(() => {});
  await vi.waitFor(() => expect(a.gateway.counts().runningSessions).toBe(1), PATIENT);
  await run(database.url, LOSE_LEASES);
  await client.connection.closed;
  await vi.waitFor(() => expect(a.gateway.counts()).toMatchObject({ liveSessions: 0, runningSessions: 0 }), PATIENT);
  await using again = await a.client();
  await again.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
});

it("[M-04] carries the client of the slower of two machines that open a session at once to the quicker one", async () => {
  await using database = await createTestDatabase();
  await using a = await startMachine(database.url);
  await using b = await startMachine(database.url);
  const first = await a.client();
  const { sessionId } = await first.newSession();
  await first.request("session/close", { sessionId });
  const clients = await Promise.all([a.client(), b.client(), a.client(), b.client()]);
  const load = { sessionId, cwd: "/", mcpServers: [] };
  await Promise.all(clients.map((client) => client.request("session/load", load)));
  expect(a.gateway.counts().liveSessions + b.gateway.counts().liveSessions).toBe(1);
  const [, second] = clients;
  await second?.prompt(sessionId, "hello");
  for (const client of clients) await vi.waitFor(() => expect(client.text(sessionId)).not.toBe(""), PATIENT);
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
  // A new session is begun elsewhere; where there is no other machine, it is refused.
  await expect(busyClient.newSession()).rejects.toMatchObject({ data: { code: "stopping" } });
  await meet(b, a);
  await busyClient.newSession();
  expect([a.gateway.counts().liveSessions, b.gateway.counts().liveSessions]).toEqual([1, 2]);
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

it("hands over a session that is opened while it closes, also one whose agent speaks of it before it answers", async () => {
  await using database = await createTestDatabase();
  await using server = await stdioServer({ misbehaviour: { stdio: { startGate: "go" } } });
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  const mcpServers = [{ name: "slow", command: server.command, args: [...server.args], env }];
  const updatesBefore = [{ sessionUpdate: "available_commands_update", availableCommands: [] }];
  const model = spokenModel();
  const early = { connectsAtOnce: true, newSession: { updatesBefore } };
  await using a = await startMachine(database.url, { model, scripts: { early } });
  await using busy = await a.client();
  const turn = busy.prompt((await busy.newSession()).sessionId, "tell me");
  const client = await a.client();
  const opening = client.newSession({ cwd: "/", mcpServers, ...forAgent("early") });
  await server.until("start");
  const closing = a.gateway.close({ withinMs: 60_000 });
  server.release("go");
  await opening;
  await client.connection.closed;
  expect(a.gateway.counts()).toMatchObject({ liveSessions: 1, runningSessions: 1 });
  model.finish();
  await Promise.all([turn, closing]);
});

it("leaves prompts that wait to the machine that opens the session next when it closes: each runs once, there", async () => {
  await using database = await createTestDatabase();
  const [here, there] = [spokenModel(), spokenModel()];
  await using a = await startMachine(database.url, { model: here });
  await using b = await startMachine(database.url, { model: there });
  const client = await a.client();
  const { sessionId } = await client.newSession({ cwd: "/" });
  const send = (from: typeof client, text: string, more = {}) =>
    from.request("session/prompt", {
      sessionId,
      prompt: [{ type: "text", text }],
      _meta: { tenon: { queue: true, promptId: text, ...more } },
    });
  const first = send(client, "one");
  const answers: unknown[] = [];
  for (const text of ["two", "three"]) {
    send(client, text).then(
      (answer) => answers.push(answer),
      (error: unknown) => answers.push(error instanceof RequestFailed ? error : "lost"),
    );
  }
  await vi.waitFor(async () => {
    expect((await a.gateway.sessions.get(sessionId))?.waiting).toHaveLength(2);
    expect(await promptsIn(b.journal, sessionId)).toEqual(["one"]);
  }, PATIENT);
  const closing = a.gateway.close({ withinMs: 60_000 });
  here.finish();
  expect(await first).toMatchObject({ stopReason: "end_turn" });
  // It ends with its turn, long before its time is up.
  await Promise.all([client.connection.closed, closing]);
  await vi.waitFor(() => expect(answers).toEqual(["lost", "lost"]), PATIENT);
  await using again = await b.client();
  await again.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  const [second, third] = [send(again, "two", { again: true }), send(again, "three", { again: true })];
  there.finish();
  there.finish();
  expect(await Promise.all([second, third])).toMatchObject([{ stopReason: "end_turn" }, { stopReason: "end_turn" }]);
  expect(await promptsIn(b.journal, sessionId)).toEqual(["one", "two", "three"]);
});

it("opens a session only on machines of its pool, and says so when none of them is up", async () => {
  await using database = await createTestDatabase();
  const cwd = import.meta.dirname;
  const web = { name: "web", folder: dirname(cwd) };
  const a = await startMachine(database.url, { pools: [web] });
  await using b = await startMachine(database.url);
  await using c = await startMachine(database.url, { pools: [{ name: "gpu" }] });
  await meet(a, c, b);
  const open = () => [a, b, c].map(({ gateway }) => gateway.counts().liveSessions);
  await using client = await b.client();
  const { sessionId } = await client.newSession({ cwd });
  expect(open()).toEqual([1, 0, 0]);
  await client.prompt(sessionId, "hello");
  await vi.waitFor(() => expect(client.text(sessionId)).not.toBe(""), PATIENT);
  await client.newSession({ cwd, _meta: { tenon: { tree: "client" } } });
  await client.newSession({ _meta: { tenon: { pool: "gpu" } } });
  expect(open()).toEqual([1, 1, 1]);
  // No client has it open, and the machine of its folder opens it again; a fork of it is made there too.
  await client.request("session/close", { sessionId });
  await client.request("session/load", { sessionId, cwd, mcpServers: [] });
  await client.request("session/fork", { sessionId, cwd, mcpServers: [] });
  expect(open()).toEqual([2, 1, 1]);
  await a[Symbol.asyncDispose]();
  await using second = await b.client();
  const none = {
    message: expect.stringContaining(`No machine of the pool "web" is running, and ${cwd} is on no`),
  };
  await expect(second.request("session/load", { sessionId, cwd, mcpServers: [] })).rejects.toMatchObject(none);
  await expect(second.newSession({ cwd })).rejects.toMatchObject(none);
  await second.request("session/delete", { sessionId });
});

it("[N-01] takes a pool's session over on a machine of that pool only, and goes on when one is back", async () => {
  await using database = await createTestDatabase();
  const [cwd, pools] = [import.meta.dirname, [{ name: "web" }]];
  const start = (options: Parameters<typeof startMachine>[1]) => startMachine(database.url, options);
  await using a = await start({ pools });
  await using b = await start({});
  await using c = await start({ pools });
  await meet(a, c, b);
  await using client = await b.client();
  const tenon = { pool: "web" };
  const { sessionId } = await client.newSession({ cwd, _meta: { tenon } });
  await client.prompt(sessionId, "first");
  const [holder, other] = a.gateway.counts().liveSessions === 1 ? [a, c] : [c, a];
  // It still runs, but no machine reaches it.
  await holder.stopListening();
  await using second = await b.client();
  const load = { sessionId, cwd, mcpServers: [] };
  await run(database.url, LOSE_LEASES);
  await second.request("session/load", load);
  await second.prompt(sessionId, "second");
  expect([other, b].map(({ gateway }) => gateway.counts().liveSessions)).toEqual([1, 0]);

  await other.stopListening();
  await second.connection.closed;
  await using third = await b.client();
  await run(database.url, LOSE_LEASES);
  await expect(third.request("session/load", load)).rejects.toMatchObject({ data: { code: "pool_down" } });
  await using back = await start({ pools });
  await meet(back, b);
  await third.request("session/load", load);
  await third.prompt(sessionId, "third");
  expect([back, b].map(({ gateway }) => gateway.counts().liveSessions)).toEqual([1, 0]);
  const { entries } = await timelineOf(b.journal, sessionId);
  expect(entries.filter(({ type }) => type === "user-message")).toHaveLength(3);
});

it("begins a session on another machine that has much less to do, and passes by one that cannot be reached", async () => {
  await using database = await createTestDatabase();
  await using a = await startMachine(database.url);
  await using b = await startMachine(database.url);
  await using c = await startMachine(database.url);
  await meet(b, c);
  const idle = (url: string, load: number) =>
    run(
      database.url,
      `UPDATE tenon_machines SET description = (description::jsonb || '{"load": ${load}}')::text WHERE address LIKE '${url} %'`,
    );
  await idle(b.url, -99);
  await idle(c.url, -50);
  await meet(a);
  await b.stopListening();
  await using client = await a.client();
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "hello");
  expect([a, b, c].map(({ gateway }) => gateway.counts().liveSessions)).toEqual([0, 0, 1]);
  expect(a.gateway.machines()).toMatchObject([
    { address: a.url, isThis: true, isUp: true, isDraining: false, liveSessions: 0 },
    { address: b.url, isThis: false, load: -99 },
    // With what was begun there since it was heard of.
    { address: c.url, isThis: false, load: expect.toSatisfy((load: number) => load > -50) },
  ]);
});

it("refuses a connection between machines that is forged, old or repeated", async () => {
  let now = 1_000_000;
  const [to, other] = ["http://a.internal", "http://b.internal"];
  const keys = keysOf(to, () => now);
  const header = signPeer(SECRET, { name: "page" }, { to, now });
  // It was seen on its way: worth nothing at another machine.
  expect(keysOf(other, () => now).peerIn(header)).toBeUndefined();
  expect(keys.peerIn(signPeer(SECRET, { name: "page" }, { to: other, now }))).toBeUndefined();
  expect(keys.peerIn(header)).toEqual({ name: "page", isForwarded: true });
  expect(keys.peerIn(header)).toBeUndefined();
  expect(keys.peerIn(signPeer("another", { name: "page" }, { to, now }))).toBeUndefined();
  const [, signature] = signPeer(SECRET, { name: "page" }, { to, now }).split(".");
  const claim = Buffer.from(JSON.stringify({ peer: { name: "root" }, to, at: now, id: "x" })).toString("base64url");
  expect(keys.peerIn(`${claim}.${signature}`)).toBeUndefined();
  const old = signPeer(SECRET, { name: "page" }, { to, now });
  now += 5_000;
  // Started again, it does not know what it has seen.
  expect(keysOf(to, () => now).peerIn(header)).toBeUndefined();
  now += 56_000;
  expect(keys.peerIn(old)).toBeUndefined();
  expect(createMachineKeys(undefined).peerIn(header)).toBeUndefined();
});

it("proves itself to a machine whose clock differs by ten minutes", async () => {
  let address = "";
  const keys = createMachineKeys({ secret: SECRET, address: () => address, now: () => Date.now() + 600_000 });
  await using machine = await standIn(({ headers }) => keys.peerIn(headers["x-tenon-machine"]) !== undefined, 600_000);
  ({ address } = machine);
  await machine.reach();
});

it("gives up a machine that accepts a connection and then falls silent", { timeout: 30_000 }, async () => {
  await using machine = await standIn(() => true, 0, { isSilent: true });
  await expect(machine.reach()).rejects.toThrow("closed");
});

it("reports a machine that it cannot reach once, however often it tries", async () => {
  const outbox = createOutbox({ writable: new WritableStream(), messages: 9, characters: 999, onFailure() {} });
  const link = createClientLink({ name: "page", source: "client", access: undefined, outbox, giveUp() {} });
  const warnings: string[] = [];
  const far = createFarConnections({
    secret: SECRET,
    link,
    peer: { name: "page" },
    introduction: () => ({ jsonrpc: "2.0", id: 0, method: "initialize", params: {} }),
    onWarning: (warning) => void warnings.push(warning),
  });
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(await far.reach("http://127.0.0.1:1", new AbortController().signal)).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("http://127.0.0.1:1 cannot be reached")]);
});

it("answers a forged connection between machines with 403, whatever else it brings", async () => {
  await using database = await createTestDatabase();
  await using a = await startMachine(database.url);
  for (const headers of [{}, { "X-Tenon-Machine": signPeer("guess", { name: "x" }, { to: a.url }) }]) {
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

function keysOf(address: string, now: () => number) {
  return createMachineKeys({ secret: SECRET, address: () => address, now });
}

type Machine = Awaited<ReturnType<typeof startMachine>>;

/** Each renews, so that the later ones know the earlier ones. */
async function meet(...machines: readonly Machine[]): Promise<void> {
  for (const { journal } of machines) await journal.machines?.announce();
}

async function startMachine(
  url: string,
  {
    leaseMs = 15_000,
    pools = [],
    people,
    ...options
  }: TestGatewayOptions & { leaseMs?: number; pools?: readonly Pool[]; people?: People } = {},
) {
  let address: string | undefined;
  const journal = await openPostgresJournal({ url, leaseMs, address: () => address });
  const opened = openGateway({ journal, machines: { address: () => address, secret: SECRET, pools }, ...options });
  const log = createLog({ level: "error", secrets: [], write: () => {} });
  const server = await serveHttp({
    gateway: opened.gateway,
    log,
    token: TOKEN,
    version: "0.0.0",
    machines: { secret: SECRET, address: () => address },
    ...(people && { people }),
  });
  address = server.url;
  return {
    ...opened,
    url: server.url,
    async ask(
      path: string,
      method = "GET",
      {
        headers = { Authorization: `Bearer ${TOKEN}` },
        body,
      }: { headers?: Record<string, string>; body?: object } = {},
    ) {
      const sent = body && { body: JSON.stringify(body) };
      const all = { "Content-Type": "application/json", ...headers };
      const response = await fetch(`${server.url}${path}`, { method, headers: all, ...sent });
      const text = await response.text();
      return { status: response.status, json: parseJson(text) as ReturnType<typeof JSON.parse> };
    },
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
  const url = `http://127.0.0.1:${port}`;
  return {
    address: url,
    reach: () =>
      openFarConnection({
        address: url,
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

/** Writes the file, and then says how many results it has seen. */
function writingModel(path: string): Model {
  const call = { type: "tool-call" as const, id: "c1", name: "write_file", args: { path, content: "noted\n" } };
  return {
    id: "writing",
    accepts: { image: false, audio: false },
    thoughtLevels: [],
    cost: () => 0,
    async *answer({ messages }): AsyncGenerator<ModelEvent> {
      const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
      const good = results.filter(({ isError }) => !isError).length;
      const text = { type: "text" as const, text: `done after ${good} result` };
      if (results.length === 0) yield call;
      else yield { type: "text-delta", text: text.text };
      const parts = results.length === 0 ? [call] : [text];
      yield {
        type: "finish",
        reason: results.length === 0 ? "tool-calls" : "stop",
        message: { role: "assistant", parts },
      };
    },
  };
}

const never = () => new Promise<never>(() => {});

function toolCallIn({ text }: { readonly text: string }): unknown {
  return JSON.parse(text).params.toolCall.toolCallId;
}

/** What the agent was asked, in order. */
async function promptsIn(journal: Machine["journal"], sessionId: string) {
  const { entries } = await timelineOf(journal, sessionId);
  return entries.flatMap((entry) => (entry.type === "user-message" ? entry.content.map(textContent) : []));
}

const textContent = (block: { readonly type: string; readonly text?: string }) => block.text;

async function timelineOf(journal: Machine["journal"], sessionId: string) {
  const { foldRecords } = await import("@tenon/timeline");
  return foldRecords(await journal.read(sessionId));
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
