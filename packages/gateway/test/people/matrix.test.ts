/**
 * Everything that is served, for everyone who might ask for it. The routes come from the server and the methods from the
 * protocol: one that is added without a line in support/roles.ts fails.
 */

import { AGENT_METHODS } from "@agentclientprotocol/sdk";
import { itemsOf, objectOf } from "@tenon/basis";
import { createSignInRedirects } from "@tenon/gateway";
import { RequestFailed, type ScriptedClient } from "@tenon/testkit/acp";
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest";

import { methodActions } from "../../src/connection/guard.ts";
import { MACHINE_HEADER, signPeer } from "../../src/machines/machine-key.ts";
import { expected, METHODS, type Outcome, type Role, ROLES, ROUTES, ruleOfEach } from "./support/roles.ts";
import { type ServedPeople, servePeople, type Someone } from "./support/serve-people.ts";

const SECRET = "shared";
const HERE = "http://here.internal";

let served: ServedPeople;
let owner: Someone;
let beginner: ScriptedClient;
const people = new Map<Role, Someone>();

beforeAll(async () => {
  served = await servePeople({
    http: {
      machines: { secret: SECRET, address: () => HERE },
      // A provider that is down, and sign-ins to servers that come back here: their routes are public too.
      identityProvider: { issuer: new URL("http://127.0.0.1:9/"), clientId: "tenon", clientSecret: "secret" },
      redirects: createSignInRedirects(),
    },
  });
  await served.people.store.setAllowance("member", { maxSessions: 9_999, promptsPerMinute: 9_999 });
  owner = await served.add("The owner");
  beginner = await served.acp(owner);
  for (const role of ROLES) {
    const kind = role === "guest" || role === "administrator" ? role : "member";
    people.set(role, role === "owner" ? owner : await served.add(`A person: ${role}`, kind));
  }
});
afterAll(async () => {
  await beginner[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

/** A session of the owner in which every role is given, but those of an outsider, a guest and an administrator. */
async function sharedSession(): Promise<string> {
  const { sessionId } = await beginner.newSession({ cwd: served.folder });
  for (const role of ["viewer", "approver", "prompter", "collaborator"] as const) {
    await served.people.store.setRole(sessionId, people.get(role)!.id, role);
  }
  await served.people.refresh();
  return sessionId;
}

/** What the values in a route stand for. */
async function sharedThings(): Promise<Readonly<Record<string, string>>> {
  const id = await sharedSession();
  const victim = await served.add(`Someone ${crypto.randomUUID()}`);
  await served.share(id, victim, "viewer");
  const link = crypto.randomUUID();
  const by = { createdBy: owner.id, createdAt: 1 };
  await served.people.store.addLink({ id: link, sessionId: id, hash: link, role: "viewer", ...by });
  return { id, person: victim.id, link, token: victim.tokenId, role: "guest" };
}

describe("routes", () => {
  /** What each needs to be asked for, so that an answer says something about who asked. */
  const BODIES: Readonly<Record<string, unknown>> = {
    "PATCH /api/sessions/:id": { title: "Another" },
    "POST /api/sessions/:id/fork": {},
    "PUT /api/sessions/:id/people/:person": { role: "viewer" },
    "POST /api/sessions/:id/links": { role: "viewer" },
    "POST /api/join": { link: "guessed" },
    "POST /api/tokens": { name: "" },
    "PATCH /api/people/:person": { role: "member" },
    "PUT /api/roles/:role": {},
    "POST /api/login": { token: "wrong" },
    "POST /api/sign-ins": { url: "https://id.example.com/authorize?state=guessed" },
  };
  /** ACP over HTTP, requests of other machines and the sign-out of a cookie are tested for themselves. */
  const APART = new Set(["/acp", "/machine", "/machine/acp", "/api/logout", "/*"]);

  it("are the ones that are written down, each with what it takes", () => {
    const { routes } = served.server;
    expect(Object.fromEntries(routes.map(({ method, path, rule }) => [`${method} ${path}`, rule]))).toEqual(
      ruleOfEach(ROUTES),
    );
  });

  it.each(ROLES)("refuse %s what they may not have", async (role) => {
    const caller = people.get(role)!;
    const checked: string[] = [];
    let values = await sharedThings();
    for (const { method, path, rule } of served.server.routes) {
      if (APART.has(path) || method === "WEBSOCKET") continue;
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? "unknown");
      const { status, json } = await served.ask(caller, address, { method, body: BODIES[`${method} ${path}`] });
      const code = json["error"]?.code;
      const isOthersRole = path === "/api/sessions/:id/people/:person" && method === "DELETE";
      const isForking = path === "/api/sessions/:id/fork";
      const wanted: Outcome = isOthersRole
        ? expected("own", role) === "allowed"
          ? "allowed"
          : "hidden"
        : isForking && role === "guest"
          ? "hidden"
          : expected(rule, role);
      const outcome =
        status === 404 && /^(session_)?not_found$/.test(code) ? "hidden" : status === 403 ? "refused" : "allowed";
      expect(`${method} ${path}: ${outcome}`).toBe(`${method} ${path}: ${wanted}`);
      checked.push(path);
      // It may have been changed or deleted.
      if (outcome === "allowed" && method !== "GET") values = await sharedThings();
    }
    expect(checked.length).toBeGreaterThan(20);
  });

  it("are refused without a sign-in, except the public ones", async () => {
    for (const { method, path, rule } of served.server.routes) {
      if (method === "WEBSOCKET" || path === "/*" || path.startsWith("/machine")) continue;
      const address = path.replaceAll(/:\w+/g, "x");
      const asked = method === "ALL" ? "POST" : method;
      const { json } = await served.ask(undefined, address, { method: asked, body: BODIES[`${method} ${path}`] });
      const isIn = json["error"]?.code !== "not_signed_in";
      expect(`${method} ${path}: ${isIn}`).toBe(`${method} ${path}: ${rule === "public"}`);
    }
  });
});

describe("WebSockets", () => {
  it.each(ROLES)("give %s the feeds that they may read", async (role) => {
    const id = await sharedSession();
    const caller = people.get(role)!;
    expect(await served.upgrade(caller, "/feed")).toBe(101);
    expect(await served.upgrade(caller, "/acp")).toBe(101);
    expect(await served.upgrade(caller, `/feed/${id}`)).toBe(expected("look", role) === "allowed" ? 101 : 404);
  });

  it("are refused without a sign-in", async () => {
    for (const path of ["/feed", "/acp", "/feed/x"]) expect(await served.upgrade(undefined, path)).toBe(401);
    for (const caller of [undefined, ...people.values()]) {
      expect(await served.upgrade(caller, "/machine")).toBe(403);
      expect((await served.ask(caller, "/machine", { method: "POST", body: { type: "busy" } })).status).toBe(403);
      expect((await served.ask(caller, "/machine/acp", { method: "POST", body: {} })).status).toBe(403);
    }
  });
});

/** As people reach their sessions: at this machine, or at another one that speaks for them. */
const WAYS = ["over a WebSocket", "over HTTP streams", "through another machine"] as const;

async function clientOf(role: Role, way: (typeof WAYS)[number]): Promise<ScriptedClient> {
  const person = people.get(role)!;
  if (way === "over a WebSocket") return await served.acp(person);
  if (way === "over HTTP streams") return await served.acp(person, { isOverHttp: true });
  const access = await served.people.access(person.id);
  const header = signPeer(SECRET, { name: role, ...(access && { access }) }, { to: HERE });
  return await served.acp("nobody", { path: "/machine", headers: { [MACHINE_HEADER]: header } });
}

describe("ACP methods", () => {
  const ALL = new Set([...Object.values(AGENT_METHODS), ...Object.keys(methodActions), "x/unknown"]);
  // Before or instead of a session, or as a notification only.
  const APART = new Set(["initialize", "$/cancel_request", "mcp/message"]);

  it("are all listed, or for administrators only", async () => {
    const unlisted = [...ALL].filter((method) => !(method in methodActions));
    expect(unlisted).toEqual(["authenticate", "logout", "x/unknown"]);
    expect(methodActions).toEqual(ruleOfEach(METHODS));
    const announced = await beginner.request("_tenon/receipts", { sessionId: await sharedSession() });
    expect(Object.keys(methodActions)).toEqual(
      expect.arrayContaining(itemsOf(objectOf(announced)["methods"]).map(String)),
    );
  });

  it.each(WAYS.flatMap((way) => ROLES.map((role) => [role, way] as const)))(
    "refuse %s what they may not do, %s",
    async (role, way) => {
      await using client = await clientOf(role, way);
      let sessionId = await sharedSession();
      for (const method of ALL) {
        if (APART.has(method)) continue;
        const rule = methodActions[method] ?? "administer";
        // What an administrator may ask that is not listed, the agent may not know.
        if (rule === "administer" && role === "administrator") continue;
        await client.request("_tenon/session/attach", { sessionId }).catch(() => {}); // those who may
        const outcome = await outcomeOf(method, client.request(method, paramsFor(method, sessionId)));
        const isFork = method === "session/fork";
        const wanted = isFork && role === "guest" ? "hidden" : expected(rule, role);
        expect(`${method}: ${outcome}`).toBe(`${method}: ${wanted}`);
        // It may have been changed, closed or deleted.
        if (outcome === "allowed") sessionId = await sharedSession();
      }
    },
  );

  it("answers a session that is hidden exactly as one that does not exist", async () => {
    await using client = await served.acp(people.get("outsider")!);
    const hidden = await sharedSession();
    const missing = crypto.randomUUID();
    for (const method of ALL) {
      if (APART.has(method) || method === "session/new" || method === "session/list") continue;
      const [one, other] = await Promise.all(
        [hidden, missing].map(async (sessionId) => {
          const failed = await client.request(method, paramsFor(method, sessionId)).catch((error: unknown) => error);
          const { code, message, data } = failed instanceof RequestFailed ? failed : assert.fail(method);
          return JSON.stringify([code, message, data]).replaceAll(sessionId, "<id>");
        }),
      );
      expect(`${method} ${one}`).toBe(`${method} ${other}`);
    }
  });

  function paramsFor(method: string, sessionId: string): object {
    const { folder } = served;
    if (method === "session/new") return { cwd: folder, mcpServers: [] };
    if (method === "session/list") return {};
    if (method === "session/prompt") return { sessionId, prompt: [{ type: "text", text: "Hello" }] };
    const opening = { cwd: folder, mcpServers: [] };
    return { sessionId, ...(/load|resume|fork/.test(method) && opening), modeId: "ask", query: "x" };
  }

  async function outcomeOf(method: string, asked: Promise<unknown>): Promise<Outcome> {
    try {
      await asked;
      return "allowed";
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      if (objectOf(error.data)["code"] === "not_allowed") return "refused";
      // A method that is listed here and that our agent does not have was not hidden by us.
      return error.code === -32_002 || (error.code === -32_601 && !(method in methodActions)) ? "hidden" : "allowed";
    }
  }
});
