/**
 * MCP servers of the editor's machine, called by an agent behind a gateway on another one.
 */

import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import type { McpServer, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { markedProcesses } from "@tenon/testkit";
import { everyClientCapability, stdioAgent } from "@tenon/testkit/acp";
import { startHttpServer, startSseServer, stdioServer, type StdioServer } from "@tenon/testkit/mcp";
import { type ModelRequest, text, toolCall } from "@tenon/testkit/model";
import { expect, it } from "vitest";

import { tenon } from "../tenon.ts";
import { type ConnectedOptions, connectedEditor } from "./connected-editor.ts";

const ECHO = { tools: [{ name: "echo", title: "Echo", call: [{ type: "echo" }] }] } as const;

it("the agent over there calls a stdio, an HTTP and an SSE server of this machine, and nothing secret crosses", async () => {
  await using local = await stdioServer(ECHO);
  await using http = await startHttpServer(ECHO);
  await using sse = await startSseServer(ECHO);
  const questions: RequestPermissionRequest[] = [];
  await using place = await connectedEditor({
    script: calling("mcp__local__echo", "mcp__web__echo", "mcp__old__echo"),
    ...allowing(questions),
  });
  const { client, network } = place;
  await client.initialize();
  const headers = [{ name: "X-Key", value: "planted-header-secret" }];
  const { sessionId } = await client.newSession({
    cwd: place.project,
    mcpServers: [
      entryOf(local, { PLANTED: "planted-variable-secret" }),
      { type: "http", name: "web", url: http.url, headers },
      { type: "sse", name: "old", url: sse.url, headers },
    ],
  });
  await client.prompt(sessionId, "call them");
  expect(client.text(sessionId)).toContain("done");
  const results = client.updates(sessionId).filter((update) => JSON.stringify(update).includes("hello from there"));
  expect(results.length).toBeGreaterThanOrEqual(3);
  expect(questions.map(({ toolCall: { name, rawInput } }) => [name, rawInput])).toEqual(
    ["local", "web", "old"].map((server) => [`mcp__${server}__echo`, { word: "hello from there" }]),
  );
  expect(JSON.stringify(questions[0])).toContain(`at http://${network.address}`);
  const crossed = network.bytes();
  const secrets = ["planted-header-secret", "planted-variable-secret", local.args.at(-1) ?? "", http.url, sse.url];
  expect(secrets.filter((secret) => crossed.includes(secret))).toEqual([]);
});

it("a server of the user's configuration is lent like the editor's, and one that a rule denies gets no call", async () => {
  await using local = await stdioServer(ECHO);
  await using other = await stdioServer(ECHO);
  const questions: RequestPermissionRequest[] = [];
  await using place = await connectedEditor({
    script: calling("mcp__mine__echo", "mcp__other__echo"),
    ...allowing(questions),
    flags: ["--deny", "other/*", "--allow", "mine"],
    configure: async (folder) => {
      const { command, args, env } = local;
      await mkdir(join(folder, "tenon"), { recursive: true });
      const mine = { command, args, env };
      await writeFile(join(folder, "tenon", "tenon.json"), JSON.stringify({ mcpServers: { mine } }));
    },
  });
  const { client } = place;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: place.project, mcpServers: [entryOf(other, {}, "other")] });
  await client.prompt(sessionId, "call them");
  expect(questions).toEqual([]);
  expect(await callsOf(local)).toBe(1);
  expect(await callsOf(other)).toBe(0);
  expect(client.updates(sessionId)).toContainEqual(expect.objectContaining({ status: "failed" }));
  expect(JSON.stringify(client.updates(sessionId))).toContain("--deny other/*");
  await client.end();
  await expect(client.exited).resolves.toMatchObject({ code: 0 });
});

it.each(["while the line is down", "after it is back"])(
  "a call that runs when the line is cut goes on, runs once, and its result arrives when it ends %s",
  async (when) => {
    await using local = await stdioServer({
      tools: [
        {
          name: "echo",
          call: [{ type: "progress", times: 1 }, { type: "wait-for-release", gate: "go" }, { type: "echo" }],
        },
      ],
    });
    await using place = await connectedEditor({ script: calling("mcp__local__echo"), ...allowing([]) });
    const { client, network } = place;
    await client.initialize();
    const { sessionId } = await client.newSession({ cwd: place.project, mcpServers: [entryOf(local, {})] });
    const turn = client.prompt(sessionId, "call it");
    await local.until("call-start");
    network.down();
    if (when === "while the line is down") local.release("go");
    if (when === "while the line is down") await local.until("call-end");
    network.up();
    await client.transcript.when(({ text }) => text.includes("Reconnected to"));
    if (when === "after it is back") local.release("go");
    await expect(turn).resolves.toMatchObject({ stopReason: "end_turn" });
    expect(client.text(sessionId)).toContain("done");
    const ended = client.updates(sessionId).filter((update) => JSON.stringify(update).includes('"completed"'));
    expect(ended).toHaveLength(1);
    expect(JSON.stringify(ended)).toContain("hello from there");
    expect(await callsOf(local)).toBe(1);
    await client.end();
    await local.until("input-end");
  },
);

it("another agent over there, which takes no such servers, calls one of this machine after one question", async () => {
  await using local = await stdioServer(ECHO);
  const questions: RequestPermissionRequest[] = [];
  const step = {
    type: "mcp",
    server: "tenon",
    tool: "local__echo",
    arguments: { word: "from another" },
    ask: true,
  } as const;
  const { command, args, env = {} } = stdioAgent({ turns: [{ steps: [step] }] });
  const agent = [command, ...args].join(" ");
  await using place = await connectedEditor({
    script: () => text("not asked"),
    serve: ["--agent", agent],
    serveEnvironment: env,
    flags: ["--agent", agent],
    ...allowing(questions),
  });
  const { client } = place;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: place.project, mcpServers: [entryOf(local, {})] });
  await client.prompt(sessionId, "call it");
  expect(client.text(sessionId)).toContain("from another");
  expect(questions.map(({ toolCall: { name } }) => name)).toEqual(["mcp__local__echo"]);
  expect(JSON.stringify(questions)).toContain(`at http://${place.network.address}`);
  expect(await callsOf(local)).toBe(1);
});

it("an answer for good is revoked while the session runs, and every decision is in the journal of this machine", async () => {
  await using local = await stdioServer(ECHO);
  const asked: string[] = [];
  await using place = await connectedEditor({
    script: (request) =>
      wasCalled(request) ? text("done") : toolCall("mcp__local__echo", { word: "hello from there" }),
    capabilities: everyClientCapability,
    answers: {
      "session/request_permission": async ({ toolCall: { name }, options }) => {
        asked.push(name ?? "");
        const option = options.findLast(({ kind }) => kind === "allow_always");
        return { outcome: { outcome: "selected", optionId: option?.optionId ?? "" } };
      },
    },
  });
  const { client, data, config } = place;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: place.project, mcpServers: [entryOf(local, {})] });
  await client.prompt(sessionId, "one");
  await client.prompt(sessionId, "two");
  expect(asked).toHaveLength(1);
  const here = async (...args: readonly string[]) =>
    (
      await promisify(execFile)(process.execPath, [tenon, ...args], {
        env: { ...process.env, TENON_DATA: data, XDG_CONFIG_HOME: config },
      })
    ).stdout;
  const [, id = ""] = /"id":\s*"([^"]+)"/.exec(await here("tools", "grants", "--json")) ?? [];
  await here("tools", "grants", "--revoke", id);
  await client.prompt(sessionId, "three");
  expect(asked).toHaveLength(2);
  await client.end();
  await client.exited;
  const records = (await here("log", "show", "last", "--raw")).split("\n");
  expect(records.filter((record) => /decision.*The agent at http.*local echo/.test(record))).toHaveLength(3);
});

it("[D-08] killed, it leaves no server behind, and its session goes on over there", async () => {
  const name = "TENON_TEST_CONNECT";
  const mark = { name, value: crypto.randomUUID() };
  await using local = await stdioServer({ tools: [{ name: "echo", call: [{ type: "never-answer" }] }] });
  await using place = await connectedEditor({ script: calling("mcp__local__echo"), ...allowing([]) });
  const { client, gateway } = place;
  await client.initialize();
  const mcpServers = [entryOf(local, { [name]: mark.value })];
  const { sessionId } = await client.newSession({ cwd: place.project, mcpServers });
  client.prompt(sessionId, "call it").catch(() => {});
  await local.until("call-start");
  client.kill("SIGKILL");
  await markedProcesses(mark).gone({ within: 30_000 });
  const found = await fetch(`http://${gateway.address}/api/sessions/${sessionId}`, gateway);
  expect(await found.json()).toMatchObject({ isLive: true });
});

/** Calls the tools one after the other, then says that it is done. */
function calling(...tools: readonly string[]): ConnectedOptions["script"] {
  return ({ messages }: ModelRequest) => {
    const done = messages.filter((message) => JSON.stringify(message).includes('"role":"tool"')).length;
    const next = tools[done];
    return next === undefined ? text("done") : toolCall(next, { word: "hello from there" });
  };
}

function allowing(questions: RequestPermissionRequest[]): Pick<ConnectedOptions, "answers" | "capabilities"> {
  return {
    capabilities: everyClientCapability,
    answers: {
      "session/request_permission": async (question) => {
        questions.push(question);
        return { outcome: { outcome: "selected", optionId: "allow-once" } };
      },
    },
  };
}

async function callsOf(server: StdioServer): Promise<number> {
  return (await server.recorded()).filter((record) => record.type === "call-start").length;
}

function entryOf({ command, args, env }: StdioServer, more: Record<string, string>, name = "local"): McpServer {
  const variables = Object.entries({ ...env, ...more }).map(([key, value]) => ({ name: key, value }));
  return { name, command, args: [...args], env: variables };
}

/** Whether the tool has answered the last prompt. */
function wasCalled({ messages }: ModelRequest): boolean {
  return JSON.stringify(messages.at(-1)).includes('"role":"tool"');
}
