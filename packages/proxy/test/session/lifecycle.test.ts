import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openConfiguredHub, openHub, type OpenSessionHub } from "@tenon/hub";
import { JournalError } from "@tenon/journal";
import { leaveNothing } from "@tenon/testkit";
import { allow, calls, type Step } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it, vi } from "vitest";

import { givenServer, openWrapped, type Wrapped } from "./open-wrapped.ts";

const ECHO = { tools: [{ name: "echo", call: [{ type: "echo" }] }] } as const;
const CALL: Step = { type: "mcp", server: "tenon", tool: "a__echo", arguments: { x: 1 } };
const ALLOWED = [{ effect: "allow", when: { subject: "tool-call" } }] as const;

interface Entry {
  readonly name: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** What the agent was given with its n-th session. */
function entryOf(wrapped: Wrapped, index = 0, method = "session/new"): Entry {
  const [entry] = Object(wrapped.givenToAgent(method)[index]?.["mcpServers"]);
  return entry;
}

async function statusOf({ url, headers }: Entry): Promise<number> {
  const given = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  return await new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", headers: { ...given, "content-type": "application/json" } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on("error", reject);
    sent.end("{}");
  });
}

const notices = ({ client }: Wrapped, sessionId: string) =>
  client.updates(sessionId).filter(({ sessionUpdate }) => sessionUpdate === "notice");

describe("initialize", () => {
  it("advertises the transports of the hub, and leaves the rest of the answer as it is", async () => {
    const capabilities = { mcpCapabilities: { http: false, acp: true }, promptCapabilities: { image: true } };
    await using wrapped = await openWrapped({ script: { capabilities } });
    const { agentCapabilities } = await wrapped.client.initialize();
    expect(agentCapabilities?.mcpCapabilities).toEqual({ http: true, sse: true, acp: true });
    expect(agentCapabilities?.promptCapabilities).toEqual({ image: true });
  });

  it("[WA13] does not advertise what an agent without servers cannot use, and says so in the session", async () => {
    await using wrapped = await openWrapped({ script: { agentInfo: { name: "cline", version: "3.0.65" } } });
    const { agentCapabilities } = await wrapped.client.initialize();
    expect(agentCapabilities?.mcpCapabilities).toBeUndefined();
    const { sessionId } = await wrapped.client.newSession();
    await wrapped.client.prompt(sessionId, "go");
    expect(wrapped.givenToAgent("session/new")[0]?.["mcpServers"]).toEqual([]);
    expect(notices(wrapped, sessionId)).toMatchObject([{ title: "Cline CLI has no tools of this session" }]);
  });
});

describe("a later version of ACP", () => {
  it("is not asked of the agent: the client is answered in version 1, and the policy holds", async () => {
    await using wrapped = await openWrapped({ preset: "claude" });
    const capabilities = { elicitation: { form: {} }, _meta: { x: 1 } };
    const answer = await wrapped.client.request("initialize", {
      protocolVersion: 2,
      info: { name: "future", version: "2" },
      capabilities,
    });
    expect(answer).toMatchObject({ protocolVersion: 1 });
    expect(wrapped.givenToAgent("initialize")).toMatchObject([
      { protocolVersion: 1, clientInfo: { name: "future", version: "2" }, clientCapabilities: capabilities },
    ]);
    const entry = { type: "stdio", name: "a", command: "/bin/a", args: [], env: [] };
    await wrapped.client.request("session/new", { cwd: "/", mcpServers: [entry] });
    expect(wrapped.givenToAgent("session/new")[0]?.["mcpServers"]).toMatchObject([{ name: "tenon" }]);
  });

  it("of an agent that speaks no other gets no servers past the policy: its sessions are refused", async () => {
    const result = { protocolVersion: 2, info: { name: "claude-agent-acp", version: "1" }, capabilities: {} };
    await using wrapped = await openWrapped({ script: { answers: { initialize: { result } } } });
    await wrapped.client.initialize({ protocolVersion: 2 });
    const entry = { name: "a", command: "/bin/a", args: [], env: [] };
    await expect(wrapped.client.newSession({ mcpServers: [entry] })).rejects.toThrow("--no-tools");
    expect(wrapped.givenToAgent("session/new")).toEqual([]);
  });
});

describe("opening a session", () => {
  it("lets the agent decide how long it waits for a call of a client's server", async () => {
    await using given = await givenServer("a", ECHO);
    const limits: unknown[] = [];
    await using wrapped = await openWrapped({
      openHub(options) {
        limits.push(...options.servers.map(({ options: each }) => each?.callMs));
        return openHub(options);
      },
    });
    await wrapped.client.initialize();
    const settings = { tenon: { limits: { callMs: 5_000 } } };
    const limited = { ...given.entry, name: "b", _meta: settings };
    const { sessionId } = await wrapped.client.newSession({ mcpServers: [given.entry, limited] });
    await wrapped.client.prompt(sessionId, "go");
    expect(limits).toEqual([30 * 60_000, 5_000]);
  });

  it("[W24] refuses servers that cannot be read, and never passes them to the agent", async () => {
    await using wrapped = await openWrapped();
    await wrapped.client.initialize();
    const mcpServers = [{ name: "a", command: 5 }];
    await expect(wrapped.client.request("session/new", { cwd: "/", mcpServers })).rejects.toMatchObject({
      code: -32602,
      message: "mcpServers[0].command must be a non-empty string",
    });
    expect(wrapped.givenToAgent("session/new")).toEqual([]);
  });

  it("keeps every other field of the request, and no server that the client gives", async () => {
    await using wrapped = await openWrapped({ preset: "claude" });
    await wrapped.client.initialize();
    const own = { type: "acp", name: "mine", serverId: "1" };
    await wrapped.client.request("session/new", { cwd: "/", mcpServers: [own], _meta: { x: 1 }, future: [2] });
    const [given] = wrapped.givenToAgent("session/new");
    expect(given).toMatchObject({ cwd: "/", _meta: { x: 1 }, future: [2] });
    expect(given?.["mcpServers"]).toMatchObject([{ name: "tenon" }]);
    expect(given?.["mcpServers"]).toHaveLength(1);
  });

  it("[WA12] waits for no server", async () => {
    await using hanging = await givenServer("a", { misbehaviour: { silentOn: ["initialize", "server/discover"] } });
    await using wrapped = await openWrapped({ preset: "claude", script: { connectsAtOnce: true } });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession({ mcpServers: [hanging.entry] });
    expect(await wrapped.client.prompt(sessionId, "go")).toEqual({ stopReason: "end_turn" });
  });

  it("holds the first prompt back while its servers start, where that is wanted", async () => {
    const order: string[] = [];
    const opened = Promise.withResolvers<void>();
    await using wrapped = await openWrapped({
      preset: "claude",
      waitsForServers: true,
      openHub: (options) =>
        Object.assign(openHub(options), {
          async ready() {
            order.push("waits");
            await opened.promise;
            order.push("ready");
          },
        }),
    });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession();
    const turn = wrapped.client.prompt(sessionId, "one").then(() => order.push("one"));
    await wrapped.client.transcript.when(({ text }) => text.includes("session/prompt"));
    expect(wrapped.givenToAgent("session/prompt")).toEqual([]);
    opened.resolve();
    await turn;
    await wrapped.client.prompt(sessionId, "two");
    expect(order).toEqual(["waits", "ready", "one"]);
  });

  it("says why the tools cannot be opened, opens nothing for it, and tries again with the next session", async () => {
    vi.stubEnv("TMPDIR", "/no/such/folder");
    try {
      await using given = await givenServer("alpha", { tools: [{ name: "echo" }] });
      await using wrapped = await openWrapped({ environment: { HTTP_PROXY: "http://proxy.example" } });
      await wrapped.client.initialize();
      const opening = wrapped.client.newSession({ mcpServers: [given.entry] });
      await expect(opening).rejects.toThrow(/could not be opened: There is no socket .* ENOENT/);
      expect(wrapped.givenToAgent("session/new")).toEqual([]);
      expect((await given.server.recorded()).filter(({ type }) => type === "message")).toEqual([]);
      vi.unstubAllEnvs();
      await wrapped.client.newSession({ mcpServers: [given.entry] });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("ends what it opened when the agent refuses the session", async () => {
    const { openHub: openCounted, open } = countedHubs();
    await using wrapped = await openWrapped({
      preset: "claude",
      openHub: openCounted,
      script: { answers: { "session/new": { error: { code: -32000, message: "no" } } } },
    });
    await wrapped.client.initialize();
    await expect(wrapped.client.newSession()).rejects.toMatchObject({ code: -32000 });
    await open.until(0);
    expect(await statusOf(entryOf(wrapped))).toBe(401);
  });

  it("ends what it opened, and the agent's session, when the answer cannot be recorded", async () => {
    const { openHub: openCounted, open } = countedHubs();
    await using wrapped = await openWrapped({
      preset: "claude",
      openHub: openCounted,
      async record(text) {
        if (text.includes('"result":{"sessionId"')) throw new JournalError("disk_full", "The disk is full");
      },
    });
    await wrapped.client.initialize();
    await expect(wrapped.client.newSession()).rejects.toMatchObject({
      message: expect.stringMatching(/^The disk is full\. .*--no-journal\.$/),
    });
    await wrapped.agent.transcript.when(calls("session/close"));
    await open.until(0);
    expect(await statusOf(entryOf(wrapped))).toBe(401);
  });

  it("leaves a session open that the agent cannot close, without its servers", async () => {
    const { openHub: openCounted, open } = countedHubs();
    await using wrapped = await openWrapped({
      preset: "claude",
      openHub: openCounted,
      script: { capabilities: { sessionCapabilities: {} } },
      async record(text) {
        if (text.includes('"result":{"sessionId"')) throw new JournalError("disk_full", "The disk is full");
      },
    });
    await wrapped.client.initialize();
    await expect(wrapped.client.newSession()).rejects.toThrow("The disk is full");
    await open.until(0);
    expect(wrapped.givenToAgent("session/close")).toEqual([]);
  });

  it("leaves nothing behind when the connection ends while sessions open", async () => {
    await leaveNothing(async () => {
      const wrapped = await openWrapped({ script: { answers: { "session/new": { never: true } } } });
      await wrapped.client.initialize();
      wrapped.client.newSession().catch(() => {});
      wrapped.client.newSession().catch(() => {});
      await wrapped.agent.transcript.when(calls("session/new"));
      await wrapped[Symbol.asyncDispose]();
    });
  });
});

describe("sessions", () => {
  it("[WA7] [W11] have a token and tools of their own", async () => {
    await using a = await givenServer("a", ECHO);
    await using b = await givenServer("b", ECHO);
    await using wrapped = await openWrapped({
      preset: "claude",
      rules: ALLOWED,
      script: { turns: [{ steps: [CALL] }] },
    });
    await using other = await openWrapped({ preset: "claude" });
    await wrapped.client.initialize();
    await other.client.initialize();
    const first = await wrapped.client.newSession({ mcpServers: [a.entry] });
    await wrapped.client.newSession({ mcpServers: [b.entry] });
    await other.client.newSession({ mcpServers: [a.entry] });
    const [one, two, strange] = [entryOf(wrapped), entryOf(wrapped, 1), entryOf(other)];
    expect(new Set([one, two, strange].map(({ headers }) => JSON.stringify(headers))).size).toBe(3);
    expect(await statusOf({ ...one, headers: strange.headers })).toBe(401);
    expect(await statusOf(one)).not.toBe(401);
    await wrapped.client.prompt(first.sessionId, "go");
    const called = async (server: typeof a) =>
      (await server.server.recorded()).filter(({ type }) => type === "call-start").length;
    expect([await called(a), await called(b)]).toEqual([1, 0]);
  });

  it("[W11] have names of their own at an agent that knows servers by their names in all sessions", async () => {
    await using a = await givenServer("a", ECHO);
    await using b = await givenServer("b", ECHO);
    await using wrapped = await openWrapped({
      preset: "opencode",
      rules: ALLOWED,
      script: { turns: [{ steps: [CALL] }] },
    });
    await wrapped.client.initialize();
    const first = await wrapped.client.newSession({ mcpServers: [a.entry] });
    const second = await wrapped.client.newSession({ mcpServers: [b.entry] });
    expect([entryOf(wrapped).name, entryOf(wrapped, 1).name]).toEqual(["tenon", "tenon2"]);
    await wrapped.client.prompt(first.sessionId, "go");
    expect(wrapped.client.text(first.sessionId)).toContain('"x":1');
    await wrapped.client.request("session/close", { sessionId: second.sessionId });
    await expect.poll(async () => await statusOf(entryOf(wrapped, 1))).toBe(401);
    await wrapped.client.newSession();
    expect(entryOf(wrapped, 2).name).toBe("tenon2");
  });

  it("[W11] are not called by a session that has no turn, where an agent shares servers", async () => {
    await using a = await givenServer("a", ECHO);
    await using wrapped = await openWrapped({
      preset: "opencode",
      rules: ALLOWED,
      capabilities: { _meta: { tenon: {} } },
    });
    await wrapped.client.initialize();
    await wrapped.client.newSession({ mcpServers: [a.entry] });
    await wrapped.client.transcript.when(({ text }) => text.includes('"state":"listed"'));
    const { url, headers } = entryOf(wrapped);
    // As another session of the agent would call it.
    const spec = {
      type: "http" as const,
      name: "t",
      url,
      headers: Object.fromEntries(headers.map((one) => [one.name, one.value])),
    };
    await using other = openHub({ servers: [spec], cwd: "/", clientInfo: { name: "other", version: "1" } });
    await other.client("t");
    const { forModel } = await other.call("mcp__t__a__echo", {});
    expect(JSON.stringify(forModel)).toContain("belongs to another session");
    expect((await a.server.recorded()).filter(({ type }) => type === "call-start")).toEqual([]);
  });

  it("close with session/close: the token opens nothing any more", async () => {
    const { openHub: openCounted, open } = countedHubs();
    await using wrapped = await openWrapped({ preset: "claude", openHub: openCounted });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession();
    await open.until(1);
    await wrapped.client.request("session/close", { sessionId });
    await open.until(0);
    expect(await statusOf(entryOf(wrapped))).toBe(401);
  });

  it("that are loaded again get a new endpoint, and the old one ends", async () => {
    const { openHub: openCounted, open } = countedHubs();
    const stored = { sessionId: "old", cwd: "/", history: [] };
    await using wrapped = await openWrapped({ preset: "claude", openHub: openCounted, script: { sessions: [stored] } });
    await wrapped.client.initialize();
    const load = { sessionId: "old", cwd: "/", mcpServers: [] };
    await wrapped.client.request("session/load", load);
    await wrapped.client.request("session/load", load);
    await open.until(1);
    const entries = [entryOf(wrapped, 0, "session/load"), entryOf(wrapped, 1, "session/load")] as const;
    expect(await statusOf(entries[0])).toBe(401);
    expect(await statusOf(entries[1])).not.toBe(401);
  });

  it("that were not used lately have their servers parked until the next turn, and never during one", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo", call: [{ type: "echo" }] }] });
    const ends = async () => (await server.recorded()).filter(({ type }) => type === "end").length;
    await using wrapped = await openWrapped({
      preset: "claude",
      rules: ALLOWED,
      activeSessions: 1,
      capabilities: { _meta: { tenon: {} } },
      script: { turns: [{ steps: [CALL] }] },
    });
    await wrapped.client.initialize();
    const { command, args, env } = server;
    const variables = Object.entries(env).map(([name, value]) => ({ name, value }));
    const mcpServers = [{ name: "a", command, args: [...args], env: variables }];
    const first = await wrapped.client.newSession({ mcpServers });
    await wrapped.client.transcript.when(({ text }) => text.includes('"listed"'));
    expect(await ends()).toBe(0);
    await wrapped.client.newSession();
    await server.until("end");
    // Its tools are still there, and a call starts it again.
    await wrapped.client.prompt(first.sessionId, "go");
    expect(wrapped.client.text(first.sessionId)).toContain('"x":1');
  });

  it("that fail to load again keep what they have", async () => {
    const { openHub: openCounted, open } = countedHubs();
    await using wrapped = await openWrapped({ preset: "claude", openHub: openCounted, script: { sessions: [] } });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession();
    const load = { sessionId, cwd: "/", mcpServers: [] };
    await expect(wrapped.client.request("session/load", load)).rejects.toThrow();
    await open.until(1);
    expect(await statusOf(entryOf(wrapped))).not.toBe(401);
  });
});

describe("what the user hears", () => {
  it("[A-09] is a receipt for each step of a server, and one notice of a server that failed", async () => {
    await using wrapped = await openWrapped({
      preset: "claude",
      capabilities: { session: { notices: {} }, _meta: { tenon: {} } },
    });
    await wrapped.client.initialize();
    const entry = { name: "gone", command: "/no/such/program", args: [], env: [] };
    const { sessionId } = await wrapped.client.newSession({ mcpServers: [entry] });
    await wrapped.client.transcript.when(({ text }) => text.includes('"state":"failed"'));
    expect(notices(wrapped, sessionId)).toHaveLength(1);
    const states = wrapped.givenToClient("_tenon/receipt").map((receipt) => receipt["state"]);
    expect(states).toContain("failed");
    // Nothing comes before the client knows the session [R45].
    const order = wrapped.client.transcript.messages("agent").map((message) => JSON.stringify(message));
    const known = order.findIndex((text) => text.includes('"result":{"sessionId"'));
    expect(order.findIndex((text) => text.includes("_tenon/receipt"))).toBeGreaterThan(known);
  });

  it("is what is wrong in the user's tenon.json: until it is corrected no server starts, and every call asks", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenon-broken-"));
    await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
    await writeFile(join(folder, "tenon.json"), '{ "policy": ');
    await using a = await givenServer("a", ECHO);
    await using wrapped = await openWrapped({
      preset: "claude",
      capabilities: { session: { notices: {} } },
      openHub: ({ servers, ...options }) =>
        openConfiguredHub({ ...options, given: { client: servers }, userFolder: folder, isTrusted: () => false }),
    });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession({ mcpServers: [a.entry], cwd: folder });
    await wrapped.client.transcript.when(({ text }) => text.includes("a could not be connected"));
    const description = expect.stringContaining("no server starts and everything needs your approval");
    expect(notices(wrapped, sessionId)).toContainEqual(
      expect.objectContaining({ severity: "error", title: `${join(folder, "tenon.json")} has errors`, description }),
    );
  });

  it("is no dead server: those that were given up are tried again with each prompt", async () => {
    await using a = await givenServer("a", ECHO);
    let retries = 0;
    const openRetried: OpenSessionHub = (options) => {
      const hub = openHub(options);
      return Object.assign(hub, { retry: () => void (retries += 1) });
    };
    await using wrapped = await openWrapped({
      preset: "claude",
      openHub: openRetried,
      script: { connectsAtOnce: true },
    });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession({ mcpServers: [a.entry] });
    await wrapped.client.prompt(sessionId, "one");
    await wrapped.client.prompt(sessionId, "two");
    expect(retries).toBe(2);
  });

  it.each([
    ["gemini", "Gemini CLI", /In a folder that it does not trust it offers no tools/],
    ["cursor", "Cursor CLI", /only once the user has approved it in Cursor/],
  ])("[WA16] [WA17] is that %s never came for its tools, and why, once, after the first turn", async (...agent) => {
    const [preset, title, why] = agent;
    await using a = await givenServer("a", ECHO);
    await using wrapped = await openWrapped({
      preset,
      capabilities: { session: { notices: {} }, _meta: { tenon: {} } },
    });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession({ mcpServers: [a.entry] });
    await wrapped.client.transcript.when(({ text }) => text.includes('"listed"'));
    await wrapped.client.prompt(sessionId, "one");
    await wrapped.client.prompt(sessionId, "two");
    const notice = { title: `${title} has no tools of this session`, description: expect.stringMatching(why) };
    expect(notices(wrapped, sessionId)).toMatchObject([notice]);
    const { sessionId: bare } = await wrapped.client.newSession();
    await wrapped.client.prompt(bare, "one");
    // Without servers it misses nothing.
    expect(notices(wrapped, bare)).toEqual([]);
  });

  it("[W20] is a server's question, past an agent that would drop it", async () => {
    const requestedSchema = { type: "object", properties: { color: { type: "string" } }, required: ["color"] };
    const question = { message: "Which color?", requestedSchema };
    await using a = await givenServer("a", {
      tools: [{ name: "echo", call: [{ type: "elicit", params: question }] }],
    });
    await using wrapped = await openWrapped({
      preset: "gemini",
      rules: ALLOWED,
      script: { turns: [{ steps: [{ ...CALL, toolCallId: "call-1" }] }] },
      answers: { "elicitation/create": () => ({ action: "accept", content: { color: "red" } }) },
    });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession({ mcpServers: [a.entry] });
    await wrapped.client.prompt(sessionId, "go");
    expect(wrapped.givenToClient("elicitation/create")).toMatchObject([
      { sessionId, toolCallId: "call-1", message: "a asks: Which color?" },
    ]);
    expect(wrapped.client.text(sessionId)).toContain("red");
  });
});

it.each(["session/cancel", "$/cancel_request"])(
  "cancels a call at its server with %s, although the agent says nothing of it",
  async (method) => {
    await using given = await givenServer("a", { tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }] });
    const steps: readonly Step[] = [{ type: "mcp", server: "tenon", tool: "a__wait", arguments: {} }];
    await using wrapped = await openWrapped({
      preset: "codex",
      rules: ALLOWED,
      script: { turns: [{ steps, onCancel: "ignore" }] },
    });
    await wrapped.client.initialize();
    const { sessionId } = await wrapped.client.newSession({ mcpServers: [given.entry] });
    const turn = wrapped.client.prompt(sessionId, "go");
    await given.server.until("call-start");
    const prompt = wrapped.agent.transcript
      .messages("client")
      .findLast((message) => "method" in message && "id" in message);
    await wrapped.client.notify(method, { sessionId, requestId: Object(prompt).id });
    await given.server.until("call-cancel");
    await turn;
  },
);

it("[R17] reports the token as a secret, and the client never sees it", async () => {
  await using wrapped = await openWrapped({ preset: "claude", answers: { "session/request_permission": allow } });
  await wrapped.client.initialize();
  await wrapped.client.newSession();
  const [header] = entryOf(wrapped).headers;
  const token = header?.value.replace("Bearer ", "") ?? "";
  expect(wrapped.secrets).toContain(token);
  expect(JSON.stringify(wrapped.client.transcript.entries)).not.toContain(token);
});

/** Hubs that report how many of them are open. */
function countedHubs() {
  let count = 0;
  const waiting = new Set<() => void>();
  const change = (by: number) => {
    count += by;
    for (const look of waiting) look();
  };
  const openCounted: OpenSessionHub = (options) => {
    const hub = openHub(options);
    change(1);
    const close = async () => {
      await hub.close();
      change(-1);
    };
    return { ...hub, close };
  };
  const until = (wanted: number) =>
    new Promise<void>((resolve) => {
      const look = () => void (count === wanted && resolve());
      waiting.add(look);
      look();
    });
  return { openHub: openCounted, open: { until } };
}
