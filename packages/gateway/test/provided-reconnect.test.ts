/**
 * A client that provides MCP servers loses its connection, shares its session, or means no good.
 */

import { manualClock } from "@tenon/testkit";
import { allow, calls, everyClientCapability } from "@tenon/testkit/acp";
import { type ProvidedServer, providedServer, providing, type ServerScript } from "@tenon/testkit/mcp";
import { describe, expect, it, vi } from "vitest";

import { patientHub } from "../../agent/test/support/patient-hub.ts";
import {
  forAgent,
  openGateway,
  PATIENT,
  type TestClient,
  type TestGateway,
  type TestGatewayOptions,
} from "./support/open-gateway.ts";
import { agentWithTools } from "./support/other-agent-with-tools.ts";

const GATED: ServerScript = {
  revision: "2026-07-28",
  tools: [
    {
      name: "gated",
      call: [
        { type: "wait-for-release", gate: "open" },
        { type: "report", of: ["calls"] },
      ],
    },
    { name: "quick", call: [{ type: "result", result: { content: [{ type: "text", text: "at once" }] } }] },
  ],
};

const ME = { _meta: { tenon: { client: "laptop-1" } } };

describe.each(["ours", "another"])("%s: a client that has lost its connection", (kind) => {
  it("comes back with its servers under other ids: the running call is answered once, and the list stays", async () => {
    await using scene = await open(kind);
    const laptop = await scene.connect({ e1: scene.server }, ME);
    const { sessionId } = await laptop.client.newSession({ mcpServers: [acp("e1")], ...scene.agent });
    void laptop.client.prompt(sessionId, "call mcp__editor__gated").catch(() => {});
    await scene.server.until("call-start");
    await laptop.leave();

    const back = await scene.connect({ e2: scene.server }, ME);
    await back.client.request("session/resume", { sessionId, cwd: "/", mcpServers: [acp("e2")] });
    await vi.waitFor(() => expect(marked(back.provider.asked)).toHaveLength(1), PATIENT);
    scene.server.release("open");
    await ended(back.client, sessionId);

    const requestId = laptop.provider.asked.find(({ method }) => method === "tools/call")?.["requestId"];
    expect(marked(back.provider.asked)).toMatchObject([{ serverId: "e2", requestId, method: "tools/call" }]);
    const records = await scene.server.recorded();
    expect(records.filter(({ type }) => type === "call-start")).toHaveLength(1);
    expect(await updatesOf(scene.gateway, sessionId)).toContain(String.raw`{\"calls\":1}`);
    expect(back.provider.asked.map(({ method }) => method)).not.toContain("server/discover");
  });

  it("gets a call for the first time that was lost on its way", async () => {
    await using scene = await open(kind);
    const laptop = await scene.connect({ e1: scene.server }, ME);
    // It hears nothing of the call.
    const deaf = await scene.connect({}, ME);
    const { sessionId } = await laptop.client.newSession({ mcpServers: [acp("e1")], ...scene.agent });
    await scene.server.until("message", ({ message }) => message["method"] === "tools/list");
    await deaf.client.request("session/resume", { sessionId, cwd: "/", mcpServers: [acp("e0")] });
    deaf.client.stopReading();
    void laptop.client.prompt(sessionId, "call mcp__editor__quick").catch(() => {});
    await laptop.client.transcript.when(({ text }) => text.includes("tool_call") && text.includes("in_progress"));
    await deaf.leave();

    const back = await scene.connect({ e2: scene.server }, ME);
    await back.client.request("session/resume", { sessionId, cwd: "/", mcpServers: [acp("e2")] });
    await ended(back.client, sessionId);
    expect(await updatesOf(scene.gateway, sessionId)).toContain("at once");
    const records = await scene.server.recorded();
    expect(records.filter(({ type }) => type === "call-start")).toHaveLength(1);
  });

  it("and does not say who it is: the call fails at once, and the server comes back", async () => {
    await using scene = await open(kind);
    await using other = await scene.connect({});
    const laptop = await scene.connect({ e1: scene.server });
    const { sessionId } = await laptop.client.newSession({ mcpServers: [acp("e1")], ...scene.agent });
    await other.client.request("_tenon/session/attach", { sessionId });
    void laptop.client.prompt(sessionId, "call mcp__editor__gated").catch(() => {});
    await scene.server.until("call-start");
    await laptop.leave();
    await ended(other.client, sessionId);
    expect(JSON.stringify(other.client.updates(sessionId))).toContain("the call may have run");

    const back = await scene.connect({ e2: scene.server });
    await back.client.request("session/resume", { sessionId, cwd: "/", mcpServers: [acp("e2")] });
    scene.server.release("open");
    await back.client.prompt(sessionId, "call mcp__editor__gated");
    expect(marked(back.provider.asked)).toEqual([]);
    expect(back.provider.asked.filter(({ method }) => method === "tools/call")).toHaveLength(1);
  });

  it("and stays away: its calls fail after a minute, its receipt says why, and it can still come back", async () => {
    const clock = manualClock();
    await using scene = await open(kind, { clock });
    await using other = await scene.connect({});
    const laptop = await scene.connect({ e1: scene.server }, ME);
    const { sessionId } = await laptop.client.newSession({ mcpServers: [acp("e1")], ...scene.agent });
    await other.client.request("_tenon/session/attach", { sessionId });
    void laptop.client.prompt(sessionId, "call mcp__editor__gated").catch(() => {});
    await scene.server.until("call-start");
    await laptop.leave();
    await vi.waitFor(() => expect(clock.waiting).toBeGreaterThan(0), PATIENT);
    await clock.advance(60_000);
    await ended(other.client, sessionId);
    const reason = "The client that provides editor has been disconnected for 1 min";
    await scene.gateway.frames(sessionId, (frame) => frame.includes('"receipt"') && frame.includes(reason));

    const back = await scene.connect({ e2: scene.server }, ME);
    await back.client.request("session/resume", { sessionId, cwd: "/", mcpServers: [acp("e2")] });
    scene.server.release("open");
    await vi.waitFor(() => expect(back.provider.asked.map(({ method }) => method)).toContain("tools/list"), PATIENT);
    await back.client.prompt(sessionId, "call mcp__editor__gated");
    expect(back.provider.asked.map(({ method }) => method)).toContain("tools/call");
  });

  it("hears of a cancellation when it is back", async () => {
    await using scene = await open(kind);
    await using other = await scene.connect({});
    const laptop = await scene.connect({ e1: scene.server }, ME);
    const { sessionId } = await laptop.client.newSession({ mcpServers: [acp("e1")], ...scene.agent });
    await other.client.request("_tenon/session/attach", { sessionId });
    void laptop.client.prompt(sessionId, "call mcp__editor__gated").catch(() => {});
    await scene.server.until("call-start");
    await laptop.leave();
    await other.client.cancel(sessionId);
    await ended(other.client, sessionId);
    const back = await scene.connect({ e2: scene.server }, ME);
    await back.client.request("session/resume", { sessionId, cwd: "/", mcpServers: [acp("e2")] });
    await scene.server.until("call-cancel");
  });
});

describe("several clients of one session", () => {
  it("only the one that declared a server is asked, and equal ids do not collide", async () => {
    await using scene = await open("ours");
    await using second = providedServer(GATED);
    await using one = await scene.connect({ e1: scene.server });
    await using two = await scene.connect({ e1: second });
    const first = await one.client.newSession({ mcpServers: [acp("e1")] });
    const other = await two.client.newSession({ mcpServers: [acp("e1")] });
    await two.client.request("_tenon/session/attach", { sessionId: first.sessionId });
    await one.client.prompt(first.sessionId, "call mcp__editor__quick");
    expect((await second.recorded()).filter(({ type }) => type === "call-start")).toEqual([]);
    await two.client.prompt(other.sessionId, "call mcp__editor__quick");
    expect((await second.recorded()).filter(({ type }) => type === "call-start")).toHaveLength(1);
    expect((await scene.server.recorded()).filter(({ type }) => type === "call-start")).toHaveLength(1);
  });

  it("one that is connected keeps its server when another client declares the same name", async () => {
    await using scene = await open("ours");
    await using second = providedServer(GATED);
    await using one = await scene.connect({ e1: scene.server }, ME);
    await using two = await scene.connect({ e1: second });
    const { sessionId } = await one.client.newSession({ mcpServers: [acp("e1")] });
    await two.client.request("session/resume", { sessionId, cwd: "/", mcpServers: [acp("e1")] });
    await scene.gateway.frames(sessionId, (frame) => frame.includes("editor: not connected"));
    await two.client.prompt(sessionId, "call mcp__editor__quick");
    expect((await scene.server.recorded()).filter(({ type }) => type === "call-start")).toHaveLength(1);
    const attached = two.client.request("_tenon/servers/attach", { sessionId, server: acp("e1") });
    await expect(attached).rejects.toMatchObject({ code: -32_602 });
  });
});

describe.each(["ours", "another"])("%s: a session that runs", (kind) => {
  it("is given a server by one that joins, which goes when that one leaves it", async () => {
    await using scene = await open(kind);
    await using second = providedServer(GATED);
    await using one = await scene.connect({});
    await using two = await scene.connect({ p1: second });
    const { sessionId } = await one.client.newSession(scene.agent);
    await two.client.request("_tenon/session/attach", { sessionId, mcpServers: [acp("p1")] });
    await second.until("message", ({ message }) => message["method"] === "tools/list");
    await one.client.prompt(sessionId, "call mcp__editor__quick");
    expect((await second.recorded()).filter(({ type }) => type === "call-start")).toHaveLength(1);
    await two.client.request("_tenon/session/detach", { sessionId });
    await scene.gateway.frames(sessionId, (frame) =>
      frame.includes("The client that provides editor has left the session"),
    );
  });

  it("[A3] is given a server, which can be taken away", async () => {
    await using scene = await open(kind);
    await using one = await scene.connect({ e1: scene.server });
    const { sessionId } = await one.client.newSession(scene.agent);
    await one.client.request("_tenon/servers/attach", { sessionId, server: acp("e1") });
    await scene.server.until("message", ({ message }) => message["method"] === "tools/list");
    await one.client.prompt(sessionId, "call mcp__editor__quick");
    expect((await scene.server.recorded()).filter(({ type }) => type === "call-start")).toHaveLength(1);
    await one.client.request("_tenon/servers/detach", { sessionId, server: "editor" });
    expect(await one.client.request("_tenon/receipts", { sessionId })).toMatchObject({ servers: [] });
  });
});

describe("a gateway that was started again", () => {
  it("opens the session from the journal, with the servers that its client declares", async () => {
    await using first = await open("ours");
    const laptop = await first.connect({ e1: first.server }, ME);
    const { sessionId } = await laptop.client.newSession({ mcpServers: [acp("e1")] });
    await laptop.client.prompt(sessionId, "call mcp__editor__quick");
    await first.gateway.gateway.close();

    await using second = await open("ours", { journal: first.gateway.journal });
    const back = await second.connect({ e2: second.server }, ME);
    await back.client.request("session/resume", { sessionId, cwd: "/", mcpServers: [acp("e2")] });
    await back.client.prompt(sessionId, "call mcp__editor__quick");
    expect(back.provider.asked.filter(({ method }) => method === "tools/call")).toHaveLength(1);
  });

  it("names a server whose client is not there, if the session keeps its servers", async () => {
    await using first = await open("ours");
    const laptop = await first.connect({ e1: first.server }, ME);
    const { sessionId } = await laptop.client.newSession({ mcpServers: [acp("e1")] });
    await first.gateway.gateway.close();
    await using second = await open("ours", { journal: first.gateway.journal });
    await using phone = await second.connect({});
    const kept = { _meta: { tenon: { servers: "kept" } } };
    await phone.client.request("session/resume", { sessionId, cwd: "/", ...kept });
    await second.gateway.frames(sessionId, (frame) => frame.includes("editor: not connected"));
  });
});

describe("the record", () => {
  it("has the messages of a provided server in its session, and not in another", async () => {
    await using scene = await open("ours");
    await using laptop = await scene.connect({ e1: scene.server }, ME);
    const { sessionId } = await laptop.client.newSession({ mcpServers: [acp("e1")] });
    const other = await laptop.client.newSession();
    await laptop.client.prompt(sessionId, "call mcp__editor__quick");
    const methods = async (id: string) =>
      (await scene.gateway.journal.read(id)).filter(({ text }) => text.includes('"mcp/message"')).length;
    expect(await methods(sessionId)).toBeGreaterThanOrEqual(3);
    expect(await methods(other.sessionId)).toBe(0);
    // Neither the record nor the agent learns what the client calls itself.
    expect(JSON.stringify(await scene.gateway.journal.read(sessionId))).not.toContain("laptop-1");
  });
});

interface Scene extends AsyncDisposable {
  /** What makes a session one of its agent. */
  readonly agent: ReturnType<typeof forAgent>;
  readonly gateway: TestGateway;
  readonly server: ProvidedServer;
  connect(
    servers: Readonly<Record<string, ProvidedServer>>,
    introduction?: object,
  ): Promise<
    AsyncDisposable & {
      readonly client: TestClient;
      readonly provider: ReturnType<typeof providing>;
      leave(): Promise<void>;
    }
  >;
}

async function open(kind: string, options: TestGatewayOptions = {}): Promise<Scene> {
  const server = providedServer(GATED);
  const tool = (name: string) => ({ steps: [{ type: "mcp", server: "tenon", tool: `editor__${name}` } as const] });
  const { currentTestName = "" } = expect.getState();
  const isQuick = /lost on its way|a session that runs/.test(currentTestName);
  const other = await agentWithTools("other", { turns: [tool(isQuick ? "quick" : "gated")] });
  const gateway = openGateway({
    services: async () => ({ openHub: patientHub }),
    agents: [other.agent],
    ...options,
  });
  return {
    gateway,
    server,
    agent: forAgent(kind === "ours" ? "tenon" : "other"),
    async connect(servers, introduction = {}) {
      const provider = providing(servers);
      const answers = { "session/request_permission": allow, ...provider.answers };
      const client = gateway.connect({ answers, capabilities: everyClientCapability });
      provider.through(client);
      await client.initialize(introduction);
      const leave = async () => {
        await client.drop();
        await client.connection.closed;
      };
      return { client, provider, leave, [Symbol.asyncDispose]: leave };
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

function acp(serverId: string) {
  return { type: "acp", name: "editor", serverId } as never;
}

/** The requests that were sent again. */
function marked(asked: readonly object[]): readonly object[] {
  return asked.filter((params) => "_meta" in params && JSON.stringify(params["_meta"]).includes('"again":true'));
}

/** The turn of another client's prompt. */
async function ended(client: TestClient, sessionId: string): Promise<void> {
  await client.transcript.when((entry) => calls("_tenon/session/turn_ended")(entry) && entry.text.includes(sessionId));
}

async function updatesOf(gateway: TestGateway, sessionId: string): Promise<string> {
  return (await gateway.journal.read(sessionId, { from: ["agent"] })).map(({ text }) => text).join("\n");
}
