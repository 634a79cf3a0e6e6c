/**
 * Other agents behind the gateway have the tools of a hub, as behind `tenon wrap`. The agent is a process that reaches them
 * with the official MCP client.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { McpServer, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { openHub } from "@tenon/hub";
import { type Journal, openMemoryJournal } from "@tenon/journal";
import { findFloor, type GrantStore, type Layer, memoryGrantStore } from "@tenon/policy";
import { openDoors, toolsInterceptor } from "@tenon/proxy";
import { descendantsOf } from "@tenon/testkit";
import {
  type AgentScript,
  allow,
  type Answer,
  calls,
  everyClientCapability,
  hesitate,
  type McpStep,
  messageWire,
  scriptedClient,
  stdioAgent,
} from "@tenon/testkit/acp";
import { startHttpServer, stdioServer, type StdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { openGateway, scripted, type TestClient } from "../../gateway/test/support/open-gateway.ts";
import { startServe } from "./served/served-gateway.ts";

const SCRIPT = { tools: [{ name: "create_issue", title: "Create issue", call: [{ type: "echo" }] }] } as const;
const CALL: McpStep = { type: "mcp", server: "tenon", tool: "github__create_issue", arguments: { title: "bug" } };
const ASKED: McpStep = { ...CALL, ask: true };
const KEPT = { _meta: { tenon: { servers: "kept" } } };

describe("another agent in a gateway", () => {
  it("[H19] [M21] has a tool of the client's server, after one question with its real name", async () => {
    await using place = await openPlace({ turns: [{ steps: [ASKED] }] });
    const { sessionId } = await place.client.newSession({ mcpServers: [place.github] });
    await place.client.prompt(sessionId, "go");
    expect(place.client.text(sessionId)).toContain("bug");
    expect(place.questions()).toMatchObject([
      { toolCall: { name: "mcp__github__create_issue", title: "github: Create issue (bug)" } },
    ]);
    expect(await place.serverCalls()).toBe(1);
  });

  it("[R17] is recorded as its client sees it, with receipts, and without the key of its tools", async () => {
    await using place = await openPlace({ turns: [{ steps: [CALL] }] });
    const { sessionId } = await place.client.newSession({ mcpServers: [place.github] });
    await place.client.prompt(sessionId, "go");
    const recorded = await place.record(sessionId);
    const receipts = recorded.filter(({ type }) => type === "receipt").map(({ state }) => state);
    expect(receipts).toEqual(expect.arrayContaining(["admitted", "started", "listed", "called"]));
    expect(receipts).not.toContain("handed over");
    const opened = recorded.find(({ method }) => method === "session/new");
    expect(opened).toMatchObject({ params: { mcpServers: [{ name: "github" }] } });
    expect(place.secrets).toHaveLength(1);
    expect(JSON.stringify(recorded)).not.toContain(place.secrets[0]);
  });

  it("[A3] shows the messages with a server to readers of its feed, those of a call with the agent's id of it", async () => {
    await using place = await openPlace({ turns: [{ steps: [{ ...CALL, toolCallId: "call-7" }] }] });
    const { sessionId } = await place.client.newSession({ mcpServers: [place.github] });
    await place.client.prompt(sessionId, "go");
    const frames = await place.gateway.frames(sessionId, (frame) => frame.includes('"caughtUp"'));
    const exchanged = frames.map((frame) => JSON.parse(frame).message).filter((each) => each?.type === "mcp-message");
    expect(exchanged.map(({ server }) => server)).toContain("github");
    expect(exchanged.map(({ message }) => message.method)).toContain("tools/list");
    const ofCall = exchanged.filter(({ toolCallId }) => toolCallId === "call-7");
    expect(ofCall).toMatchObject([
      { direction: "sent", message: { method: "tools/call", params: { name: "create_issue" } } },
      { direction: "received", message: { result: { content: [{ type: "text" }] } } },
    ]);
  });

  it("[H11] [W25] is under the user's rules once: what they allow or deny is not asked", async () => {
    for (const effect of ["allow", "deny"] as const) {
      const rules = [{ effect, when: { server: "github", tool: "create_issue" }, why: "it is the rule" }];
      await using place = await openPlace({ turns: [{ steps: [ASKED] }, { steps: [CALL] }] }, { rules });
      const { sessionId } = await place.client.newSession({ mcpServers: [place.github] });
      await place.client.prompt(sessionId, "asks");
      await place.client.prompt(sessionId, "does not ask");
      expect(place.questions()).toEqual([]);
      expect(await place.serverCalls()).toBe(effect === "allow" ? 2 : 0);
    }
  });

  it("[WA5] an answer for good is one grant, for the real tool", async () => {
    const grants = memoryGrantStore();
    const answer = () => ({ outcome: { outcome: "selected", optionId: "allow-always" } }) as const;
    await using place = await openPlace({ turns: [{ steps: [ASKED] }, { steps: [ASKED] }] }, { grants, answer });
    const { sessionId } = await place.client.newSession({ mcpServers: [place.github] });
    await place.client.prompt(sessionId, "one");
    await place.client.prompt(sessionId, "two");
    expect(place.questions()).toHaveLength(1);
    expect(await grants.list()).toMatchObject([{ target: { server: "github", tool: "create_issue" } }]);
  });

  it("[M-04] of several clients that are asked about one call, the first answer counts, once", async () => {
    for (const step of [ASKED, CALL]) {
      await using place = await openPlace({ turns: [{ steps: [step] }] }, { answer: hesitate });
      const { sessionId } = await place.client.newSession({ mcpServers: [place.github] });
      const turn = place.client.prompt(sessionId, "go");
      await place.client.transcript.when(calls("session/request_permission"));
      await using phone = await place.gateway.client({
        agent: "other",
        answers: { "session/request_permission": allow },
      });
      await phone.request("session/resume", { sessionId, cwd: "/" });
      await turn;
      // The other one learns that its question has been answered.
      await place.client.transcript.when(calls("$/cancel_request"));
      expect(place.client.text(sessionId)).toContain("bug");
      expect(await place.serverCalls()).toBe(1);
    }
  });

  it("[A-03] has its tools again in a session that is opened again with the servers that it had", async () => {
    await using journal = openMemoryJournal();
    const script = { turns: [{ steps: [CALL] }], capabilities: { loadSession: true } };
    await using place = await openPlace(script, { journal });
    const { sessionId } = await place.client.newSession({ mcpServers: [place.github] });
    await place.gateway.gateway.close();
    const stored = { ...script, sessions: [{ sessionId: "session-1", cwd: "/", history: [] }] };
    await using later = await openPlace(stored, { journal });
    await later.client.request("session/load", { sessionId, cwd: "/", ...KEPT });
    await later.client.prompt(sessionId, "go");
    expect(later.client.text(sessionId)).toContain("bug");
    expect(await place.serverCalls()).toBe(1);
  });

  it("[W2] that dies takes its servers along, and its clients learn why", async () => {
    await using world = await stdioServer({ tools: [{ name: "greet", call: [{ type: "echo" }] }] });
    const greet: McpStep = { ...CALL, tool: "world__greet" };
    await using place = await openPlace({ turns: [{ steps: [greet, { type: "exit", code: 3 }] }] });
    const { sessionId } = await place.client.newSession({ mcpServers: [entryOf(world)] });
    await expect(place.client.prompt(sessionId, "go")).rejects.toThrow("exited");
    await world.until("input-end");
  });

  it("is not allowed a server's tool because its arguments look like a command that is allowed", async () => {
    const call = { ...CALL, arguments: { command: "ls" } };
    const rules = [{ effect: "allow", when: { command: "ls" } }] as const;
    await using place = await openPlace({ turns: [{ steps: [call] }] }, { rules });
    const { sessionId } = await place.client.newSession({ mcpServers: [place.github] });
    await place.client.prompt(sessionId, "go");
    expect(place.questions()).toHaveLength(1);
  });

  it("[M51] that takes no servers gets none, and each is refused with the reason", async () => {
    await using place = await openPlace({ agentInfo: { name: "cline", version: "3.0.65" } });
    const { sessionId } = await place.client.newSession({ mcpServers: [place.github] });
    await place.client.prompt(sessionId, "hello");
    const notices = place.client.updates(sessionId).filter((update) => update.sessionUpdate === "notice");
    expect(notices).toMatchObject([{ title: "Cline CLI has no tools of this session" }]);
    const receipts = (await place.record(sessionId)).filter(({ type }) => type === "receipt");
    expect(receipts).toMatchObject([{ server: "github", state: "refused" }]);
  });
});

it("[W1] `tenon serve` gives an agent the tools by itself, and killed in the middle of a call leaves nothing", async () => {
  await using data = await dataFolder();
  await using server = await stdioServer({ tools: [{ name: "hang", call: [{ type: "never-answer" }] }] });
  const agent = stdioAgent({ turns: [{ steps: [{ ...CALL, tool: "world__hang" }] }] });
  const typed = [agent.command, ...agent.args].map((word) => `'${word}'`).join(" ");
  await using serve = await startServe({ data: data.folder, flags: ["--agent", typed], environment: agent.env ?? {} });
  const stream = createHttpStream(`http://${serve.address}/acp`, { headers: serve.headers });
  await using client = scriptedClient(messageWire(stream), { answers: { "session/request_permission": allow } });
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: data.folder, mcpServers: [entryOf(server)] });
  client.prompt(sessionId, "go").catch(() => {});
  await server.until("call-start");
  const family = descendantsOf(serve.pid);
  serve.kill("SIGKILL");
  await family.gone({ within: 20_000 });
});

function entryOf({ command, args, env }: StdioServer): McpServer {
  const variables = Object.entries(env).map(([name, value]) => ({ name, value }));
  return { name: "world", command, args: [...args], env: variables };
}

async function dataFolder() {
  const folder = await mkdtemp(join(tmpdir(), "tenon-serve-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

interface PlaceOptions {
  readonly rules?: Layer["rules"];
  readonly grants?: GrantStore;
  readonly answer?: Answer<RequestPermissionRequest>;
  readonly journal?: Journal;
}

async function openPlace(script: AgentScript, options: PlaceOptions = {}) {
  const { rules = [], grants = memoryGrantStore(), answer = allow } = options;
  const closing = new AsyncDisposableStack();
  const server = closing.adopt(await startHttpServer(SCRIPT), (one) => one.close());
  const github: McpServer = { type: "http", name: "github", url: server.url, headers: [] };
  const doors = closing.adopt(await openDoors(), (one) => one.close());
  const layers = [{ name: "user", rules }];
  const secrets: string[] = [];
  const other = scripted("other", script);
  const tools: (typeof other)["tools"] = (listeners) =>
    toolsInterceptor({
      ...listeners,
      version: "0.0.0",
      doors: async () => doors,
      services: async () => ({ openHub: (hub) => Object.assign(openHub(hub), { rules: layers }), grants }),
      scratchFolder: "/no/scratch",
      environment: {},
      onSecrets: (values) => secrets.push(...values),
    });
  const gateway = closing.use(
    openGateway({
      ...(options.journal && { journal: options.journal }),
      agents: [{ ...other, tools }],
      rules: async (roots) => ({
        floor: await findFloor({ roots, environment: {}, home: "/" }),
        layers,
        grants,
        passedVariables: [],
        close: async () => {},
      }),
    }),
  );
  const client: TestClient = closing.use(
    await gateway.client({
      agent: "other",
      capabilities: { ...everyClientCapability, session: { notices: {} } },
      answers: { "session/request_permission": answer },
    }),
  );
  return {
    gateway,
    client,
    secrets,
    github,
    questions: () =>
      client.transcript
        .messages("agent")
        .flatMap((message) =>
          "method" in message && message.method === "session/request_permission" ? [message.params] : [],
        ),
    serverCalls: async () => (await server.recorded()).filter(({ type }) => type === "call-start").length,
    async record(sessionId: string): Promise<readonly Record<string, unknown>[]> {
      const records = await Array.fromAsync(gateway.journal.records(sessionId));
      return records.map(({ text }) => JSON.parse(text));
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}
