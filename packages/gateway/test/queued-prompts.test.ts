/**
 * Prompts that wait for their turn in the gateway: in order, and shown to every client.
 */

import { createPeople, openMemoryPeople } from "@tenon/gateway";
import { openMemoryJournal } from "@tenon/journal";
import { makeGrant, memoryGrantStore } from "@tenon/policy";
import { calls } from "@tenon/testkit/acp";
import { expect, it, vi } from "vitest";

import { openGateway, PATIENT, type TestClient, type TestGateway } from "./support/open-gateway.ts";
import { spokenModel } from "./support/spoken-model.ts";

const NEVER_RAN = { stopReason: "cancelled", _meta: { tenon: { hasRun: false } } };

it("[I-01] what is sent to be queued waits for the turns before it, one client's own too, and all see it", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using desk = await gateway.client({ name: "desk" });
  await using phone = await gateway.client({ name: "phone" });
  const { sessionId } = await desk.newSession();
  await phone.request("_tenon/session/attach", { sessionId });
  const turns = [queue(desk, sessionId, "one")];
  await prompted(gateway, sessionId, "one");
  turns.push(queue(desk, sessionId, "two"));
  await waits(gateway, sessionId, ["two"]);
  turns.push(queue(phone, sessionId, "three"));
  await waits(gateway, sessionId, ["two", "three"]);
  const frames = await gateway.frames(sessionId, (frame) => frame.startsWith('{"session"'));
  expect(JSON.parse(frames[0] ?? "").session.waiting).toEqual([
    { id: "id of two", text: "two", by: "scripted-client (desk)" },
    { id: "id of three", text: "three", by: "scripted-client (phone)" },
  ]);
  for (const word of ["first", "second", "third"]) {
    model.say(word);
    model.finish();
  }
  await Promise.all(turns);
  expect(desk.text(sessionId)).toBe("firstsecondthird");
  expect(await gateway.gateway.sessions.get(sessionId)).not.toHaveProperty("waiting");
});

it("[M-01] what waited when a gateway was lost waits on in the next, unless it was taken back", async () => {
  const journal = openMemoryJournal();
  const model = spokenModel();
  let sessionId: string;
  {
    const lost = openGateway({ model, journal });
    const desk = await lost.client({ name: "desk" });
    ({ sessionId } = await desk.newSession());
    for (const word of ["one", "two", "three"]) queue(desk, sessionId, word).catch(() => {});
    await waits(lost, sessionId, ["two", "three"]);
    await desk.request("_tenon/session/take_back", { sessionId, promptId: "id of two" });
    await vi.waitFor(async () => expect(JSON.stringify(await journal.read(sessionId))).toContain("dismissed"), PATIENT);
    // Nothing more comes of it: as after a kill.
    await lost.gateway.close();
  }
  await using gateway = openGateway({ model, journal });
  await using phone = await gateway.client({ name: "phone" });
  await phone.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  model.say("third");
  model.finish();
  await vi.waitFor(() => expect(phone.text(sessionId)).toBe("third"), PATIENT);
  const prompts = phone.updates(sessionId).filter(({ sessionUpdate }) => sessionUpdate === "user_message_chunk");
  expect(prompts).toMatchObject([{ content: { text: "three" } }]);
});

it("[M-01] what waits when a gateway is stopped is not begun, and runs after a restart", async () => {
  const journal = openMemoryJournal();
  const model = spokenModel();
  const stopped = openGateway({ model, journal });
  const desk = await stopped.client({ name: "desk" });
  const { sessionId } = await desk.newSession();
  const first = queue(desk, sessionId, "one");
  await prompted(stopped, sessionId, "one");
  queue(desk, sessionId, "two").catch(() => {});
  await waits(stopped, sessionId, ["two"]);
  const closing = stopped.gateway.close({ withinMs: 60_000 });
  model.finish();
  expect(await first).toMatchObject({ stopReason: "end_turn" });
  await closing;
  await using gateway = openGateway({ model, journal });
  await using phone = await gateway.client({ name: "phone" });
  await phone.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  model.say("second");
  model.finish();
  await vi.waitFor(() => expect(phone.text(sessionId)).toBe("second"), PATIENT);
});

it("[M-01] what waited when a gateway was lost waits on for ten minutes by the clock of the store", async () => {
  let time = 1_000_000;
  const journal = openMemoryJournal({ now: () => time });
  const model = spokenModel();
  const lose = async () => {
    const lost = openGateway({ model, journal });
    const desk = await lost.client({ name: "desk" });
    const { sessionId } = await desk.newSession();
    for (const word of ["one", "two"]) queue(desk, sessionId, word).catch(() => {});
    await waits(lost, sessionId, ["two"]);
    await vi.waitFor(async () => expect(JSON.stringify(await journal.read(sessionId))).toContain("waiting"), PATIENT);
    await lost.gateway.close();
    return sessionId;
  };
  const [early, late] = [await lose(), await lose()];
  await using gateway = openGateway({ model, journal });
  await using phone = await gateway.client({ name: "phone" });
  const resume = (sessionId: string) => phone.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  time += 9 * 60_000;
  await resume(early);
  await prompted(gateway, early, "two");
  model.finish();
  time += 2 * 60_000;
  await resume(late);
  expect((await gateway.gateway.sessions.get(late))?.state).toBe("idle");
});

it.each(["tenon", "other"])(
  "records of a session have the time of the store, and not of the machine: %s",
  async (agent) => {
    const journal = openMemoryJournal({ now: () => 42_000 });
    await using gateway = openGateway({ journal, scripts: { other: { turns: [{ steps: [{ type: "echo" }] }] } } });
    await using client = await gateway.client({ agent });
    const { sessionId } = await client.newSession({ cwd: "/" });
    await client.prompt(sessionId, "hello");
    const records = await journal.read(sessionId);
    // What came before the session was opened came before the journal was.
    const since = records.slice(records.findIndex(({ kind }) => kind === "session/prompt"));
    expect(since.length).toBeGreaterThan(2);
    expect(new Set(since.map(({ at }) => at))).toEqual(new Set([42_000]));
  },
);

it("[M-01] what waited when a gateway was lost keeps its person, and runs only if they may still prompt", async () => {
  const journal = openMemoryJournal();
  const model = spokenModel();
  await using people = createPeople({ store: await openMemoryPeople(), folder: "/", onFailure() {} });
  const persons = await Promise.all(
    ["Ann", "Bob", "Cleo"].map(async (name) => (await people.createToken({ name })).person),
  );
  let sessionId = "";
  {
    const lost = openGateway({ model, journal, accessOf: people.access });
    const desk = await lost.client({ name: "desk" });
    ({ sessionId } = await desk.newSession());
    queue(desk, sessionId, "one").catch(() => {});
    for (const { id, name } of persons) {
      await people.store.setRole(sessionId, id, "collaborator");
      const access = await people.access(id);
      const client = await lost.client({ name, ...(access && { access }) });
      await client.request("_tenon/session/attach", { sessionId });
      queue(client, sessionId, `of ${name}`).catch(() => {});
    }
    await waits(lost, sessionId, ["of Ann", "of Bob", "of Cleo"]);
    await vi.waitFor(
      async () => expect(JSON.stringify(await journal.read(sessionId))).toContain("id of of Cleo"),
      PATIENT,
    );
    await lost.gateway.close();
  }
  const [, bob, cleo] = persons;
  await people.store.changePerson(bob?.id ?? "", { isRemoved: true });
  await people.store.setRole(sessionId, cleo?.id ?? "", "viewer");
  await people.refresh();
  await using gateway = openGateway({ model, journal, accessOf: people.access });
  await using phone = await gateway.client({ name: "phone" });
  await phone.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  for (let turn = 0; turn < 4; turn += 1) model.finish();
  await prompted(gateway, sessionId, "of Ann");
  await queue(phone, sessionId, "two");
  const records = (await journal.read(sessionId)).map(({ text }) => text);
  expect(records.some((text) => text.includes('"prompted-by","by":"Ann"'))).toBe(true);
  const ran = records.filter((text) => text.includes('"session/prompt"')).join();
  expect(ran).toContain("of Ann");
  expect(ran).not.toMatch(/of (Bob|Cleo)/);
});

it("[M-01] what waits in a session runs there, and in no copy of it", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using elsewhere = openGateway();
  await using desk = await gateway.client({ name: "desk" });
  await using reader = await elsewhere.client();
  const { sessionId } = await desk.newSession();
  const turns = [queue(desk, sessionId, "one")];
  await prompted(gateway, sessionId, "one");
  turns.push(queue(desk, sessionId, "two"));
  await gateway.frames(sessionId, (frame) => frame.includes("prompt-waiting"));
  const fork = await gateway.gateway.sessions.fork(sessionId);
  await desk.request("session/resume", { sessionId: fork.id, cwd: "/", mcpServers: [] });
  expect(await gateway.gateway.sessions.get(fork.id)).toMatchObject({ state: "idle" });
  await elsewhere.journal.import(gateway.journal.export(sessionId));
  await reader.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  expect(await elsewhere.gateway.sessions.get(sessionId)).toMatchObject({ state: "idle" });
  model.finish();
  model.finish();
  await Promise.all(turns);
});

it("a session whose waiting prompts could not be looked up is opened by the next who asks", async () => {
  const journal = openMemoryJournal();
  const model = spokenModel();
  await using people = createPeople({ store: await openMemoryPeople(), folder: "/", onFailure() {} });
  const { person } = await people.createToken({ name: "Ann" });
  let sessionId = "";
  {
    const lost = openGateway({ model, journal, accessOf: people.access });
    const access = await people.access(person.id);
    const client = await lost.client({ name: "Ann", ...(access && { access }) });
    ({ sessionId } = await client.newSession());
    for (const word of ["one", "two"]) queue(client, sessionId, word).catch(() => {});
    await lost.frames(sessionId, (frame) => frame.includes("prompt-waiting"));
    await lost.gateway.close();
  }
  let isDown = true;
  const accessOf: typeof people.access = async (id) => {
    if (isDown) throw new Error("The people cannot be read");
    return await people.access(id);
  };
  await using gateway = openGateway({ model, journal, accessOf });
  await using phone = await gateway.client();
  const resume = () => phone.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  await expect(resume()).rejects.toMatchObject({ code: -32_603 });
  expect(gateway.gateway.counts()).toMatchObject({ liveSessions: 0 });
  isDown = false;
  await resume();
  await prompted(gateway, sessionId, "two");
  model.finish();
});

it("a command that waits is not run for a person who may no longer give it, though they may still prompt", async () => {
  const model = spokenModel();
  await using people = createPeople({ store: await openMemoryPeople(), folder: "/", onFailure() {} });
  const { person } = await people.createToken({ name: "Ann" });
  const other = await people.createToken({ name: "Bob" });
  await using gateway = openGateway({ model, accessOf: people.access });
  const access = await people.access(person.id);
  await using client = await gateway.client({ name: "Ann", ...(access && { access }) });
  const { sessionId } = await client.newSession();
  const first = queue(client, sessionId, "one");
  await prompted(gateway, sessionId, "one");
  const waiting = ["/mcp restart notes", "two"].map((text) => queue(client, sessionId, text));
  await waits(gateway, sessionId, ["/mcp restart notes", "two"]);
  await people.store.setRole(sessionId, other.person.id, "owner");
  await people.store.setRole(sessionId, person.id, "collaborator");
  await people.refresh();
  model.finish();
  await first;
  await prompted(gateway, sessionId, "two");
  model.finish();
  expect(await Promise.all(waiting)).toEqual([NEVER_RAN, { stopReason: "end_turn" }]);
});

it("a prompt that waits runs with the rights that its person has then", async () => {
  const model = spokenModel();
  const grants = memoryGrantStore();
  const target = { type: "command", words: ["rm", "-rf"] } as const;
  await grants.add(
    makeGrant({ target, verdict: "allow", scope: { type: "everywhere" }, lifetime: "always", now: new Date() }),
  );
  await using people = createPeople({ store: await openMemoryPeople(), folder: "/", onFailure() {} });
  const { person } = await people.createToken({ name: "Ann", role: "administrator" });
  await using gateway = openGateway({ model, accessOf: people.access, services: async () => ({ grants }) });
  const access = await people.access(person.id);
  await using client = await gateway.client({ name: "Ann", ...(access && { access }) });
  const { sessionId } = await client.newSession();
  const first = queue(client, sessionId, "one");
  await prompted(gateway, sessionId, "one");
  const second = queue(client, sessionId, "/grants");
  await waits(gateway, sessionId, ["/grants"]);
  await people.store.changePerson(person.id, { role: "member" });
  await people.refresh();
  model.finish();
  await Promise.all([first, second]);
  expect(client.text(sessionId)).toContain("No permissions are remembered");
});

it("any client takes a prompt back that waits, with all that it says; one that runs is left alone", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using desk = await gateway.client();
  await using phone = await gateway.client();
  const { sessionId } = await desk.newSession();
  await phone.request("_tenon/session/attach", { sessionId });
  const first = queue(desk, sessionId, "one");
  await prompted(gateway, sessionId, "one");
  const second = queue(desk, sessionId, "two");
  await waits(gateway, sessionId, ["two"]);
  const taken = await phone.request("_tenon/session/take_back", { sessionId, promptId: "id of two" });
  expect(taken).toEqual({ prompt: [{ type: "text", text: "two" }] });
  await expect(second).resolves.toEqual(NEVER_RAN);
  await waits(gateway, sessionId, []);
  const late = phone.request("_tenon/session/take_back", { sessionId, promptId: "id of one" });
  await expect(late).rejects.toMatchObject({ code: -32602 });
  model.finish();
  await expect(first).resolves.toEqual({ stopReason: "end_turn" });
});

it("[M-01] a prompt waits on when its client goes, and runs", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using phone = await gateway.client();
  const desk = await gateway.client();
  const { sessionId } = await desk.newSession();
  await phone.request("_tenon/session/attach", { sessionId });
  queue(desk, sessionId, "one").catch(() => {});
  await prompted(gateway, sessionId, "one");
  queue(desk, sessionId, "two").catch(() => {});
  await waits(gateway, sessionId, ["two"]);
  await desk.drop();
  await desk.connection.closed;
  await waits(gateway, sessionId, ["two"]);
  model.finish();
  await prompted(gateway, sessionId, "two");
  model.finish();
});

it("[R68] who stops the turn also stops what waits of theirs, and of those who have gone", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using phone = await gateway.client();
  await using tablet = await gateway.client();
  const desk = await gateway.client();
  const { sessionId } = await desk.newSession();
  for (const client of [phone, tablet]) await client.request("_tenon/session/attach", { sessionId });
  const running = queue(phone, sessionId, "one");
  await prompted(gateway, sessionId, "one");
  queue(desk, sessionId, "of one who goes").catch(() => {});
  await waits(gateway, sessionId, ["of one who goes"]);
  const own = queue(phone, sessionId, "mine");
  await waits(gateway, sessionId, ["of one who goes", "mine"]);
  const other = queue(tablet, sessionId, "yours");
  await waits(gateway, sessionId, ["of one who goes", "mine", "yours"]);
  await desk.drop();
  await desk.connection.closed;
  await phone.cancel(sessionId);
  await expect(running).resolves.toEqual({ stopReason: "cancelled" });
  await expect(own).resolves.toEqual(NEVER_RAN);
  await prompted(gateway, sessionId, "yours");
  model.finish();
  await expect(other).resolves.toEqual({ stopReason: "end_turn" });
});

it("[M-02] a client that did not prompt hears that the turn has ended", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using desk = await gateway.client();
  await using phone = await gateway.client();
  const { sessionId } = await desk.newSession();
  await phone.request("_tenon/session/attach", { sessionId });
  const turn = desk.prompt(sessionId, "go");
  model.say("gone");
  model.finish();
  await turn;
  const { text } = await phone.transcript.when(calls("_tenon/session/turn_ended"));
  expect(JSON.parse(text).params).toEqual({ sessionId, stopReason: "end_turn" });
  expect(phone.text(sessionId)).toBe("gone");
  expect(desk.transcript.entries.some(calls("_tenon/session/turn_ended"))).toBe(false);
});

it("[R11] names that are only a draft of the protocol's are no methods here", async () => {
  await using gateway = openGateway();
  await using client = await gateway.client();
  const { sessionId } = await client.newSession();
  await expect(client.request("session/attach", { sessionId })).rejects.toMatchObject({ code: -32601 });
});

function queue(client: TestClient, sessionId: string, text: string): Promise<unknown> {
  const _meta = { tenon: { queue: true, promptId: `id of ${text}` } };
  return client.request("session/prompt", { sessionId, prompt: [{ type: "text", text }], _meta });
}

async function waits(gateway: TestGateway, sessionId: string, texts: readonly string[]): Promise<void> {
  const waiting = async () => (await gateway.gateway.sessions.get(sessionId))?.waiting ?? [];
  await expect.poll(async () => (await waiting()).map(({ text }) => text), PATIENT).toEqual(texts);
}

/** Until it stands in the session. */
async function prompted(gateway: TestGateway, sessionId: string, text: string): Promise<void> {
  await gateway.frames(sessionId, (frame) => frame.includes('"session/prompt"') && frame.includes(`"text":"${text}"`));
}
