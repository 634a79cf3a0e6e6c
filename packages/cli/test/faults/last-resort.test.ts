import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { allow, byteWire, calls, messageWire, scriptedClient, spawnedClient } from "@tenon/testkit/acp";
import { stdioServer, type StdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { describeFault, installLastResort } from "../../src/process/last-resort.ts";
import { type ServedGateway, startServe } from "../served/served-gateway.ts";
import { ProgramWebSocket } from "../served/web-socket.ts";
import { noConfiguration, tenon } from "../tenon.ts";

const FAULTS = ["listener", "timer", "tick", "microtask", "rejection"] as const;
const INJECT = pathToFileURL(join(import.meta.dirname, "../fixtures/inject-faults.mjs")).href;

describe("an error that nothing catches in tenon agent", () => {
  it("ends the session that it belongs to, which says why, and no other", async () => {
    await using server = await stdioServer({
      tools: FAULTS.map((fault) => ({ name: fault, call: [{ type: "result", result: said(`boom-${fault}`) }] })),
    });
    await using healthy = await stdioServer({
      tools: [{ name: "greet", call: [{ type: "wait-for-release", gate: "go" }, { type: "echo" }] }],
    });
    await using client = await agent();
    const { sessionId: other } = await client.newSession({ mcpServers: [acp("healthy", healthy)] });
    const turn = client.prompt(other, "use mcp__healthy__greet");
    await healthy.until("call-start");
    for (const fault of FAULTS) {
      const { sessionId } = await client.newSession({ mcpServers: [acp("bad", server, { TENON_INJECT: "boom" })] });
      await expect(client.prompt(sessionId, `use mcp__bad__${fault}`)).rejects.toMatchObject({
        code: -32603,
        message: `This session was ended by an internal error; load it to continue: injected ${fault}`,
      });
      expect(client.text(sessionId)).toContain(
        `This session was ended by an internal error; load it to continue: injected ${fault}`,
      );
      await expect(client.prompt(sessionId, "hello")).rejects.toMatchObject({ code: -32002 });
      await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
      await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
      expect(client.stderr()).toContain(`Session ${sessionId} was ended.\nError: injected ${fault}`);
    }
    healthy.release("go");
    await expect(turn).resolves.toEqual({ stopReason: "end_turn" });
    expect(client.transcript.problems("agent")).toEqual([]);
    await client.end();
    await expect(client.exited).resolves.toEqual({ code: 0, signal: null });
  });

  it.skipIf(process.platform === "win32")("is only reported if it belongs to no session", async () => {
    await using client = await agent();
    const { sessionId } = await client.newSession();
    client.kill("SIGUSR2");
    await expect.poll(() => client.stderr()).toContain("No session was ended.\nError: injected signal");
    await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
  });

  it.skipIf(process.platform === "win32")("is reported in the user's language once there is a session", async () => {
    await using client = await agent({ LC_ALL: "zh_CN.UTF-8" });
    await client.newSession();
    client.kill("SIGUSR2");
    await expect.poll(() => client.stderr()).toContain("没有会话因此结束。\nError: injected signal");
  });
});

it("ends that session for all its clients in tenon serve, and no other", async () => {
  await using folder = await temporaryFolder();
  await using server = await stdioServer({
    tools: [{ name: "timer", call: [{ type: "result", result: said("boom-timer") }] }],
  });
  const environment = { NODE_OPTIONS: `--import=${INJECT}` };
  await using gateway = await startServe({ data: folder.path, flags: ["--model", "rehearsal"], environment });
  const [one, two] = await Promise.all([served(gateway), served(gateway)]);
  const { sessionId: other } = await two.newSession();
  const { sessionId } = await one.newSession({
    cwd: folder.path,
    mcpServers: [acp("bad", server, { TENON_INJECT: "boom" })],
  });
  await two.request("session/resume", { sessionId, cwd: folder.path, mcpServers: [] });
  const reason = "This session was ended by an internal error; load it to continue: injected timer";
  await expect(one.prompt(sessionId, "use mcp__bad__timer")).rejects.toMatchObject({ code: -32603, message: reason });
  for (const client of [one, two]) {
    const { text } = await client.transcript.when(calls("_tenon/session/closed"));
    expect(JSON.parse(text).params).toEqual({ sessionId, reason });
  }
  await expect(two.prompt(other, "hello")).resolves.toEqual({ stopReason: "end_turn" });
  await two.request("session/load", { sessionId, cwd: folder.path, mcpServers: [] });
  await expect(two.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
  expect(gateway.stderr()).toContain('"event":"internal-error"');
  await Promise.all([one.drop(), two.drop()]);
});

it("survives a closed standard error", async () => {
  await using folder = await temporaryFolder();
  const child = spawn(process.execPath, [tenon, "agent", "--model", "rehearsal"], {
    env: { ...process.env, ...noConfiguration, TENON_DATA: folder.path },
    stdio: "pipe",
  });
  child.stderr.destroy();
  const stdio = { readable: Readable.toWeb(child.stdout), writable: Writable.toWeb(child.stdin) };
  const client = scriptedClient(byteWire(stdio));
  await client.initialize();
  const missing = { name: "missing", command: "/no/such/program", args: [], env: [] };
  for (let round = 0; round < 3; round += 1) {
    const { sessionId } = await client.newSession({ mcpServers: [missing] });
    await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
  }
  const exited = once(child, "exit");
  await client.end();
  expect(await exited).toEqual([0, null]);
});

describe("the last resort", () => {
  it("gives up when errors come without end", () => {
    let time = 0;
    const exits: number[] = [];
    const reports: string[] = [];
    using _ = installLastResort({
      now: () => time,
      exit: (code) => exits.push(code),
      report: (fault) => reports.push(describeFault(fault).split("\n")[0] ?? ""),
    });
    // As Node.js does; a real one would fail this test.
    const fault = process.listeners("uncaughtException").at(-1);
    for (let count = 0; count < 100; count += 1) {
      fault?.(new Error("again"), "uncaughtException");
      time += 600;
    }
    expect(exits).toEqual([]);
    for (let count = 0; count < 5; count += 1) fault?.(new Error("again"), "uncaughtException");
    expect(exits[0]).toBe(1);
    expect(reports.at(-1)).toContain("More than 20 errors in 10 s: exiting.");
  });
});

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "tenon-last-resort-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function served({ address, headers }: ServedGateway) {
  const stream = createWebSocketStream(`ws://${address}/acp`, { WebSocket: ProgramWebSocket, headers });
  const client = scriptedClient(messageWire(stream), { answers: { "session/request_permission": allow } });
  await client.initialize();
  return client;
}

async function agent(environment: Readonly<Record<string, string>> = {}) {
  const { path: data, [Symbol.asyncDispose]: remove } = await temporaryFolder();
  const client = await spawnedClient(
    {
      command: process.execPath,
      args: [tenon, "agent", "--model", "rehearsal"],
      env: { ...noConfiguration, TENON_DATA: data, NODE_OPTIONS: `--import=${INJECT}`, ...environment },
    },
    { answers: { "session/request_permission": allow } },
  );
  await client.initialize();
  return {
    ...client,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await remove();
    },
  };
}

function acp(name: string, server: StdioServer, more: Readonly<Record<string, string>> = {}) {
  const env = Object.entries({ ...server.env, ...more }).map(([name, value]) => ({ name, value }));
  return { name, command: server.command, args: [...server.args], env };
}

function said(text: string) {
  return { content: [{ type: "text", text }] };
}
