import { kill } from "node:process";
import { fileURLToPath } from "node:url";

import { createSharedConnections } from "@tenon/hub";
import { startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";
import { createLineSplitter } from "@tenon/basis";

import { createProcessBudget } from "../src/connection/stdio/process-budget.ts";
import { createRevisionMemory } from "../src/connection/protocol/revision-memory.ts";
import { StdioTransport } from "../src/connection/stdio/stdio-transport.ts";
import { httpSpec, insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const echo = { name: "echo" };
const crash = { name: "crash", call: [{ type: "crash", exitCode: 9 } as const] };

it("[P14] a server that cannot start is not started for ever, and once more when it is asked for", async () => {
  const misbehaviour = { stdio: { exitAtOnce: { exitCode: 1 } } };
  await using server = await stdioServer({ revision: "2025-11-25", tools: [echo], misbehaviour });
  const pauses: number[] = [];
  const pauseMs = (attempt: number) => (pauses.push(attempt), 0);
  const spec = { ...stdioSpec("s", server), options: { revision: "2025-11-25" as const } };
  await using hub = openTestHub([spec], { pauseMs });
  await hub.until("s", "failed", 6);
  expect(pauses).toEqual([0, 1, 2, 3, 4]);
  expect((await server.recorded()).filter(({ type }) => type === "start")).toHaveLength(6);
});

it("[P48] ten calls after a crash share one new start", async () => {
  await using server = await stdioServer({ tools: [echo, crash] });
  await using hub = openTestHub([stdioSpec("s", server)]);
  await hub.ready();
  await hub.call("mcp__s__crash", {}).catch(() => {});
  await Promise.all(Array.from({ length: 10 }, () => hub.call("mcp__s__echo", {})));
  expect((await server.recorded()).filter(({ type }) => type === "start")).toHaveLength(2);
});

it("[P16] [O-05] a server that died in its sleep is found out by the next call, and replaced", async () => {
  await using server = await stdioServer({ tools: [echo] });
  let now = 0;
  await using hub = openTestHub([stdioSpec("s", server, { endMs: 300 })], { now: () => now });
  await hub.ready();
  const { pid } = await server.until("start");
  kill(pid, "SIGSTOP");
  now += 10 * 60_000;
  await expect(hub.call("mcp__s__echo", {})).resolves.toBeDefined();
  expect(hub.warnings.join()).toContain("did not answer after a long silence");
});

it("a parked server has no process, keeps its tools, and starts again when it is called", async () => {
  await using server = await stdioServer({ tools: [echo] });
  await using hub = openTestHub([stdioSpec("s", server)]);
  await hub.ready();
  await hub.park();
  await server.until("end");
  expect(hub.catalogue.tools.map(({ tool }) => tool)).toEqual(["echo"]);
  expect(hub.servers[0]?.receipt.state).toBe("listed");
  await hub.call("mcp__s__echo", {});
  expect((await server.recorded()).filter(({ type }) => type === "start")).toHaveLength(2);
  // A call in the middle of it waits for the next start.
  await Promise.all([hub.park(), hub.call("mcp__s__echo", {})]);
  await hub.park();
  hub.retry();
  await hub.until("s", "listed", 4);
});

it("a server is not parked while a call runs on it", async () => {
  await using server = await stdioServer({ tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }] });
  await using hub = openTestHub([stdioSpec("s", server)]);
  await hub.ready();
  const cancelling = new AbortController();
  const call = hub.call("mcp__s__wait", {}, { signal: cancelling.signal });
  await server.until("call-start");
  await hub.park();
  cancelling.abort();
  await expect(call).rejects.toThrow();
  expect((await server.recorded()).filter(({ type }) => type === "start")).toHaveLength(1);
});

it("[P62] tools are listed once, not with every offer", async () => {
  await using server = await startHttpServer({ tools: [echo] });
  await using hub = openTestHub([httpSpec("s", server)]);
  await hub.ready();
  for (let request = 0; request < 5; request += 1) hub.offer("hello");
  expect(server.requests.filter(({ body }) => body.includes('"tools/list"'))).toHaveLength(1);
});

it("[P52] that a server speaks only the older revision is believed for a day", () => {
  let now = 0;
  const memory = createRevisionMemory({ now: () => now });
  const spec = { type: "http", name: "s", url: "https://example.com/mcp", headers: {} } as const;
  memory.remember(spec, { revision: "2025-11-25" });
  expect(memory.recall(spec)).toMatchObject({ revision: "2025-11-25" });
  expect(memory.recall({ ...spec, headers: { a: "b" } })).toBeUndefined();
  now += 25 * 60 * 60_000;
  expect(memory.recall(spec)).toBeUndefined();
});

it("[P26] [B-03] a line of 64 MiB in small pieces is read in one go, and one byte more is refused", () => {
  const longest = 64 * 1024 * 1024;
  const pieceLength = 16 * 1024;
  // A new one each time: the splitter frees what it was given.
  const push = () => reader.push(Buffer.alloc(pieceLength, "x"));
  const lengths: number[] = [];
  const heads: string[] = [];
  const reader = createLineSplitter({
    maxBytes: longest,
    onLine: (line) => lengths.push(line.length),
    onTooLong: (head) => heads.push(head),
  });
  for (let sent = 0; sent < longest; sent += pieceLength) push();
  reader.push(Buffer.from("\nnext\nlast"));
  reader.end();
  expect(lengths).toEqual([longest, 4, 4]);
  for (let sent = 0; sent < longest; sent += pieceLength) push();
  expect(heads).toEqual([]);
  reader.push(Buffer.from("y"));
  expect(heads).toHaveLength(1);
});

it("[P86] a tool that only runs as a task is called as one, and shows how it is getting on", async () => {
  const script = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"));
  const everything = { type: "stdio", name: "e", command: process.execPath, args: [script, "stdio"], env: {} } as const;
  // It does not end with its standard input.
  await using hub = openTestHub([everything], { limits: { endMs: 1 } });
  await hub.until("e", "listed");
  const told: string[] = [];
  const { forModel } = await hub.call(
    "mcp__e__simulate-research-query",
    { topic: "mortise and tenon" },
    { onProgress: ({ message }) => message !== undefined && told.push(message) },
  );
  expect(forModel.isError).toBe(false);
  expect(JSON.stringify(forModel.parts)).toContain("mortise and tenon");
  expect(told.length).toBeGreaterThan(0);
});

it.each(["2025-11-25", "2026-07-28"] as const)(
  "[P55] prompts and resources of %s are read, and their changes passed on",
  async (revision) => {
    const messages = [{ role: "user", content: { type: "text", text: "Hello" } }];
    const prompts = [{ name: "greet", messages }];
    const resources = [{ uri: "note:///a", name: "a", text: "A note" }];
    await using server = await stdioServer({ revision, tools: [echo], prompts, resources });
    const changes = Promise.withResolvers<unknown>();
    await using hub = openTestHub([stdioSpec("s", server)], { onListChange: changes.resolve });
    await hub.until("s", "listed");
    const client = await hub.client("s");
    await expect(client.listPrompts()).resolves.toMatchObject({ prompts: [{ name: "greet" }] });
    await expect(client.getPrompt({ name: "greet" })).resolves.toMatchObject({ messages });
    await expect(client.readResource({ uri: "note:///a" })).resolves.toMatchObject({ contents: [{ text: "A note" }] });
    if (revision === "2026-07-28") await server.until("listener-join");
    server.notifyListChanged("prompts");
    await expect(changes.promise).resolves.toEqual({ server: "s", list: "prompts" });
  },
);

it.each([["initialize"], ["tools/list"]])(
  "[H-05] [H-03] a server that falls silent at %s has failed when its time is up",
  async (method) => {
    const misbehaviour = { silentOn: [method], stdio: { stderrFloodBytes: 100 } };
    await using server = await stdioServer({ revision: "2025-11-25", tools: [echo], misbehaviour });
    const spec = stdioSpec("s", server, { startMs: 1_500, revision: "2025-11-25" });
    await using hub = openTestHub([spec]);
    const { reason } = await hub.until("s", "failed");
    expect(reason).toMatch(method === "initialize" ? /did not answer within 1500 ms.*stderr:\n\S/s : /timed out/);
  },
);

it("[M30] more than ten servers are all connected", async () => {
  await using server = await startHttpServer({ tools: [echo] });
  const specs = Array.from({ length: 11 }, (_, index) => httpSpec(`s${index}`, server));
  await using hub = openTestHub(specs);
  for (const { name } of specs) await hub.until(name, "listed");
});

it("the catalogue holds so many tools at most, and says how many are left out", async () => {
  const tools = Array.from({ length: 8 }, (_, index) => ({ name: `tool-${index}` }));
  await using server = await stdioServer({ tools });
  await using hub = openTestHub([stdioSpec("s", server)], { limits: { tools: 5 } });
  await hub.until("s", "listed");
  expect(hub.catalogue.tools).toHaveLength(5);
  expect(hub.warnings).toContain("s lists 8 tools; 5 are kept, because a session holds at most 5 tools");
});

it("[M30] a session has no more servers than its limit, and the refusal names the setting", async () => {
  await using server = await startHttpServer({ tools: [echo] });
  const specs = Array.from({ length: 3 }, (_, index) => httpSpec(`s${index}`, server));
  await using hub = openTestHub(specs, { limits: { servers: 2 } });
  await expect(hub.until("s2", "failed")).resolves.toMatchObject({
    reason: "A session has at most 2 servers; raise limits.servers in tenon.json",
  });
  await hub.until("s1", "listed");
});

it("[M26] sessions share one limit of server processes, which closing a session frees", async () => {
  await using server = await stdioServer({ tools: [echo] });
  const shared = { budget: createProcessBudget(), limits: { processes: 1 }, pauseMs: () => 10 };
  const first = openTestHub([stdioSpec("s", server)], shared);
  await first.until("s", "listed");
  await using second = openTestHub([stdioSpec("s", server)], shared);
  await expect(second.until("s", "failed")).resolves.toMatchObject({
    reason: expect.stringMatching(/^1 MCP server processes are running, and the limit is 1.*limits\.processes/),
  });
  await first.close();
  await second.restart("s");
  await second.until("s", "listed");
});

it("each person has a limit of server processes within that of the machine, which is read for each process", () => {
  const budget = createProcessBudget();
  let most = 1;
  const alice = budget.of("alice", () => most);
  const bob = budget.of("bob", () => 5);
  const first = alice.take(3);
  expect(() => budget.of("alice", () => most).take(3)).toThrow(
    /Your sessions run 1 .* your limit is 1.*ask an administrator/,
  );
  most = 2;
  alice.take(3);
  bob.take(3);
  expect(() => bob.take(3)).toThrow(/^3 MCP server processes are running, and the limit is 3.*--max-servers/);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  bob.take(3);
  expect(() => alice.take(3)).toThrow(/^3 MCP/);
});

it("[C4] a program that is ended while it is being started does not run on", async () => {
  const command = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"], cwd: "/", env: {} };
  const count = () => createProcessBudget().take(1);
  const transport = new StdioTransport(command, { count, endMs: 1_000, onNoise() {} });
  const starting = transport.start();
  await transport.close();
  await expect(starting).rejects.toThrow("was stopped while it was starting");
});

it("[M22] a server gets the time it needs to end, as limits.endMs says", async () => {
  await using server = await stdioServer({ tools: [echo], misbehaviour: { stdio: { endGate: "saved" } } });
  const patient = openTestHub([stdioSpec("s", server, { endMs: 60_000 })]);
  await patient.until("s", "listed");
  const closing = patient.close();
  await server.until("input-end");
  server.release("saved");
  await server.until("end");
  await closing;
  await using other = await stdioServer({ tools: [echo], misbehaviour: { stdio: { endGate: "saved" } } });
  const impatient = openTestHub([stdioSpec("s", other, { endMs: 1 })]);
  await impatient.until("s", "listed");
  await impatient.close();
  expect((await other.recorded()).map(({ type }) => type)).not.toContain("end");
});

it.each([false, true])("[N-01] a server whose session is lost is not given that time (shared: %s)", async (shared) => {
  await using server = await stdioServer({ tools: [echo], misbehaviour: { stdio: { endGate: "saved" } } });
  const lost = new AbortController();
  const options = { lost: lost.signal, shared: createSharedConnections() };
  const hub = openTestHub([stdioSpec("s", server, { endMs: 600_000, shared })], options);
  await hub.until("s", "listed");
  lost.abort();
  await hub.close();
  expect((await server.recorded()).map(({ type }) => type)).not.toContain("end");
});

it("[M22] a server that has never answered is not given that time", async () => {
  const deaf = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.stderr.write("deaf");';
  const command = { command: process.execPath, args: ["-e", deaf], cwd: "/", env: {} };
  const count = () => createProcessBudget().take(1);
  const { promise: isDeaf, resolve: onStderr } = Promise.withResolvers<string>();
  const transport = new StdioTransport(command, { count, endMs: 600_000, onNoise() {}, onStderr });
  await transport.start();
  await isDeaf;
  await transport.close();
});

it("[P56] stops reporting a tool as unusable once it is fixed or removed", async () => {
  const hidden = { properties: { "a\u200Bb": {} } };
  const broken = ["one", "two"].map((name) => ({ name, inputSchema: hidden }));
  await using server = await stdioServer({ revision: "2025-11-25", tools: [echo, ...broken] });
  await using hub = openTestHub([stdioSpec("s", server)]);
  await hub.until("s", "listed");
  expect(hub.catalogue.warnings).toMatchObject([{ code: "unusable-tools" }]);
  server.changeTools({ replace: [{ name: "one" }], remove: ["two"] });
  await hub.untilTools((tools) => tools.includes("one"));
  expect(hub.catalogue.warnings).toEqual([]);
});

it("[O-20] plain http is for this machine only", async () => {
  await using hub = openTestHub([{ type: "http", name: "far", url: "http://example.com/mcp", headers: {} }]);
  await expect(hub.until("far", "failed")).resolves.toMatchObject({ reason: expect.stringContaining("use https") });
});

it("[K-15] [P31] what a server was given in secret is in no receipt and no warning", async () => {
  const stdio = { exitAtOnce: { exitCode: 1, stderr: "bad token: s3cr3t-t0k3n-value" } };
  await using server = await stdioServer({ misbehaviour: { stdio } });
  const spec = stdioSpec("s", server);
  await using hub = openTestHub([{ ...spec, env: { ...server.env, API_TOKEN: "s3cr3t-t0k3n-value" } } as typeof spec]);
  const { reason } = await hub.until("s", "failed");
  expect(reason).toContain("bad token");
  expect(reason).not.toContain("s3cr3t");
});

it("[K-15] nor in the failure of a call", async () => {
  const call = [{ type: "crash", exitCode: 1, stderr: "bad token: s3cr3t-t0k3n-value\n" } as const];
  await using server = await stdioServer({ tools: [{ name: "leak", call }] });
  const spec = stdioSpec("s", server);
  await using hub = openTestHub([{ ...spec, env: { ...server.env, API_TOKEN: "s3cr3t-t0k3n-value" } } as typeof spec]);
  await hub.until("s", "listed");
  const failure = await hub.call("mcp__s__leak", {}).catch((error: unknown) => String(error));
  expect(failure).toContain("bad token");
  expect(failure).not.toContain("s3cr3t");
});

it("[H-05] a server that hangs at its start is restarted by hand, and is not reported as failed", async () => {
  const misbehaviour = { onlyFirstStarts: 1, silentOn: ["initialize", "server/discover"] };
  await using server = await stdioServer({ tools: [echo], misbehaviour });
  await using hub = openTestHub([stdioSpec("s", server)]);
  await server.until("start");
  await hub.restart("s");
  await hub.until("s", "listed");
  expect(hub.receipts.map(({ state }) => state)).toEqual([
    "declared",
    "admitted",
    "restarting",
    "admitted",
    "started",
    "listed",
  ]);
});

it("[G-14] [G-11] twenty restarts by hand leave one process, and are no failures", async () => {
  await using server = await stdioServer({ tools: [echo] });
  await using hub = openTestHub([stdioSpec("s", server)]);
  await hub.until("s", "listed");
  for (let restart = 1; restart <= 20; restart += 1) {
    await hub.restart("s");
    await hub.until("s", "listed", restart + 1);
  }
  await expect(hub.call("mcp__s__echo", {})).resolves.toBeDefined();
  expect(hub.receipts.filter(({ state }) => state === "failed")).toEqual([]);
});

it.each(["2025-11-25", "2026-07-28"] as const)(
  "a server behind a channel of the program's own speaks %s",
  async (revision) => {
    await using server = await stdioServer({ revision, tools: [echo, crash] });
    const { command, args } = server;
    const env = { ...process.env, ...server.env };
    const open = () =>
      new StdioTransport(
        { command, args, cwd: "/", env },
        { count: () => createProcessBudget().take(1), endMs: 1_000, onNoise() {} },
      );
    await using hub = openTestHub([{ type: "channel", name: "c", open }]);
    await hub.until("c", "listed");
    expect(hub.servers[0]?.info?.revision).toBe(revision);
    await expect(hub.call("mcp__c__crash", {})).rejects.toThrow();
    await expect(hub.call("mcp__c__echo", {})).resolves.toBeDefined();
  },
);
