/**
 * What a person who is signed in and may do little tries, and what was revoked tries.
 */

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createPeople, openMemoryPeople, openSqlitePeople } from "@tenon/gateway";
import { type Journal, JournalError, openMemoryJournal, type SessionWriter } from "@tenon/journal";
import { RequestFailed, type ScriptedClient } from "@tenon/testkit/acp";
import { assert, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";

import { signPeer } from "../../src/machines/machine-key.ts";
import { PATIENT } from "../support/open-gateway.ts";
import { spokenModel } from "../support/spoken-model.ts";
import { type ServedPeople, servePeople, type Someone } from "./support/serve-people.ts";

describe("a token", () => {
  it("opens nothing after it was revoked, and what it had opened is closed", async () => {
    await using served = await servePeople();
    const alice = await served.add("Alice");
    const sessionId = await served.session(alice);
    const page = await served.signIn(alice.token);
    const sockets = [await served.open(alice, "/feed"), await served.open(alice, "/acp")];
    const closed = Promise.all(sockets.map((socket) => once(socket, "close")));
    expect((await served.ask(undefined, "/api/me", { headers: page })).status).toBe(200);
    await served.ask(served.localToken, `/api/tokens/${alice.tokenId}`, { method: "DELETE" });
    await closed;
    expect((await served.ask(alice, "/api/me")).status).toBe(401);
    expect((await served.ask(alice, `/api/sessions/${sessionId}`)).status).toBe(401);
    expect(await served.upgrade(alice, "/acp")).toBe(401);
    // Nor does the cookie that it was exchanged for, nor a new one.
    expect((await served.ask(undefined, "/api/me", { headers: page })).status).toBe(401);
    const again = await served.ask(undefined, "/api/login", { method: "POST", body: { token: alice.token } });
    expect(again.status).toBe(401);
  });

  it("is closed within a second when another process revokes it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenon-people-"));
    const file = join(folder, "people.db");
    const onFailure = (error: unknown) => expect.unreachable(String(error));
    const here = createPeople({ store: await openSqlitePeople({ file }), folder, onFailure });
    const there = createPeople({ store: await openSqlitePeople({ file }), folder, onFailure });
    await using served = await servePeople({ http: { people: here } });
    const { token, id } = await there.createToken({ name: "Alice" });
    const socket = await served.open(token, "/feed");
    const closed = once(socket, "close");
    await there.revokeToken(id);
    expect((await served.ask(token, "/api/me")).status).toBe(401);
    await closed;
    await there[Symbol.asyncDispose]();
    await here[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it("expires, with what it has opened", async () => {
    await using served = await servePeople();
    const { token } = await served.people.createToken({ name: "Alice", expiresAt: Date.now() + 300 });
    const socket = await served.open(token, "/feed");
    await once(socket, "close");
    expect((await served.ask(token, "/api/me")).status).toBe(401);
  });

  it("is nowhere in the store, the log, the audit or an answer", async () => {
    await using served = await servePeople();
    const made = await served.ask(served.localToken, "/api/tokens", { method: "POST", body: { name: "Alice" } });
    const { token } = made.json;
    await served.signIn(token);
    const listed = await served.ask(served.localToken, "/api/tokens");
    const audit = await served.ask(served.localToken, "/api/audit");
    const stored = JSON.stringify(await served.people.store.tokens());
    for (const text of [listed.body, audit.body, stored, served.log()]) expect(text).not.toContain(token);
    expect(listed.body).not.toContain("hash");
  });

  it("that is revoked while it is used either counts wholly or not at all", async () => {
    await using served = await servePeople();
    for (let round = 0; round < 10; round += 1) {
      const alice = await served.add(`Alice ${round}`);
      const opening = Promise.all(
        ["/feed", "/acp", "/feed"].map((path) => served.open(alice, path).catch(() => undefined)),
      );
      const [sockets] = await Promise.all([opening, served.people.revokeToken(alice.tokenId)]);
      // Those that came in before it was revoked are closed after it.
      for (const socket of sockets) if (socket && socket.readyState !== socket.CLOSED) await once(socket, "close");
      expect((await served.ask(alice, "/api/me")).status).toBe(401);
    }
  });
});

describe("a person who is removed", () => {
  it("is out at once, everywhere, and their sessions are the administrators'", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    const own = await served.session(alice);
    const shared = await served.session(bob);
    await served.share(shared, alice, "collaborator");
    const page = await served.signIn(alice.token);
    const socket = await served.open(alice, `/feed/${shared}`);
    const closed = once(socket, "close");
    const removed = await served.ask(served.localToken, `/api/people/${alice.id}`, { method: "DELETE" });
    expect(removed.status).toBe(204);
    await closed;
    for (const headers of [{ Authorization: `Bearer ${alice.token}` }, page]) {
      expect((await served.ask(undefined, `/api/sessions/${own}`, { headers })).status).toBe(401);
    }
    const { json } = await served.ask(bob, `/api/sessions/${shared}/people`);
    expect(json["people"].map(({ name }: { name: string }) => name)).toEqual(["Bob"]);
    expect((await served.ask(served.localToken, `/api/sessions/${own}`)).status).toBe(200);
    // What they did stays said.
    const audit = await served.ask(served.localToken, `/api/audit?person=${alice.id}`);
    expect(audit.body).toContain("session-begin");
    // A token for the same name does not bring them back.
    const again = await served.ask(served.localToken, "/api/tokens", { method: "POST", body: { name: "alice" } });
    expect(again.json["error"].code).toBe("person_removed");
  });
});

it("a person who is removed while their first request is looked up does not come in", async () => {
  const store = await openMemoryPeople();
  const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: typeof store = {
    ...store,
    async rolesOf(personId) {
      const roles = await store.rolesOf(personId);
      reading.resolve();
      await read.promise;
      return roles;
    },
  };
  await using admin = createPeople({ store, folder: "/", onFailure() {} });
  const { person } = await admin.createToken({ name: "Alice" });
  const people = createPeople({ store: slow, folder: "/", refreshMs: 60_000, onFailure() {} });
  const access = people.access(person.id);
  await reading.promise;
  await store.changePerson(person.id, { isRemoved: true });
  await people.refresh();
  read.resolve();
  expect(await access).toBeUndefined();
});

describe("a person who is removed or loses a right", () => {
  it("runs no prompt that waited for its turn, here or where the session is opened next", async () => {
    const model = spokenModel();
    await using served = await servePeople({ model });
    const [alice, bob, carol] = [await served.add("Alice"), await served.add("Bob"), await served.add("Carol")];
    await using owner = await served.acp(alice);
    const { sessionId } = await owner.newSession({ cwd: served.folder });
    const ask = (client: typeof owner, text: string) =>
      client.request("session/prompt", {
        sessionId,
        prompt: [{ type: "text", text }],
        _meta: { tenon: { queue: true, promptId: text } },
      });
    const running = ask(owner, "of the owner");
    for (const who of [bob, carol]) {
      await served.share(sessionId, who, "collaborator");
      const client = await served.acp(who);
      await client.request("_tenon/session/attach", { sessionId });
      ask(client, `of ${who === bob ? "Bob" : "Carol"}`).catch(() => {});
    }
    const waiting = async () => (await served.gateway.sessions.get(sessionId))?.waiting?.map(({ text }) => text);
    await vi.waitFor(async () => expect((await waiting())?.toSorted()).toEqual(["of Bob", "of Carol"]), PATIENT);
    await served.ask(served.localToken, `/api/people/${bob.id}`, { method: "DELETE" });
    await served.share(sessionId, carol, "viewer");
    for (let turn = 0; turn < 4; turn += 1) model.finish();
    await running;
    await ask(owner, "of the owner again");
    const { body } = await served.ask(alice, `/api/sessions/${sessionId}/export`);
    const records = body.split("\n").filter((line) => line.includes("session/prompt"));
    expect(records.map((line) => /of (the owner again|the owner|Bob|Carol)/.exec(line)?.[0])).toEqual([
      "of the owner",
      "of the owner again",
    ]);
  });
});

describe("a cookie", () => {
  it("is made anew at each sign-in, and one that a client brings along is never taken over", async () => {
    await using served = await servePeople();
    const [alice, mallory] = [await served.add("Alice"), await served.add("Mallory")];
    const fixed = await served.signIn(mallory.token);
    const { headers } = await served.ask(undefined, "/api/login", {
      method: "POST",
      headers: { Cookie: fixed.Cookie },
      body: { token: alice.token },
    });
    expect(headers["set-cookie"]?.[0]).not.toContain(fixed.Cookie.split("=")[1]);
    expect((await served.ask(undefined, "/api/me", { headers: fixed })).json["person"].name).toBe("Mallory");
  });

  it("names no one whom it was not made for", async () => {
    await using served = await servePeople();
    const [alice, mallory] = [await served.add("Alice"), await served.add("Mallory")];
    const [hers, his] = [await served.signIn(alice.token), await served.signIn(mallory.token)];
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await served.ask(undefined, "/api/me", { headers })).status;
    expect(await status({ ...hers, "X-Tenon-Key": his["X-Tenon-Key"] })).toBe(401);
    expect(await status({ ...his, Cookie: his.Cookie.replace(mallory.id, alice.id) })).toBe(401);
    // Without its person, it would be the administrator's.
    const [end, random, , , signature] = his.Cookie.split(".");
    expect(await status({ ...his, Cookie: [end, random, signature].join(".") })).toBe(401);
    expect(await status({ ...his, Cookie: his.Cookie.replace(`.${mallory.id}.${mallory.tokenId}`, "..") })).toBe(401);
  });

  it("[M9] that was signed out opens nothing on any machine, nor after a restart, and what it had opened is closed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenon-people-"));
    const file = join(folder, "people.db");
    const onFailure = (error: unknown) => expect.unreachable(String(error));
    const open = async () => createPeople({ store: await openSqlitePeople({ file }), folder, onFailure });
    await using here = await open();
    await using there = await open();
    await using a = await servePeople({ http: { people: here } });
    await using b = await servePeople({ http: { people: there } });
    const { token } = await here.createToken({ name: "Alice" });
    const [leaving, staying, local] = [await a.signIn(token), await a.signIn(token), await a.signIn(a.localToken)];
    const opened = await Promise.all([leaving, local].map((page) => openAt(b, "/feed", page)));
    const closed = Promise.all(opened.map((socket) => once(socket, "close")));
    const kept = await openAt(b, "/feed", staying);
    for (const page of [leaving, local]) await a.ask(undefined, "/api/logout", { method: "POST", headers: page });
    const status = async ({ server, ask }: ServedPeople, page: Page) =>
      (await ask(undefined, "/api/me", { headers: pageAt(server, page) })).status;
    await using restarted = await servePeople({ http: { people: here } });
    for (const machine of [a, b, restarted]) {
      expect(await Promise.all([leaving, local, staying].map((page) => status(machine, page)))).toEqual([
        401, 401, 200,
      ]);
    }
    await closed;
    expect(kept.readyState).toBe(kept.OPEN);
    kept.terminate();
    await vi.waitFor(async () => {
      const { entries } = (await a.ask(a.localToken, "/api/audit?action=sign-out")).json;
      expect(entries.map(({ name }: { name: string }) => name)).toEqual(["administrator", "Alice"]);
    }, PATIENT);
    await rm(folder, { recursive: true });
  });

  it("changes nothing without the origin of the page", async () => {
    await using served = await servePeople();
    const alice = await served.add("Alice");
    const sessionId = await served.session(alice);
    const { Origin: _, ...page } = await served.signIn(alice.token);
    const ask = (headers: Readonly<Record<string, string>>) =>
      served.ask(undefined, `/api/sessions/${sessionId}`, { method: "DELETE", headers });
    expect((await ask(page)).status).toBe(403);
    expect((await ask({ ...page, Origin: "https://evil.example" })).status).toBe(403);
  });
});

describe("an identity", () => {
  it("comes from no header of a proxy or of another machine", async () => {
    await using served = await servePeople({ http: { trustProxy: true } });
    const alice = await served.add("Alice");
    const sessionId = await served.session(served.localToken);
    const spoofed = {
      "X-Forwarded-User": "administrator",
      "X-Forwarded-Email": "admin@example.com",
      "X-Forwarded-For": "127.0.0.1",
      "X-Remote-User": "local",
      "X-Auth-Request-User": "local",
      "X-Tenon-Person": "local",
      "Tenon-Person": "local",
      Forwarded: "for=127.0.0.1;by=local",
    };
    const { json } = await served.ask(alice, "/api/me", { headers: spoofed });
    expect(json["person"].name).toBe("Alice");
    expect((await served.ask(alice, `/api/sessions/${sessionId}`, { headers: spoofed })).status).toBe(404);
    expect((await served.ask(undefined, "/api/me", { headers: spoofed })).status).toBe(401);
  });

  it("between machines is the one that was signed, and no one's who is not known here", async () => {
    await using served = await servePeople({ http: { machines: MACHINE } });
    const alice = await served.add("Alice");
    const sessionId = await served.session(served.localToken);
    const access = await served.people.access(alice.id);
    const header = (secret: string, peer: Parameters<typeof signPeer>[1]) => ({
      "x-tenon-machine": signPeer(secret, peer, HERE),
    });
    const open = (headers: Readonly<Record<string, string>>) => served.upgrade(undefined, "/machine", headers);
    expect(await open(header("guessed", { name: "Alice" }))).toBe(403);
    const good = header("shared", { name: "Alice", ...(access && { access }) });
    expect(await open(good)).toBe(101);
    expect(await open(good)).toBe(403);
    const client = await served.acp(alice, {
      path: "/machine",
      headers: header("shared", { name: "Alice", ...(access && { access }) }),
    });
    await expect(client.request("_tenon/session/attach", { sessionId })).rejects.toThrow("not found");
    await client[Symbol.asyncDispose]();
    const late = header("shared", { name: "Alice", ...(access && { access }) });
    await served.ask(served.localToken, `/api/people/${alice.id}`, { method: "DELETE" });
    expect(await open(late)).toBe(403);
  });

  it("is not what a person is called: names that look alike are one", async () => {
    await using served = await servePeople();
    const first = await served.add("Alice");
    const second = await served.add("ＡLICE\u0000 ".trim());
    expect(second.id).toBe(first.id);
    for (const name of ["administrator", "Tenon", "LOCAL", " ", "\u200b"]) {
      const { json } = await served.ask(served.localToken, "/api/tokens", { method: "POST", body: { name } });
      expect(json["error"].code).toBe("bad_name");
    }
  });

  it("holds for the whole of an ACP connection over HTTP: another person cannot speak on it", async () => {
    await using served = await servePeople();
    const [alice, mallory] = [await served.add("Alice"), await served.add("Mallory")];
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } };
    const accept = { Accept: "application/json, text/event-stream" };
    const begun = await served.ask(alice, "/acp", { method: "POST", headers: accept, body: initialize });
    const id = String(begun.headers["acp-connection-id"]);
    const list = { jsonrpc: "2.0", id: 2, method: "session/list", params: {} };
    const headers = { ...accept, "Acp-Connection-Id": id };
    expect((await served.ask(mallory, "/acp", { method: "POST", headers, body: list })).status).toBe(404);
    expect((await served.ask(mallory, "/acp", { method: "DELETE", headers })).status).toBe(404);
    expect((await served.ask(alice, "/acp", { method: "POST", headers, body: list })).status).toBe(202);
  });

  it("holds for the whole of an ACP connection over a WebSocket: its id opens nothing over HTTP", async () => {
    await using served = await servePeople({ http: { machines: MACHINE } });
    const [alice, mallory] = [await served.add("Alice"), await served.add("Mallory", "guest")];
    const peer = { "x-tenon-machine": signPeer("shared", { name: "Alice" }, HERE) };
    for (const [who, path, headers] of [
      [alice, "/acp", {}],
      [undefined, "/machine", peer],
    ] as const) {
      const { socket, id } = await openedWebSocket(served, { who, path, headers });
      const list = { jsonrpc: "2.0", id: 2, method: "session/list", params: {} };
      for (const [method, body] of [["POST", list], ["GET"], ["DELETE"]] as const) {
        for (const caller of [mallory, alice, served.localToken]) {
          const asked = { "Acp-Connection-Id": id, Accept: "application/json, text/event-stream" };
          const { status } = await served.ask(caller, "/acp", { method, headers: asked, body });
          expect(`${path} ${method} ${status}`).toBe(`${path} ${method} 404`);
        }
      }
      expect(socket.readyState).toBe(socket.OPEN);
      socket.terminate();
    }
  });
});

describe("an outsider", () => {
  it("learns nothing from an id, a link or a failure", async () => {
    await using served = await servePeople();
    const [alice, mallory] = [await served.add("Alice"), await served.add("Mallory")];
    const hidden = await served.session(alice);
    const guessed = crypto.randomUUID();
    for (const [method, path, body] of [
      ["GET", "/api/sessions/<id>", undefined],
      ["PATCH", "/api/sessions/<id>", { title: "Mine" }],
      ["DELETE", "/api/sessions/<id>", undefined],
      ["POST", "/api/sessions/<id>/fork", {}],
      ["GET", "/api/sessions/<id>/export", undefined],
      ["GET", "/api/sessions/<id>/files", undefined],
      ["GET", "/api/sessions/<id>/records?before=2&records=1", undefined],
      ["GET", "/api/sessions/<id>/people", undefined],
      ["POST", "/api/sessions/<id>/links", { role: "viewer" }],
    ] as const) {
      const answers = await Promise.all(
        [hidden, guessed].map(async (id) => {
          const { status, body: text } = await served.ask(mallory, path.replace("<id>", id), { method, body });
          return [status, text.replaceAll(id, "<id>")];
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.[0]).toBe(404);
    }
    expect((await served.ask(served.localToken, `/api/sessions/${hidden}`)).status).toBe(200);
    const link = randomBytes(32).toString("base64url");
    expect((await served.ask(mallory, "/api/join", { method: "POST", body: { link } })).status).toBe(404);
    for (const bad of [undefined, null, {}, [], 7, ""]) {
      expect((await served.ask(mallory, "/api/join", { method: "POST", body: { link: bad } })).status).toBe(404);
    }
    expect((await served.ask(mallory, "/metrics")).status).toBe(404);
  });

  it("learns from a failure neither where the database is nor which process has a session; an administrator does", async () => {
    const { journal, fail } = failingJournal();
    await using served = await servePeople({ journal });
    const [alice, admin] = [await served.add("Alice"), await served.add("Ada", "administrator")];
    await using client = await served.acp(alice);
    const { sessionId } = await client.newSession({ cwd: served.folder });
    const failures: string[] = [];
    const note = async (answer: Promise<unknown>) => {
      const error = await answer.then(
        () => assert.fail("It did not fail"),
        (failed: unknown) => failed,
      );
      failures.push(error instanceof RequestFailed ? `${error.message} ${JSON.stringify(error.data)}` : String(error));
    };
    fail.append = new JournalError("store_failed", "Postgres could not do it: " + ADDRESS, { store: ADDRESS });
    await note(client.prompt(sessionId, "Hello"));
    fail.append = undefined;
    await client.request("session/close", { sessionId });
    const load = { sessionId, cwd: served.folder, mcpServers: [] };
    fail.session = new JournalError("store_unreachable", "connect ECONNREFUSED db.internal: " + ADDRESS, {
      store: ADDRESS,
    });
    await note(client.request("session/load", load));
    failures.push((await served.ask(alice, `/api/sessions/${sessionId}`)).body);
    failures.push((await served.ask(admin, `/api/sessions/${sessionId}`)).body);
    fail.session = undefined;
    fail.open = new JournalError("session_busy", "It is open in process 4242 on build-7", {
      pid: 4242,
      host: "build-7",
    });
    await note(client.request("session/load", load));
    const busy = await served.ask(alice, `/api/sessions/${sessionId}`, { method: "DELETE" });
    expect(busy.status).toBe(409);
    failures.push(busy.body);
    expect(failures).toHaveLength(6);
    for (const failure of failures) expect(failure).not.toMatch(/tenon-user|db\.internal|4242|build-7/);
    expect((await served.ask(admin, `/api/sessions/${sessionId}`, { method: "DELETE" })).body).toContain("4242");
  });

  it("smuggles no message past the rules: neither before initialize, nor in a batch, nor as a notification", async () => {
    await using served = await servePeople();
    const [alice, mallory] = [await served.add("Alice"), await served.add("Mallory")];
    const hidden = await served.session(alice);
    const socket = await served.open(mallory, "/acp");
    const received: string[] = [];
    socket.on("message", (data: Buffer) => received.push(data.toString()));
    const load = {
      jsonrpc: "2.0",
      id: 7,
      method: "session/load",
      params: { sessionId: hidden, cwd: served.folder, mcpServers: [] },
    };
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } }));
    socket.send(JSON.stringify([load]));
    socket.send(JSON.stringify({ ...load, method: "session/cancel", id: undefined }));
    socket.send(JSON.stringify({ ...load, id: 8, params: { ...load.params, sessionId: [hidden] } }));
    socket.send(JSON.stringify({ ...load, id: 9, method: "_tenon/session/attach", params: { sessionId: hidden } }));
    await vi.waitFor(() => expect(received.join()).toContain('"id":9'), PATIENT);
    expect(received.join("\n")).not.toContain("Hello");
    expect(received.find((text) => text.includes('"id":8'))).toContain('"error"');
    expect(received.find((text) => text.includes('"id":9'))).toContain("-32002");
    socket.terminate();
  });

  it("has no request passed on that is sent as a notification, nor a cancellation that is sent as a request", async () => {
    await using served = await servePeople({
      scripts: { other: { turns: [{ steps: [{ type: "say", text: "Hi" }] }] } },
    });
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    for (const path of ["/acp", "/acp?agent=other"]) {
      await using owner = await served.acp(alice, { path });
      const { sessionId } = await owner.newSession({ cwd: served.folder });
      await owner.prompt(sessionId, "Hello");
      await served.share(sessionId, bob, "collaborator");
      await using client = await served.acp(bob, { path });
      await client.request("_tenon/session/attach", { sessionId });
      const before = await served.gateway.sessions.get(sessionId);
      const prompt = [{ type: "text", text: "/mcp restart x" }];
      for (const method of ["session/prompt", "session/close", "session/load", "session/set_mode"])
        await client.notify(method, { sessionId, prompt, modeId: "code", cwd: served.folder, mcpServers: [] });
      await expect(client.request("$/cancel_request", { requestId: 1 })).rejects.toMatchObject({ code: -32_601 });
      await client.request("session/list", {});
      expect((await served.gateway.sessions.get(sessionId))?.lastSeq).toBe(before?.lastSeq);
    }
  });

  it("brings no server and no files into a session that is not their own", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    await using owner = await served.acp(alice);
    const { sessionId } = await owner.newSession({ cwd: served.folder });
    await served.share(sessionId, bob, "collaborator");
    await using client = await served.acp(bob);
    const server = { name: "evil", command: "/bin/sh", args: [], env: [] };
    const load = { sessionId, cwd: served.folder, mcpServers: [server] };
    for (const [method, params] of [
      ["session/load", load],
      ["session/resume", load],
      ["_tenon/session/attach", load],
      ["_tenon/servers/attach", { sessionId, server }],
      ["session/load", { ...load, mcpServers: [], _meta: { tenon: { tree: "client" } } }],
    ] as const) {
      await expect(client.request(method, params)).rejects.toThrow(
        "You may not share, rename, delete or attach servers",
      );
    }
  });

  it("takes no server out of a session that is not their own by opening it without", async () => {
    await using served = await servePeople();
    const bob = await served.add("Bob");
    await using owner = await served.acp(served.localToken);
    const plain = { name: "plain", command: "/nonexistent/plain", args: [], env: [] };
    const { sessionId } = await owner.newSession({ cwd: served.folder, mcpServers: [plain] });
    await owner.prompt(sessionId, "Hello");
    await served.share(sessionId, bob, "collaborator");
    await using client = await served.acp(bob);
    const namesFor = async (who: ScriptedClient) => {
      type Receipts = { readonly servers: readonly { readonly server: string }[] };
      const { servers } = await who.request<Receipts>("_tenon/receipts", { sessionId });
      return servers.map(({ server }) => server);
    };
    const load = { sessionId, cwd: served.folder, mcpServers: [] };
    await owner.request("_tenon/session/detach", { sessionId });
    await client.request("session/load", load);
    expect(await namesFor(client)).toEqual(["plain"]);
    // Nor for the next time that the session is opened.
    await client.request("session/close", { sessionId });
    await client.request("session/load", load);
    await client.request("session/close", { sessionId });
    await owner.request("session/load", { ...load, _meta: { tenon: { servers: "kept" } } });
    expect(await namesFor(owner)).toEqual(["plain"]);
  });

  it("starts no program with a session of their own, although they are on this machine", async () => {
    await using served = await servePeople();
    const alice = await served.add("Alice");
    await using client = await served.acp(alice);
    const file = join(served.folder, "was-here");
    const server = { name: "evil", command: "/bin/sh", args: ["-c", `echo x > ${file}`], env: [] };
    const { sessionId } = await client.newSession({ cwd: served.folder, mcpServers: [server] });
    await client.prompt(sessionId, "Hello");
    const { body } = await served.ask(alice, `/api/sessions/${sessionId}/export`);
    expect(body).toContain("may not start programs here");
    await expect(client.prompt(sessionId, `/mcp connect evil /bin/sh -c 'echo x > ${file}'`)).rejects.toThrow(
      "You may not use this command",
    );
    // Nor does it start when an administrator opens the session again with what it had.
    await client.request("session/close", { sessionId });
    await using local = await served.acp(served.localToken);
    const kept = { sessionId, cwd: served.folder, _meta: { tenon: { servers: "kept" } } };
    await local.request("session/load", kept);
    await local.prompt(sessionId, "Hello");
    expect(await local.request("_tenon/receipts", { sessionId })).toMatchObject({ servers: [] });
    expect(existsSync(file)).toBe(false);
  });

  it("uses no command of the agent that does more than prompt", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    await using owner = await served.acp(alice);
    const { sessionId } = await owner.newSession({ cwd: served.folder });
    await served.share(sessionId, bob, "prompter");
    await using client = await served.acp(bob);
    await client.request("session/resume", { sessionId, cwd: served.folder, mcpServers: [] });
    for (const command of [
      "/mcp restart x",
      " \n/mcp sign-in x",
      "/tools off read_file",
      "/grants revoke 1",
      "/grants",
    ]) {
      await expect(client.prompt(sessionId, command)).rejects.toThrow("You may not use this command");
    }
    const image = { type: "image" as const, data: "", mimeType: "image/png" };
    await expect(client.prompt(sessionId, [image, { type: "text", text: "/tools off x" }])).rejects.toThrow(
      "You may not",
    );
    await client.prompt(sessionId, "/mcp list");
    await client.prompt(sessionId, "/tools");
    await owner.prompt(sessionId, "/tools off read_file");
  });
});

type Page = Awaited<ReturnType<ServedPeople["signIn"]>>;

/** A cookie is named after the port, which is the same on all machines behind one address. */
function pageAt({ url }: ServedPeople["server"], page: Page): Page {
  return { ...page, Origin: url, Cookie: page.Cookie.replace(/^tenon-\d+/, `tenon-${new URL(url).port}`) };
}

async function openAt({ server }: ServedPeople, path: string, page: Page): Promise<WebSocket> {
  const headers = { ...pageAt(server, page) };
  const socket = new WebSocket(`${server.url.replace("http", "ws")}${path}`, { headers });
  await once(socket, "open");
  return socket;
}

/** A WebSocket for ACP that has introduced itself, and its id, which proxies may log. */
async function openedWebSocket(
  { server }: ServedPeople,
  { who, path, headers }: { readonly who: Someone | undefined; readonly path: string; readonly headers: object },
) {
  const bearer = who && { Authorization: `Bearer ${who.token}` };
  const socket = new WebSocket(`${server.url.replace("http", "ws")}${path}`, { headers: { ...bearer, ...headers } });
  const opened = once(socket, "open");
  const [answer] = await once(socket, "upgrade");
  await opened;
  const initialized = once(socket, "message");
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } }));
  await initialized;
  return { socket, id: String(answer.headers["acp-connection-id"]) };
}

const HERE = { to: "http://here.internal" };
const MACHINE = { secret: "shared", address: () => HERE.to };

const ADDRESS = "postgres://tenon-user@db.internal:5432/tenon";

/** A journal that fails as it is told. */
function failingJournal() {
  const journal = openMemoryJournal();
  const fail: Partial<Record<"append" | "session" | "open", JournalError | undefined>> = {};
  const unless = async <Result>(what: keyof typeof fail, work: () => Promise<Result>): Promise<Result> => {
    if (fail[what]) throw fail[what];
    return await work();
  };
  const tapped = (writer: SessionWriter): SessionWriter => ({
    ...writer,
    get isOpen() {
      return writer.isOpen;
    },
    append: (...records) => unless("append", () => writer.append(...records)),
  });
  const failing: Journal = {
    ...journal,
    session: (id) => unless("session", () => journal.session(id)),
    create: async (session) => tapped(await journal.create(session)),
    open: (id) => unless("open", async () => tapped(await journal.open(id))),
    delete: (id) => unless("open", () => journal.delete(id)),
  };
  return { journal: failing, fail };
}
