/** What a machine does for a session that another one may take over: nothing. */

import { join } from "node:path";

import { type Journal, openMemoryJournal } from "@tenon/journal";
import { openPostgresJournal } from "@tenon/journal/postgres";
import { allow } from "@tenon/testkit/acp";
import { startHttpServer, type StdioServer, stdioServer } from "@tenon/testkit/mcp";
import { createTestDatabase, sharedPostgres } from "@tenon/testkit/postgres";
import { expect, it, vi } from "vitest";

import { openRelay } from "../../../tooling/machines/relay.ts";
import { endingHub, impatientHub, patientHub } from "../../agent/test/support/patient-hub.ts";
import { scriptedModel } from "../../agent/test/support/scripted-model.ts";
import { forAgent, openGateway } from "./support/open-gateway.ts";
import { agentWithTools } from "./support/other-agent-with-tools.ts";
import { spokenModel } from "./support/spoken-model.ts";

const AGENTS = ["tenon", "other"];
const NOTE = { type: "mcp", server: "tenon", tool: "s__note" } as const;

it.each(AGENTS)(
  "[N-01] %s: a server that heeds nothing has ended when another machine can take the session over",
  async (name) => {
    await using database = await createTestDatabase();
    const postgres = await sharedPostgres();
    await using relay = await openRelay(() => ({ path: join(postgres.host, `.s.PGSQL.${postgres.port}`) }));
    const stdio = { ignoresEndOfInput: true, ignoresSigterm: true };
    await using server = await stdioServer({ tools: [{ name: "note" }], misbehaviour: { stdio } });
    const url = database.url.replace(/@[^/]+/, `@127.0.0.1:${relay.port}`);
    const leaseMs = 8_000;
    await using cut = await openPostgresJournal({ url, leaseMs });
    await using other = await agentWithTools("other", { turns: [{ steps: [NOTE] }] });
    await using gateway = openGateway({
      journal: cut,
      services: async () => ({ openHub: patientHub }),
      model: scriptedModel([{ calls: [{ name: "mcp__s__note" }] }, { text: "Done." }]),
      agents: [other.agent],
    });
    await using client = await gateway.client({ answers: { "session/request_permission": allow } });
    const { sessionId } = await client.newSession({ cwd: "/", mcpServers: [declared(server)], ...forAgent(name) });
    await client.prompt(sessionId, "go");
    await server.until("call-end");
    const { pid } = await server.until("start");
    relay.cut("silent");
    await using another = await openPostgresJournal({ url: database.url, leaseMs });
    await using _ = await vi.waitFor(() => another.open(sessionId), { timeout: 60_000, interval: 20 });
    expect(isRunning(pid)).toBe(false);
    relay.mend();
  },
  120_000,
);

it("has ended the servers of a session that it hands over when another machine can open it", async () => {
  await using database = await createTestDatabase();
  const stdio = { ignoresEndOfInput: true, ignoresSigterm: true };
  await using server = await stdioServer({ tools: [{ name: "note" }], misbehaviour: { stdio } });
  await using journal = await openPostgresJournal(database);
  const model = spokenModel();
  await using gateway = openGateway({
    journal,
    machines: { address: () => "http://127.0.0.1:1", secret: "s", pools: [] },
    // Longer than the answer to `session/close` waits.
    services: async () => ({ openHub: impatientHub }),
    model,
  });
  await using client = await gateway.client();
  await using busy = await gateway.client();
  const { sessionId } = await client.newSession({ cwd: "/", mcpServers: [declared(server)] });
  const { pid } = await server.until("start");
  await server.until("message", ({ message }) => message["method"] === "tools/list");
  // A turn of another session keeps the machine from closing.
  const turn = busy.prompt((await busy.newSession({ cwd: "/" })).sessionId, "tell me");
  await vi.waitFor(() => expect(gateway.gateway.counts().runningSessions).toBe(1), { timeout: 30_000 });
  const closing = gateway.gateway.close({ withinMs: 60_000 });
  await using another = await openPostgresJournal(database);
  await using _ = await vi.waitFor(() => another.open(sessionId), { timeout: 30_000, interval: 20 });
  const isLeft = isRunning(pid);
  model.finish();
  await turn;
  await closing;
  expect(isLeft).toBe(false);
});

// The second takes longer than the answer to `session/close` is waited for.
it.each([1_500, 5_500])(
  "has ended servers that take twice %i ms of a session that waits for a person when another machine can open it",
  async (endMs) => {
    await using database = await createTestDatabase();
    const stdio = { ignoresEndOfInput: true, ignoresSigterm: true };
    await using server = await stdioServer({ tools: [{ name: "note" }], misbehaviour: { stdio } });
    await using journal = await openPostgresJournal(database);
    await using gateway = openGateway({
      journal,
      machines: { address: () => "http://127.0.0.1:1", secret: "s", pools: [] },
      services: async () => ({ openHub: endingHub(endMs) }),
      model: scriptedModel([{ calls: [{ name: "mcp__s__note" }] }, { text: "Done." }]),
    });
    const asked = Promise.withResolvers<void>();
    const noAnswer = new Promise<never>(() => {});
    const client = await gateway.client({
      answers: {
        "session/request_permission": () => {
          asked.resolve();
          return noAnswer;
        },
      },
    });
    const { sessionId } = await client.newSession({ cwd: "/", mcpServers: [declared(server)] });
    const { pid } = await server.until("start");
    client.prompt(sessionId, "go").catch(() => {});
    await asked.promise;
    const closing = gateway.gateway.close();
    await using another = await openPostgresJournal(database);
    await using _ = await vi.waitFor(() => another.open(sessionId), { timeout: 30_000, interval: 20 });
    const isLeft = isRunning(pid);
    await closing;
    expect(isLeft).toBe(false);
    const kinds = [];
    for await (const { kind } of another.records(sessionId)) kinds.push(kind);
    // Nothing of the end of the turn here: the next machine goes on with it.
    expect(kinds.slice(kinds.indexOf("session/request_permission") + 1)).not.toContain("tool_call_update");
  },
);

it.each(AGENTS)(
  "[N-01] %s: a call that was approved before the process was stopped is not made when it goes on",
  async (name) => {
    await using server = await startHttpServer({ tools: [{ name: "note" }] });
    const lease = { isHeld: true };
    await using journal = heldWhile(lease);
    await using other = await agentWithTools("other", { turns: [{ steps: [NOTE] }] });
    await using gateway = openGateway({
      journal,
      services: async () => ({ openHub: patientHub }),
      model: scriptedModel([{ calls: [{ name: "mcp__s__note" }] }, { text: "Done." }]),
      agents: [other.agent],
    });
    const approve: typeof allow = (request, context) => {
      lease.isHeld = false;
      return allow(request, context);
    };
    await using client = await gateway.client({ answers: { "session/request_permission": approve } });
    const mcpServers = [{ type: "http" as const, name: "s", url: server.url, headers: [] }];
    const { sessionId } = await client.newSession({ cwd: "/", mcpServers, ...forAgent(name) });
    await client.prompt(sessionId, "go");
    expect(lease.isHeld).toBe(false);
    expect(JSON.stringify(client.updates(sessionId))).toContain("Another machine may have taken the session over.");
    expect((await server.recorded()).map(({ type }) => type)).not.toContain("call-start");
  },
);

/** No timer has told yet that the lease is over. */
function heldWhile(lease: { readonly isHeld: boolean }): Journal {
  const journal = openMemoryJournal();
  return {
    ...journal,
    async create(session) {
      const writer = await journal.create(session);
      return Object.create(writer, { isHeld: { get: () => lease.isHeld } });
    },
  };
}

function declared({ command, args, env }: StdioServer) {
  return { name: "s", command, args: [...args], env: Object.entries(env).map(([name, value]) => ({ name, value })) };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no process has that number
  }
}
