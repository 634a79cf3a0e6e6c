import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openConfiguredHub, openHub } from "@tenon/hub";
import { openMemoryJournal } from "@tenon/journal";
import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { startIdentityProvider } from "../../../hub/test/sign-in/fixtures/identity-provider.ts";
import { startProtectedServer } from "../../../hub/test/sign-in/fixtures/protected-server.ts";
import { connectAgent, stdio } from "../support/connect-agent.ts";
import { scriptedModel, serverTools } from "../support/scripted-model.ts";

const notices = { session: { notices: {} } };
const missing = { name: "gone", command: "/no/such/program", args: [], env: [] };

it("a tenon.json that cannot be read is a notice that says what holds until it is corrected", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tenon-broken-"));
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  await writeFile(join(folder, "tenon.json"), '{ "policy": ');
  await using client = await connectAgent({
    capabilities: notices,
    services: {
      openHub: ({ servers, ...options }) =>
        openConfiguredHub({ ...options, given: { client: servers }, userFolder: folder, isTrusted: () => false }),
    },
  });
  await client.newSession();
  expect(await client.until((update) => update.sessionUpdate === "notice")).toMatchObject({
    severity: "error",
    title: `${join(folder, "tenon.json")} has errors`,
    description: expect.stringContaining("no server starts and everything needs your approval"),
  });
});

describe("a server that fails", () => {
  it("[A-09] [R114] [R150] is reported once, with the reason and what to do, in a notice, and the others work", async () => {
    await using good = await stdioServer({ tools: [{ name: "greet" }] });
    const model = scriptedModel([{ calls: [{ name: "mcp__good__greet" }] }]);
    await using client = await connectAgent({ model, capabilities: notices });
    const { sessionId } = await client.newSession({ mcpServers: [missing, stdio("good", good)] });
    const notice = await client.until((update) => update.sessionUpdate === "notice");
    expect(notice).toMatchObject({ severity: "error", title: "gone could not be connected" });
    expect(JSON.stringify(notice)).toMatch(/no\/such\/program.*\/mcp restart gone/);
    await client.prompt(sessionId, "hello");
    expect(serverTools(model.requests[0])).toEqual(["mcp__good__greet"]);
    expect(client.updates(sessionId)).toContainEqual(expect.objectContaining({ status: "completed" }));
    await client.prompt(sessionId, "/mcp restart gone");
    expect(client.updates(sessionId).filter((each) => each.sessionUpdate === "notice")).toHaveLength(1);
  });

  it("[R150] is reported in a message to a client without notices", async () => {
    await using client = await connectAgent();
    await client.newSession({ mcpServers: [missing] });
    const update = await client.until((update) => update.sessionUpdate === "agent_message_chunk");
    expect(JSON.stringify(update)).toContain("gone could not be connected");
    expect(client.transcript.entries.filter(({ text }) => text.includes('"sessionUpdate":"notice"'))).toEqual([]);
    // It is of the moment: a client that loads the session gets the receipts of that time.
    await client.request("session/load", { sessionId: "session-1", cwd: "/", mcpServers: [] });
    expect(client.text("session-1").match(/could not be connected/g)).toHaveLength(1);
  });

  it("[R45] is not announced before the session is known, however quickly it failed", async () => {
    await using client = await connectAgent({
      capabilities: notices,
      services: {
        // So that all has happened before the session is there.
        async openHub(options) {
          const hub = openHub(options);
          await hub.ready();
          return hub;
        },
      },
    });
    const { sessionId } = await client.newSession({ mcpServers: [missing] });
    await client.until((update) => update.sessionUpdate === "notice");
    await client.until((update) => update.sessionUpdate === "available_commands_update");
    const texts = client.transcript.entries.filter(({ from }) => from === "agent").map(({ text }) => text);
    const response = texts.findIndex((text) => text.includes(`"result":{"sessionId":"${sessionId}"`));
    const update = texts.findIndex((text) => text.includes("session/update"));
    expect(response).toBeGreaterThan(-1);
    expect(update).toBeGreaterThan(response);
  });

  it("reports when it has come up after all", async () => {
    await using server = await stdioServer({
      tools: [{ name: "late" }],
      misbehaviour: { onlyFirstStarts: 2, stdio: { exitAtOnce: { exitCode: 3, stderr: "no licence" } } },
    });
    await using client = await connectAgent({ capabilities: notices });
    await client.newSession({ mcpServers: [stdio("shaky", server)] });
    const good = await client.until((update) => update.sessionUpdate === "notice" && update.severity === "info");
    expect(good).toMatchObject({ title: "shaky is connected" });
    const bad = client.updates("session-1").find((each) => each.sessionUpdate === "notice");
    expect(JSON.stringify(bad)).toContain("no licence");
  });
});

it("[M30] more than ten servers are worth a notice that names the setting", async () => {
  await using client = await connectAgent({ capabilities: notices });
  const mcpServers = Array.from({ length: 11 }, (_, index) => ({ ...missing, name: `s${index}` }));
  await client.newSession({ mcpServers });
  const notice = await client.until((update) => update.sessionUpdate === "notice" && update.severity === "info");
  expect(notice).toMatchObject({
    title: "This session has 11 MCP servers",
    description: expect.stringContaining("limits.servers"),
  });
});

describe("a server that is late", () => {
  it("[A-05] [H-01] is reported when the first prompt goes on without it, and again when it is there", async () => {
    await using server = await stdioServer({
      revision: "2025-11-25",
      tools: [{ name: "slow" }],
      misbehaviour: { holdOn: { initialize: "start", "server/discover": "start" } },
    });
    await using client = await connectAgent({
      capabilities: notices,
      services: { openHub: (options) => openHub({ ...options, limits: { waitMs: 10 } }) },
    });
    const sessionId = await client.open({ tortoise: server });
    await client.prompt(sessionId, "hello");
    expect(client.updates(sessionId)).toContainEqual(
      expect.objectContaining({ sessionUpdate: "notice", title: "tortoise is still starting" }),
    );
    server.release("start");
    await client.until((update) => update.sessionUpdate === "notice" && update.title === "tortoise is connected");
  });
});

describe("a server that needs a person", () => {
  it("to trust it, is reported with what to do", async () => {
    const reason = "the project's file declares it";
    await using client = await connectAgent({
      capabilities: notices,
      services: {
        openHub: (options) =>
          openHub({
            ...options,
            servers: [{ type: "held", name: "cloned", source: "project", state: "waiting for trust", reason }],
          }),
      },
    });
    await client.open();
    const notice = await client.until((update) => update.sessionUpdate === "notice");
    expect(notice).toMatchObject({
      severity: "warning",
      title: "cloned needs your trust",
      description: expect.stringMatching(/declares it\.\n.*tenon tools trust/),
    });
  });

  it("[R-04] to sign in, is reported with what to do", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    await using client = await connectAgent({ capabilities: notices });
    await client.newSession({ mcpServers: [{ type: "http", name: "vault", url: server.url, headers: [] }] });
    const notice = await client.until((update) => update.sessionUpdate === "notice");
    expect(notice).toMatchObject({
      severity: "warning",
      title: "vault needs you to sign in",
      description: expect.stringContaining("/mcp sign-in vault"),
    });
  });
});

it("[A-03] receipts are in the journal, and a loaded session has its servers again", async () => {
  const journal = openMemoryJournal();
  await using server = await stdioServer({ tools: [{ name: "echo" }] });
  await using client = await connectAgent({
    services: { openJournal: async () => ({ ...journal, close: async () => {} }) },
  });
  const sessionId = await client.open({ s: server });
  await client.prompt(sessionId, "hello");
  const texts = (await journal.read(sessionId)).map(({ text }) => text);
  const states = texts.filter((text) => text.startsWith('{"type":"receipt"')).map((text) => JSON.parse(text));
  expect(states.map(({ server, state }) => `${server} ${state}`)).toEqual([
    "s declared",
    "s admitted",
    "s started",
    "s listed",
    "s offered",
    "s seen",
  ]);
  for (const method of ["session/load", "session/resume"] as const) {
    await client.request(method, { sessionId, cwd: "/", mcpServers: [stdio("s", server)] });
    await client.prompt(sessionId, "/mcp restart s");
    expect(client.text(sessionId)).toMatch(/s is connected: 1 tool\.\n$/);
  }
});
