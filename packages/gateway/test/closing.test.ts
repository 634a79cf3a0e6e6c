/**
 * What a gateway lets go of, and when; and that nothing is left.
 */

import { type Journal, openMemoryJournal } from "@tenon/journal";
import { leaveNothing, manualClock } from "@tenon/testkit";
import { type AgentScript, calls, hesitate } from "@tenon/testkit/acp";
import { expect, it, vi } from "vitest";

import { forAgent, openGateway, PATIENT, scripted } from "./support/open-gateway.ts";
import { beginClosing, slowToClose } from "./support/slow-to-close.ts";
import { spokenModel } from "./support/spoken-model.ts";

it("an idle session without clients is parked after some time, and its agent ends", async () => {
  const clock = manualClock();
  await using gateway = openGateway({ clock, limits: { parkMs: 60_000 }, scripts: { other: {}, stubborn: noClose } });
  const client = await gateway.client();
  const own = await client.newSession();
  const others = [await client.newSession(forAgent("other")), await client.newSession(forAgent("stubborn"))];
  await clock.advance(120_000);
  expect(gateway.gateway.counts()).toMatchObject({ liveSessions: 3, upstreams: 3 });
  await client.drop();
  await client.connection.closed;
  expect(gateway.gateway.counts()).toMatchObject({ connections: 0, liveSessions: 3, upstreams: 3 });
  const gone = [own, ...others].map(({ sessionId }) => untilNotLive(gateway, sessionId));
  await clock.advance(61_000);
  await Promise.all(gone);
  await expect.poll(() => gateway.gateway.counts(), PATIENT).toMatchObject({ liveSessions: 0, upstreams: 0 });
});

it("a session that runs is not parked, and one that a client comes back to is not either", async () => {
  const clock = manualClock();
  const model = spokenModel();
  await using gateway = openGateway({ clock, model, limits: { parkMs: 60_000 } });
  const client = await gateway.client();
  const { sessionId } = await client.newSession();
  void client.prompt(sessionId, "go");
  model.say("on");
  await gateway.frames(sessionId, (frame) => frame.includes('"on"'));
  await client.drop();
  await client.connection.closed;
  await clock.advance(600_000);
  expect(gateway.gateway.counts()).toMatchObject({ liveSessions: 1, runningSessions: 1 });
  model.finish();
  await gateway.frames(sessionId, (frame) => frame.includes('"state":"idle"'));
  await clock.advance(30_000);
  await using second = await gateway.client();
  await second.request("session/resume", { sessionId, cwd: "/" });
  await clock.advance(600_000);
  expect(gateway.gateway.counts()).toMatchObject({ liveSessions: 1 });
});

it("a session that is being closed is opened again for a client that resumes it meanwhile", async () => {
  const clock = manualClock();
  const { journal, closing, finish } = slowToClose(openMemoryJournal());
  await using gateway = openGateway({ clock, journal, limits: { parkMs: 60_000 } });
  const sessionId = await beginClosing(gateway, clock);
  await closing;
  await using second = await gateway.client();
  const after = (await journal.session(sessionId))?.lastSeq;
  const resumed = second.request("session/resume", { sessionId, cwd: "/", _meta: { tenon: { after } } });
  // Answered when the gateway has read the request before it.
  await second.request("session/list", {});
  finish();
  await resumed;
  await expect(second.prompt(sessionId, "still there?")).resolves.toMatchObject({ stopReason: "end_turn" });
});

it.each([
  ["the same", {}],
  ["other", { mcpServers: [{ name: "other", command: "/nonexistent", args: [], env: [] }] }],
])("an agent that never answers `session/close` delays a resume with %s servers by ten seconds", async (_, servers) => {
  const clock = manualClock();
  await using gateway = openGateway({ clock, limits: { parkMs: 60_000 }, scripts: { stuck } });
  const sessionId = await beginClosing(gateway, clock, forAgent("stuck"));
  await using client = await gateway.client();
  let isResumed = false;
  const resumed = client
    .request("session/resume", { sessionId, cwd: "/", ...servers })
    .then(() => void (isResumed = true));
  await client.request("session/list", {});
  await clock.advance(8_900);
  expect(isResumed).toBe(false);
  await clock.advance(200);
  await resumed;
  await expect(client.prompt(sessionId, "still there?")).resolves.toMatchObject({ stopReason: "end_turn" });
});

it("a session that its agent does not close can be deleted", async () => {
  const clock = manualClock();
  await using gateway = openGateway({ clock, limits: { parkMs: 60_000 }, scripts: { stuck } });
  const sessionId = await beginClosing(gateway, clock, forAgent("stuck"));
  const deleted = gateway.gateway.sessions.delete(sessionId);
  await clock.advance(10_000);
  await expect(deleted).resolves.toBe(true);
});

it("a session that its agent closes later than that is closed then, and its client hears of it", async () => {
  const clock = manualClock();
  const { journal, closing, finish } = slowToClose(openMemoryJournal());
  await using gateway = openGateway({ clock, journal, limits: { parkMs: 60_000 } });
  const sessionId = await beginClosing(gateway, clock);
  await closing;
  await using client = await gateway.client();
  const resumed = client.request("session/resume", { sessionId, cwd: "/" });
  await client.request("session/list", {});
  await clock.advance(10_000);
  await resumed;
  finish();
  await client.transcript.when(calls("_tenon/session/closed"));
  await client.request("session/resume", { sessionId, cwd: "/" });
  await expect(client.prompt(sessionId, "still there?")).resolves.toMatchObject({ stopReason: "end_turn" });
});

it("a session that its agent does not close is parked with the agent", async () => {
  const clock = manualClock();
  await using gateway = openGateway({ clock, limits: { parkMs: 60_000 }, scripts: { stuck } });
  await beginClosing(gateway, clock, forAgent("stuck"));
  await clock.advance(10_000);
  await expect.poll(() => gateway.gateway.counts(), PATIENT).toMatchObject({ liveSessions: 0, upstreams: 0 });
});

it("a session that is being closed is loaded with its huge messages, and takes another one", async () => {
  const clock = manualClock();
  const { journal, closing, finish } = slowToClose(openMemoryJournal());
  const huge = "x".repeat(8 * 1024 * 1024);
  const model = spokenModel();
  await using gateway = openGateway({ clock, journal, model, limits: { parkMs: 60_000 } });
  const first = gateway.connect();
  await first.initialize();
  const { sessionId } = await first.newSession();
  const turn = first.prompt(sessionId, huge);
  model.say("read");
  model.finish();
  await turn;
  await first.drop();
  await first.connection.closed;
  await clock.advance(61_000);
  await closing;
  await using second = await gateway.client();
  const loaded = second.request("session/load", { sessionId, cwd: "/", mcpServers: [], _meta: { padding: huge } });
  await second.request("session/list", {});
  finish();
  await loaded;
  expect(second.text(sessionId)).toBe("read");
  const prompt = second.updates(sessionId).find(({ sessionUpdate }) => sessionUpdate === "user_message_chunk");
  expect(prompt).toMatchObject({ content: { text: huge } });
  const next = second.prompt(sessionId, huge);
  model.say(" again");
  model.finish();
  await expect(next).resolves.toMatchObject({ stopReason: "end_turn" });
});

it.each(["records", "open"] as const)(
  "a session that is being opened when its machine stops is left to others (%s)",
  async (step) => {
    const model = spokenModel();
    const { journal, hold, held, go } = holding(openMemoryJournal(), step);
    await using gateway = openGateway({ model, journal, machines: { address: () => undefined, secret: "secret" } });
    await using client = await gateway.client();
    const { sessionId } = await client.newSession();
    await client.request("session/close", { sessionId });
    await using busy = await gateway.client();
    const turn = busy.prompt((await busy.newSession()).sessionId, "tell me");
    await vi.waitFor(() => expect(gateway.gateway.counts().runningSessions).toBe(1), PATIENT);
    hold();
    const opened = client.request("session/resume", { sessionId, cwd: "/", mcpServers: [] }).catch(() => {});
    await held;
    const closing = gateway.gateway.close({ withinMs: 60_000 });
    await settled();
    go();
    await opened;
    await vi.waitFor(async () => expect(await journal.session(sessionId)).toMatchObject({ isLive: false }), PATIENT);
    expect(gateway.gateway.counts().runningSessions).toBe(1);
    model.finish();
    await turn;
    await closing;
  },
);

it("[I-14] an agent that dies takes its own sessions with it, and no others", async () => {
  const dies = { turns: [{ steps: [{ type: "exit" as const, code: 1 }] }] };
  await using gateway = openGateway({ scripts: { dies, lives: {} } });
  await using client = await gateway.client();
  const { sessionId: dead } = await client.newSession(forAgent("dies"));
  const { sessionId: alive } = await client.newSession(forAgent("lives"));
  await expect(client.prompt(dead, "go")).rejects.toMatchObject({ data: { code: "agent_exited" } });
  await client.prompt(alive, "still here");
  expect(client.text(alive)).toBe("still here");
  // What was unfinished is closed in the journal.
  const frames = await gateway.frames(dead, (frame) => frame.includes("caughtUp"));
  expect(frames.some((frame) => /"interruption","reason":"The agent .* exited with code/u.test(frame))).toBe(true);
  // And an agent of that name can be had again.
  await expect(client.newSession(forAgent("dies"))).resolves.toBeDefined();
});

it("lets a running turn finish within its time when it closes", async () => {
  const model = spokenModel();
  const journal = openMemoryJournal();
  await using gateway = openGateway({ journal, model });
  const client = await gateway.client();
  const { sessionId } = await client.newSession();
  const turn = client.prompt(sessionId, "go");
  model.say("almost ");
  await client.transcript.when(calls("session/update"));
  await client.transcript.when(() => client.text(sessionId) !== "");
  const closed = gateway.gateway.close({ withinMs: 60_000 });
  expect(() => gateway.connect()).toThrow(expect.objectContaining({ code: "closed" }));
  await expect(client.prompt(sessionId, "more")).rejects.toBeDefined();
  model.say("done");
  model.finish();
  await expect(turn).resolves.toEqual({ stopReason: "end_turn" });
  await closed;
  await client.closed;
  const records = await journal.read(sessionId);
  expect(records.some(({ text }) => text.includes("interruption"))).toBe(false);
  await journal.close();
});

it("cancels a turn that does not finish in time, and closes the session's record", async () => {
  const clock = manualClock();
  const journal = openMemoryJournal();
  await using gateway = openGateway({ clock, journal, model: spokenModel(), scripts: { other: asking } });
  const client = await gateway.client({ answers: { "session/request_permission": hesitate } });
  const { sessionId } = await client.newSession();
  const turn = client.prompt(sessionId, "go");
  const { sessionId: waiting } = await client.newSession(forAgent("other"));
  const asked = client.prompt(waiting, "go");
  await client.transcript.when(calls("session/request_permission"));
  await gateway.frames(sessionId, (frame) => frame.includes('"session/prompt"'));
  const closed = gateway.gateway.close({ withinMs: 1_000 });
  await clock.advance(1_001);
  await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
  await expect(asked).resolves.toBeDefined();
  await closed;
  expect((await journal.sessions()).sessions.map(({ isLive }) => isLive)).toEqual([false, false]);
  await journal.close();
});

it("[G] leaves nothing behind: no process, no timer, no reader", async () => {
  await leaveNothing(async ({ environment }) => {
    const asks = scripted("other", asking, environment);
    await using gateway = openGateway({ agents: [asks] });
    const clients = await Promise.all(
      Array.from({ length: 3 }, () =>
        gateway.client({ agent: "other", answers: { "session/request_permission": hesitate } }),
      ),
    );
    for (const client of clients) {
      const { sessionId } = await client.newSession();
      void client.prompt(sessionId, "go");
      await client.transcript.when(calls("session/request_permission"));
      await client.newSession(forAgent("tenon"));
    }
    await clients[0]?.drop();
    const reading = Array.fromAsync(gateway.gateway.changes(new AbortController().signal));
    await gateway.gateway.close();
    await reading;
    expect(gateway.gateway.counts()).toEqual({
      connections: 0,
      upstreams: 0,
      liveSessions: 0,
      runningSessions: 0,
      waitingSessions: 0,
      feedReaders: 0,
    });
  });
});

it("[I-06] fifty sessions at once, each with its own answers", async () => {
  await using gateway = openGateway();
  const clients = await Promise.all(Array.from({ length: 10 }, () => gateway.client()));
  await Promise.all(
    clients.flatMap((client, place) =>
      Array.from({ length: 5 }, async (_, index) => {
        const { sessionId } = await client.newSession();
        const nonce = `nonce-${place}-${index}`;
        await client.prompt(sessionId, nonce);
        expect(client.text(sessionId)).not.toBe("");
        const others = clients.filter((other) => other !== client);
        for (const other of others) expect(other.updates(sessionId)).toEqual([]);
      }),
    ),
  );
  expect(gateway.gateway.counts()).toMatchObject({ liveSessions: 50, runningSessions: 0 });
  await Promise.all(clients.map((client) => client.drop()));
});

it("refuses more connections than there may be", async () => {
  await using gateway = openGateway({ limits: { connections: 1 } });
  const first = gateway.connect();
  expect(() => gateway.connect()).toThrow(expect.objectContaining({ code: "too_many_connections" }));
  await first.drop();
  await first.connection.closed;
  await using _ = gateway.connect();
});

const stuck: AgentScript = { answers: { "session/close": { never: true } } };

const noClose = { capabilities: { sessionCapabilities: {} } };
const asking = { turns: [{ steps: [{ type: "ask" as const, title: "May I?" }] }] };

async function untilNotLive(gateway: ReturnType<typeof openGateway>, sessionId: string): Promise<void> {
  await gateway.frames(sessionId, (frame) => frame.startsWith('{"session"') && frame.includes('"isLive":false'));
}

/** All that can go on has gone on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

/** A journal that waits before it opens a session, or reads its records, once it is told to. */
function holding(inner: Journal, step: "open" | "records") {
  const held = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  let isHolding = false;
  const wait = async () => {
    if (!isHolding) return;
    held.resolve();
    await going.promise;
  };
  const journal: Journal = {
    ...inner,
    async open(sessionId) {
      if (step === "open") await wait();
      return await inner.open(sessionId);
    },
    async *records(sessionId, query) {
      if (step === "records" && [...(query?.kinds ?? [])].includes("prompt-waiting")) await wait();
      yield* inner.records(sessionId, query);
    },
  };
  return { journal, hold: () => void (isHolding = true), held: held.promise, go: going.resolve };
}
