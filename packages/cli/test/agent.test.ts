import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { descendantsOf } from "@tenon/testkit";
import { allow, loadSchemaCheck, spawnedClient } from "@tenon/testkit/acp";
import { stdioServer, type StdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connected, hearsReceipts } from "./connected.ts";
import { noConfiguration, tenon } from "./tenon.ts";

const schemaViolations = loadSchemaCheck();

it("[R109] a tool of a server given in session/new is called, and every line is ACP", async () => {
  await using server = await stdioServer({ tools: [{ name: "greet", description: "greet the world" }] });
  await using client = await agent();
  const { sessionId } = await client.newSession({ mcpServers: [acp(server)] });
  await connected(client, "world");
  await expect(client.prompt(sessionId, "greet the world")).resolves.toEqual({ stopReason: "end_turn" });
  expect(client.text(sessionId)).toContain("{}");
  expect(client.transcript.problems("agent")).toEqual([]);
  expect(schemaViolations(client.transcript.entries)).toEqual([]);
});

it("[R1] [R5] errors go to standard error, and standard output is kept for ACP", async () => {
  await using client = await agent();
  const missing = { name: "missing", command: "/no/such/program", args: [], env: [] };
  const { sessionId } = await client.newSession({ mcpServers: [missing] });
  await client.prompt(sessionId, "hello");
  await client.end();
  await client.exited;
  expect(client.stderr()).toContain("tenon: missing failed");
  expect(client.transcript.problems("agent")).toEqual([]);
  expect(schemaViolations(client.transcript.entries)).toEqual([]);
});

it("[G-12] five of them at once, in one folder and with one journal, all work", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tenon-five-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const env = { HOME: folder, TENON_DATA: join(folder, "data") };
  const clients = await Promise.all([1, 2, 3, 4, 5].map(() => agent(env)));
  for (const client of clients) stack.use(client);
  const answers = clients.map(async (client) => {
    const { sessionId } = await client.newSession({ cwd: folder });
    return await client.prompt(sessionId, "hello");
  });
  await expect(Promise.all(answers)).resolves.toEqual(clients.map(() => ({ stopReason: "end_turn" })));
  const { sessions } = (await clients[0]?.request("session/list", { cwd: folder })) ?? { sessions: [] };
  expect(sessions).toHaveLength(5);
});

it("answers every request that was sent before standard input ended", async () => {
  const env = { ...process.env, ...noConfiguration };
  const child = spawn(process.execPath, [tenon, "agent", "--model", "rehearsal", "--no-journal"], { env });
  const requests = [
    { method: "initialize", params: { protocolVersion: 1 } },
    { method: "session/new", params: { cwd: tmpdir(), mcpServers: [] } },
    { method: "session/list", params: {} },
  ];
  child.stdin.end(requests.map((request, id) => `${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`).join(""));
  const lines = (await text(child.stdout)).trimEnd().split("\n");
  const answers = lines.map((line) => JSON.parse(line)).filter((message) => "id" in message);
  // With an error, if the machine is so busy that a second is not enough.
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([0, 1, 2]));
});

describe("[G-01] [G-05] [G-07] [R22] [P1] [P6] leaves nothing behind, even in the middle of a call to a server that ignores everything", () => {
  it.each([
    ["standard input ends", (client: Agent) => void client.end()],
    ["it gets SIGTERM", (client: Agent) => client.kill("SIGTERM")],
    ["it gets SIGINT", (client: Agent) => client.kill("SIGINT")],
    ["it gets SIGKILL", (client: Agent) => client.kill("SIGKILL")],
  ])("when %s, and ends as docs/exit-codes.md says", async (how, leave) => {
    const stdio = { ignoresEndOfInput: true, ignoresSigterm: true, grandchild: "double-forked" } as const;
    const call = [{ type: "never-answer" } as const];
    await using server = await stdioServer({
      tools: [{ name: "greet", description: "greet the world", call }],
      misbehaviour: { stdio },
    });
    await using client = await agent();
    const family = descendantsOf(client.pid);
    // It uses up all the time it is given, so it is given little.
    const impatient = { ...acp(server), _meta: { tenon: { limits: { endMs: 300 } } } };
    const { sessionId } = await client.newSession({ mcpServers: [impatient] });
    await connected(client, "world");
    const turn = client.prompt(sessionId, "greet the world").catch(() => "no answer");
    await Promise.all([server.until("call-start"), server.until("start", ({ role }) => role === "grandchild")]);
    expect(await family.living()).not.toEqual([]);
    leave(client);
    const signal = /SIG\w+/.exec(how)?.[0];
    expect(await client.exited).toEqual(signal ? { code: null, signal } : { code: 0, signal: null });
    expect(await turn).toEqual(signal ? "no answer" : { stopReason: "cancelled" });
    await family.gone({ within: 30_000 });
    expect(client.transcript.problems("agent")).toEqual([]);
  });
});

type Agent = Awaited<ReturnType<typeof agent>>;

async function agent(env: Readonly<Record<string, string>> = {}) {
  const client = await spawnedClient(
    { command: process.execPath, args: [tenon, "agent", "--model", "rehearsal"], env: { ...noConfiguration, ...env } },
    { capabilities: hearsReceipts, answers: { "session/request_permission": allow } },
  );
  await client.initialize();
  return client;
}

function acp(server: StdioServer) {
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  return { name: "world", command: server.command, args: [...server.args], env };
}
