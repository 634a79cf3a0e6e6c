/**
 * Several people on one gateway: what each sees and may do, over real HTTP and WebSockets.
 */

import { mkdir, symlink } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";

import { allow, calls, RequestFailed, type AgentScript } from "@tenon/testkit/acp";
import { describe, expect, it, vi } from "vitest";

import { PATIENT } from "../support/open-gateway.ts";
import { servePeople, type ServedPeople, type Someone } from "./support/serve-people.ts";

describe("what a person sees", () => {
  it("is what they began and what was shared with them, in lists, searches and feeds", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    await using feed = await frames(served, bob.token, "/feed");
    const hidden = await served.session(alice);
    const shared = await served.session(alice);
    const own = await served.session(bob);
    await served.share(shared, bob, "viewer");
    served.gateway.announce(shared);
    await vi.waitFor(() => expect(feed.text()).toContain(shared), PATIENT);
    expect(feed.text()).toContain(own);
    expect(feed.text()).not.toContain(hidden);
    const { json } = await served.ask(bob, "/api/sessions");
    const roles = json["sessions"].map(({ id, role }: { id: string; role: string }) => `${id} ${role}`);
    expect(roles.toSorted()).toEqual([`${own} owner`, `${shared} viewer`].toSorted());
    expect((await served.ask(bob, "/api/sessions?title=hello")).json["sessions"]).toHaveLength(2);
    await using client = await served.acp(bob);
    const listed = await client.request("session/list", {});
    expect(listed.sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual([own, shared].toSorted());
    expect((await served.ask(served.localToken, "/api/sessions")).json["sessions"]).toHaveLength(3);
  });

  it("is found however much there is in the sessions of others", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    const own = await served.session(bob);
    await using client = await served.acp(alice);
    const { sessionId } = await client.newSession({ cwd: served.folder });
    for (let number = 0; number < 60; number += 1) await client.prompt(sessionId, `Hello ${number}`);
    const found = async (path: string) => (await served.ask(bob, path)).json["hits"];
    const hits = await found("/api/search?q=hello");
    expect(new Set(hits.map((hit: { sessionId: string }) => hit.sessionId))).toEqual(new Set([own]));
    expect(await found(`/api/search?q=hello&session=${own}`)).toEqual(hits);
    expect(await found(`/api/search?q=hello&session=${sessionId}`)).toEqual([]);
    expect((await served.ask(alice, "/api/search?q=hello")).json["hits"]).toHaveLength(50);
  });

  it("is whole pages, and no cursor that tells of other sessions", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    const own: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      await served.session(alice);
      own.push(await served.session(bob));
      await served.session(alice);
    }
    const first = (await served.ask(bob, "/api/sessions?limit=2")).json;
    expect(first["sessions"].map(({ id }: { id: string }) => id)).toEqual([own[2], own[1]]);
    const second = (await served.ask(bob, `/api/sessions?limit=2&cursor=${first["nextCursor"]}`)).json;
    expect(second["sessions"].map(({ id }: { id: string }) => id)).toEqual([own[0]]);
    // Alice's oldest comes after it, which is nothing to Bob.
    expect(second["nextCursor"]).toBeUndefined();
    expect((await served.ask(bob, "/api/sessions?limit=3")).json["nextCursor"]).toBeUndefined();
  });

  it("ends with the share: the feed, the attached client and the list", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    await using holder = await served.acp(alice);
    const { sessionId } = await holder.newSession({ cwd: served.folder });
    await served.share(sessionId, bob, "collaborator");
    await using client = await served.acp(bob);
    await client.request("_tenon/session/attach", { sessionId });
    await using changes = await frames(served, bob.token, "/feed");
    const session = await served.open(bob, `/feed/${sessionId}`);
    const ended = once(session, "close");
    const removed = await served.ask(alice, `/api/sessions/${sessionId}/people/${bob.id}`, { method: "DELETE" });
    expect(removed.status).toBe(204);
    await ended;
    await client.transcript.when(calls("_tenon/session/closed"));
    await vi.waitFor(() => expect(changes.text()).toContain(`{"deleted":"${sessionId}"}`), PATIENT);
    await expect(client.prompt(sessionId, "Still there?")).rejects.toThrow(RequestFailed);
    // And what comes later is not theirs.
    await holder.prompt(sessionId, "A secret of Alice");
    expect(JSON.stringify(client.transcript.entries)).not.toContain("A secret of Alice");
  });
});

describe("what a person does", () => {
  it("has their name in the journal and in the audit, whatever their program calls itself", async () => {
    await using served = await servePeople({ scripts: { other: ASKING } });
    const alice = await served.add("Alice");
    await using client = await served.acp(alice, {
      path: "/acp?agent=other",
      answers: { "session/request_permission": allow },
      clientInfo: { name: "Bob", version: "1" },
    });
    const { sessionId } = await client.newSession({ cwd: served.folder });
    await client.prompt(sessionId, "go");
    const { body } = await served.ask(alice, `/api/sessions/${sessionId}/export`);
    const said = body.replaceAll("\\", "");
    expect(said).toContain('"type":"prompted-by","by":"Alice"');
    expect(said).toContain('"answeredBy":"Alice"');
    await vi.waitFor(async () => {
      const { entries } = (await served.ask(served.localToken, `/api/audit?session=${sessionId}`)).json as Audit;
      expect(entries.map(({ name, action }) => `${name}: ${action}`)).toEqual([
        "Alice: session-export",
        "Alice: answer",
        "Alice: prompt",
        "Alice: session-begin",
      ]);
    }, PATIENT);
  });

  it("is in the audit with the servers that they bring, by name: to begin, fork, join or open a session", async () => {
    await using served = await servePeople();
    const alice = await served.add("Alice");
    await using client = await served.acp(alice);
    const opening = (...names: readonly string[]) => ({
      cwd: served.folder,
      mcpServers: names.map((name) => ({ name, type: "http" as const, url: "http://127.0.0.1:9/mcp", headers: [] })),
    });
    const { sessionId } = await client.newSession(opening("one", "two"));
    await client.prompt(sessionId, "Hello");
    await client.request("session/fork", { sessionId, ...opening("three") });
    await client.request("session/close", { sessionId });
    await client.request("session/load", { sessionId, ...opening("four") });
    await using other = await served.acp(alice);
    await other.request("_tenon/session/attach", { sessionId, ...opening("five") });
    await other.request("session/resume", { sessionId, ...opening() });
    await vi.waitFor(async () => {
      const { entries } = (await served.ask(served.localToken, "/api/audit")).json as Audit;
      const all = entries.map(({ action, details }) => [action, details?.["servers"]]).toReversed();
      expect(all).toEqual([
        ["session-begin", ["one", "two"]],
        ["prompt", undefined],
        ["session-fork", ["three"]],
        ["session-close", undefined],
        ["server-attach", ["four"]],
        ["server-attach", ["five"]],
      ]);
    }, PATIENT);
  });

  it("is found in the audit, and exported whole", async () => {
    await using served = await servePeople();
    const alice = await served.add("Alice");
    const sessionId = await served.session(alice);
    await served.ask(alice, `/api/sessions/${sessionId}`, { method: "PATCH", body: { title: "Budget 2027" } });
    await vi.waitFor(async () => {
      const found = (await served.ask(served.localToken, "/api/audit?search=budget")).json as Audit;
      expect(found.entries).toMatchObject([{ name: "Alice", action: "session-rename", sessionId }]);
    }, PATIENT);
    const { body } = await served.ask(served.localToken, "/api/audit/export");
    const lines = body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const done = lines.map(({ action }) => action).filter((action) => action !== "audit-export");
    expect(done).toEqual(["session-rename", "prompt", "session-begin"]);
  });

  it("is within their folders, wherever links lead", async () => {
    await using served = await servePeople();
    const alice = await served.add("Alice");
    await mkdir(join(served.folder, "project"));
    await symlink("/etc", join(served.folder, "project", "link"));
    await using client = await served.acp(alice);
    const begin = (cwd: string, more = {}) => client.request("session/new", { cwd, mcpServers: [], ...more });
    await begin(join(served.folder, "project"));
    await expect(begin("/etc")).rejects.toThrow("may not use this folder");
    await expect(begin(join(served.folder, ".."))).rejects.toThrow("may not use this folder");
    await expect(begin(join(served.folder, "project", "link"))).rejects.toThrow("may not use this folder");
    await expect(begin(served.folder, { additionalDirectories: ["/etc"] })).rejects.toThrow("may not use this folder");
    const asked = async (path: string) => (await served.ask(alice, `/api/folder?path=${path}`)).json["isFolder"];
    expect([await asked(served.folder), await asked("/etc"), await asked("/nowhere")]).toEqual([true, false, false]);
  });

  it("is with the agents they may use, and the others do not exist", async () => {
    await using served = await servePeople({ scripts: { other: {} } });
    const alice = await served.add("Alice");
    await served.ask(served.localToken, `/api/people/${alice.id}`, {
      method: "PATCH",
      body: { allowance: { agents: ["tenon"] } },
    });
    expect((await served.ask(alice, "/api/agents")).body).not.toContain("other");
    expect(await served.upgrade(alice, "/acp?agent=other")).toBe(400);
    await using client = await served.acp(alice);
    const asked = { cwd: served.folder, mcpServers: [], _meta: { tenon: { agent: "other" } } };
    await expect(client.request("session/new", asked)).rejects.toThrow("No such agent: other. Available: tenon");
  });

  it("is within their limits", async () => {
    let time = 1_000_000;
    await using served = await servePeople({ now: () => time });
    const alice = await served.add("Alice");
    await served.ask(served.localToken, "/api/roles/member", {
      method: "PUT",
      body: { maxSessions: 1, promptsPerMinute: 2 },
    });
    await using client = await served.acp(alice);
    const { sessionId } = await client.newSession({ cwd: served.folder });
    await expect(client.newSession({ cwd: served.folder })).rejects.toThrow("Your limit of 1 open sessions");
    await client.prompt(sessionId, "one");
    await client.prompt(sessionId, "two");
    await expect(client.prompt(sessionId, "three")).rejects.toThrow("Too many prompts");
    time += 60_001;
    await client.prompt(sessionId, "four");
  });

  it("as a viewer, answers no permission and serves no file", async () => {
    await using served = await servePeople({ scripts: { other: ASKING } });
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    await using owner = await served.acp(alice, {
      path: "/acp?agent=other",
      answers: { "session/request_permission": allow },
    });
    const { sessionId } = await owner.newSession({ cwd: served.folder });
    await served.share(sessionId, bob, "viewer");
    await using viewer = await served.acp(bob, {
      answers: { "session/request_permission": allow },
      capabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    });
    await viewer.request("_tenon/session/attach", { sessionId });
    await owner.prompt(sessionId, "go");
    const asked = viewer.transcript.entries.filter(({ text }) => text.includes("request_permission"));
    expect(asked).toEqual([]);
  });
});

describe("sharing", () => {
  it("by a link gives a signed-in person its role, until it is revoked", async () => {
    await using served = await servePeople();
    const [alice, bob, carol] = [
      await served.add("Alice"),
      await served.add("Bob"),
      await served.add("Carol", "guest"),
    ];
    const sessionId = await served.session(alice);
    const made = await served.ask(alice, `/api/sessions/${sessionId}/links`, {
      method: "POST",
      body: { role: "prompter" },
    });
    const { id, secret } = made.json;
    const joined = await served.ask(bob, "/api/join", { method: "POST", body: { link: secret } });
    expect(joined.json).toEqual({ sessionId, role: "prompter" });
    expect((await served.ask(bob, `/api/sessions/${sessionId}`)).json["role"]).toBe("prompter");
    expect((await served.ask(undefined, "/api/join", { method: "POST", body: { link: secret } })).status).toBe(401);
    // What the owner sees of it has no secret.
    const seen = await served.ask(alice, `/api/sessions/${sessionId}/people`);
    expect(seen.body).not.toContain(secret);
    expect(seen.json["people"].map(({ name }: { name: string }) => name)).toEqual(["Alice", "Bob"]);
    await served.ask(alice, `/api/sessions/${sessionId}/links/${id}`, { method: "DELETE" });
    expect((await served.ask(carol, "/api/join", { method: "POST", body: { link: secret } })).status).toBe(404);
  });

  it("by a link ends when it expires", async () => {
    let now = Date.now();
    await using served = await servePeople({ now: () => now });
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    const sessionId = await served.session(alice);
    const body = { role: "viewer", expiresAt: now + 1_000 };
    const made = await served.ask(alice, `/api/sessions/${sessionId}/links`, { method: "POST", body });
    now += 1_000;
    const late = await served.ask(bob, "/api/join", { method: "POST", body: { link: made.json["secret"] } });
    expect([late.status, late.json["error"]["code"]]).toEqual([404, "link_not_found"]);
    expect((await served.ask(bob, `/api/sessions/${sessionId}`)).status).toBe(404);
  });

  it("ends for a person whom an owner removes or gives less: no link from before brings it back", async () => {
    await using served = await servePeople();
    const { alice, bob, cleo, sessionId, link, openLink, roleOf } = await threeInASession(served);
    const old = await link(alice, "collaborator");
    for (const who of [bob, cleo]) expect((await openLink(who, old)).json["role"]).toBe("collaborator");
    const inIt = (who: Someone) => `/api/sessions/${sessionId}/people/${who.id}`;
    await served.ask(alice, inIt(bob), { method: "DELETE" });
    await served.ask(alice, inIt(cleo), { method: "PUT", body: { role: "viewer" } });
    const [again, more] = [await openLink(bob, old), await openLink(cleo, old)];
    expect([again.status, again.json["error"]["code"]]).toEqual([404, "link_not_found"]);
    expect([more.status, more.json["role"]]).toEqual([200, "viewer"]);
    expect([await roleOf(bob), await roleOf(cleo)]).toEqual([404, "viewer"]);
    // For others the link is as it was, and a new one is for them too.
    expect((await openLink(await served.add("Dan"), old)).status).toBe(200);
    expect((await openLink(bob, await link(alice, "prompter"))).json["role"]).toBe("prompter");
    // A person who left by themselves comes back as they came.
    const dora = await served.add("Dora");
    await openLink(dora, old);
    await served.ask(dora, inIt(dora), { method: "DELETE" });
    expect((await openLink(dora, old)).status).toBe(200);
  });

  it("ends with the ownership of the person who made the link", async () => {
    await using served = await servePeople();
    const { alice, bob, cleo, sessionId, link, openLink } = await threeInASession(served);
    await served.share(sessionId, bob, "owner");
    await served.share(sessionId, cleo, "owner");
    const [ofAlice, ofBob, ofCleo] = [
      await link(alice, "viewer"),
      await link(bob, "viewer"),
      await link(cleo, "viewer"),
    ];
    await served.ask(alice, `/api/sessions/${sessionId}/people/${bob.id}`, {
      method: "PUT",
      body: { role: "prompter" },
    });
    await served.ask(served.localToken, `/api/people/${cleo.id}`, { method: "DELETE" });
    const dan = await served.add("Dan");
    for (const ended of [ofBob, ofCleo]) expect((await openLink(dan, ended)).status).toBe(404);
    expect((await openLink(dan, ofAlice)).status).toBe(200);
  });

  it("by another link adds rights and takes none away", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    const sessionId = await served.session(alice);
    const roles: string[] = [];
    for (const role of ["viewer", "approver", "prompter", "viewer"]) {
      const made = await served.ask(alice, `/api/sessions/${sessionId}/links`, { method: "POST", body: { role } });
      const { json } = await served.ask(bob, "/api/join", { method: "POST", body: { link: made.json["secret"] } });
      roles.push(json["role"]);
    }
    expect(roles).toEqual(["viewer", "approver", "collaborator", "collaborator"]);
    const own = await served.ask(alice, `/api/sessions/${sessionId}/links`, {
      method: "POST",
      body: { role: "owner" },
    });
    expect(own.status).toBe(400);
    const past = { role: "viewer", expiresAt: Date.now() - 1 };
    const late = await served.ask(alice, `/api/sessions/${sessionId}/links`, { method: "POST", body: past });
    expect([late.status, late.json["error"]]).toEqual([400, expect.objectContaining({ code: "bad_time" })]);
  });

  it("leaves no session without an owner, until another one is made its owner", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    const sessionId = await served.session(alice);
    const made = await served.ask(alice, `/api/sessions/${sessionId}/links`, {
      method: "POST",
      body: { role: "viewer" },
    });
    await served.ask(bob, "/api/join", { method: "POST", body: { link: made.json["secret"] } });
    const { json } = await served.ask(alice, `/api/sessions/${sessionId}/people`);
    const [{ id: self }, { id: other }] = json["people"];
    const role = async (person: string, change: { readonly method: string; readonly body?: object }) =>
      (await served.ask(alice, `/api/sessions/${sessionId}/people/${person}`, change)).status;
    expect(await role(self, { method: "DELETE" })).toBe(409);
    expect(await role(self, { method: "PUT", body: { role: "viewer" } })).toBe(409);
    expect(await role(self, { method: "PUT", body: { role: "owner" } })).toBe(204);
    expect(await role(other, { method: "PUT", body: { role: "owner" } })).toBe(204);
    expect(await role(self, { method: "DELETE" })).toBe(204);
  });
});

async function threeInASession(served: ServedPeople) {
  const [alice, bob, cleo] = [await served.add("Alice"), await served.add("Bob"), await served.add("Cleo")];
  const sessionId = await served.session(alice);
  return {
    alice,
    bob,
    cleo,
    sessionId,
    async link(by: Someone, role: string): Promise<string> {
      const { json } = await served.ask(by, `/api/sessions/${sessionId}/links`, { method: "POST", body: { role } });
      return json["secret"];
    },
    openLink: (who: Someone, link: string) => served.ask(who, "/api/join", { method: "POST", body: { link } }),
    async roleOf(who: Someone) {
      const { status, json } = await served.ask(who, `/api/sessions/${sessionId}`);
      return status === 200 ? json["role"] : status;
    },
  };
}

interface Audit {
  readonly entries: readonly {
    readonly name: string;
    readonly action: string;
    readonly details?: Readonly<Record<string, unknown>>;
  }[];
}

const ASKING: AgentScript = {
  turns: [{ steps: [{ type: "ask", title: "May I?", picked: { allow: [{ type: "say", text: "allowed" }] } }] }],
};

async function frames(served: ServedPeople, token: string, path: string) {
  const socket = await served.open(token, path);
  const received: string[] = [];
  socket.on("message", (data: Buffer) => received.push(data.toString()));
  return {
    text: () => received.join("\n"),
    async [Symbol.asyncDispose]() {
      socket.terminate();
    },
  };
}
