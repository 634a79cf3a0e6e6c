/**
 * `node tooling/node.mjs tooling/arrival/provided-servers.ts [agent…]`: whether agents from npm behind `tenon serve` call a tool
 * of an MCP server that a client provides over ACP, on the stand-in model; whether a call survives a lost connection of that
 * client, run once; and whether they call servers of an editor behind `tenon connect`. No key, no account.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

import type { McpServer } from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { homeVariables } from "@tenon/client";
import {
  allow,
  everyClientCapability,
  messageWire,
  scriptedClient,
  type ScriptedClient,
  spawnedClient,
} from "@tenon/testkit/acp";
import {
  type ProvidedServer,
  providedServer,
  providing,
  startHttpServer,
  startSseServer,
  stdioServer,
} from "@tenon/testkit/mcp";
import { startModelServer } from "@tenon/testkit/model";
import { WebSocket } from "ws";

import { buildTenon } from "../build-tenon.ts";
import { openAgentHome } from "../real-agents/agent-home.ts";
import { checkAgents } from "../real-agents/check-agents.ts";
import { installAgent } from "../real-agents/install-agent.ts";
import type { RealAgent } from "../real-agents/real-agent.ts";
import { lentTool } from "./lent-tool.ts";
import { levelOf } from "./levels.ts";
import { toolStory } from "./tool-story.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: "string", default: join(tmpdir(), "tenon-real-agents") } },
});
await mkdir(values.folder, { recursive: true });
const folder = await realpath(values.folder);
const tenon = join(await buildTenon(), "bin", "tenon.mjs");
const INTRODUCTION = { _meta: { tenon: { client: "provided-servers" } } };
await checkAgents(positionals, check);

async function check(agent: RealAgent): Promise<readonly string[]> {
  const echo = lentTool("echo", "arrival_echo");
  const gated = lentTool("gated", "arrival_gated", [{ type: "wait-for-release", gate: "open" }]);
  const local = {
    stdio: lentTool("stdio", "arrival_stdio"),
    http: lentTool("http", "arrival_http"),
    sse: lentTool("sse", "arrival_sse"),
  };
  const story = toolStory([echo, gated, ...Object.values(local)]);
  await using model = await startModelServer({ script: story.script });
  await using server = providedServer({ revision: "2026-07-28", tools: [echo.script, gated.script] });
  const program = await installAgent(agent, { folder });
  await using home = await openAgentHome(agent, model, { programs: dirname(program) });
  const { cwd, env } = home;
  await using gateway = await serve([program, ...agent.args], { cwd, env });
  try {
    const laptop = await gateway.connect({ alpha: server });
    const { sessionId } = await laptop.newSession({ cwd, mcpServers: [declared("alpha")] });
    if (agent.mode !== undefined) await laptop.request("session/set_mode", { sessionId, modeId: agent.mode });
    await laptop.prompt(sessionId, story.promptFor(echo));
    // droid and qwen do not wait for their servers.
    if ((await levelOf(echo, { server, model, story })) !== "returned") {
      await laptop.prompt(sessionId, story.promptFor(echo));
    }
    const first = await levelOf(echo, { server, model, story });
    void laptop.prompt(sessionId, story.promptFor(gated)).catch(() => {}); // its connection is lost
    await server.until("call-start", ({ tool }) => tool === gated.name);
    await laptop.drop();
    const back = await gateway.connect({ beta: server });
    await back.request("session/resume", { sessionId, cwd, mcpServers: [declared("beta")] });
    server.release("open");
    await back.transcript.when(({ text }) => text.includes("_tenon/session/turn_ended"));
    const second = await levelOf(gated, { server, model, story });
    const calls = (await server.recorded()).filter(
      (record) => record.type === "call-start" && record.tool === gated.name,
    );
    await back.drop();
    const overConnect = await checkConnect();
    return [
      line(`a tool of a server that the client provides: ${first}`, first === "returned"),
      line(
        `a call while the client reconnects: ${second}, run ${calls.length} time(s)`,
        second === "returned" && calls.length === 1,
      ),
      ...overConnect,
    ];
  } finally {
    await gateway[Symbol.asyncDispose]();
    await home.endProcesses();
  }

  /** The editor's servers, started here by `tenon connect` and called from there. */
  async function checkConnect(): Promise<readonly string[]> {
    const near = await mkdtemp(join(tmpdir(), "tenon-near-"));
    await using stdio = await stdioServer({ revision: "2025-11-25", tools: [local.stdio.script] });
    await using http = await startHttpServer({ http: { keepsConnections: true }, tools: [local.http.script] });
    await using sse = await startSseServer({ tools: [local.sse.script] });
    const editor = await spawnedClient(
      {
        command: process.execPath,
        args: [tenon, "connect", gateway.url, "--token-file", gateway.tokenFile],
        cwd: near,
        env: { ...homeVariables(near), TENON_DATA: join(near, "data") },
      },
      { capabilities: everyClientCapability, answers: { "session/request_permission": allow } },
    );
    try {
      await editor.initialize();
      const env = Object.entries(stdio.env).map(([name, value]) => ({ name, value }));
      const mcpServers: McpServer[] = [
        { name: "one", command: stdio.command, args: [...stdio.args], env },
        { type: "http", name: "two", url: http.url, headers: [] },
        { type: "sse", name: "three", url: sse.url, headers: [] },
      ];
      const { sessionId } = await editor.newSession({ cwd, mcpServers });
      if (agent.mode !== undefined) await editor.request("session/set_mode", { sessionId, modeId: agent.mode });
      const lines: string[] = [];
      for (const [name, started] of Object.entries({ stdio, http, sse })) {
        const tool = local[name as keyof typeof local];
        const witnesses = { server: started, model, story };
        await editor.prompt(sessionId, story.promptFor(tool));
        if ((await levelOf(tool, witnesses)) !== "returned") await editor.prompt(sessionId, story.promptFor(tool));
        const level = await levelOf(tool, witnesses);
        lines.push(line(`a ${name} server behind tenon connect: ${level}`, level === "returned"));
      }
      return lines;
    } finally {
      await editor[Symbol.asyncDispose]();
      await rm(near, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

async function serve(
  command: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
) {
  const agent = command.join(" ");
  const child = spawn(process.execPath, [tenon, "serve", "--json", "--port", "0", "--agent", agent], {
    cwd,
    env: { ...env, TENON_DATA: join(dirname(cwd), "data") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const { value: printed } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (printed === undefined) throw new Error("tenon serve has ended");
  const { url, tokenFile }: { readonly url: string; readonly tokenFile: string } = JSON.parse(printed);
  const headers = { Authorization: `Bearer ${(await readFile(tokenFile, "utf8")).trim()}` };
  return {
    url,
    tokenFile,
    async connect(servers: Readonly<Record<string, ProvidedServer>>): Promise<ScriptedClient> {
      const provider = providing(servers);
      const address = `ws://${new URL(url).host}/acp`;
      const client = scriptedClient(messageWire(createWebSocketStream(address, { WebSocket, headers })), {
        capabilities: everyClientCapability,
        answers: { "session/request_permission": allow, ...provider.answers },
      });
      provider.through(client);
      await client.initialize(INTRODUCTION);
      return client;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

/** The protocol's stable types do not have it. */
function declared(serverId: string): never {
  return { type: "acp", name: "lent", serverId } as never;
}

function line(what: string, isSo: boolean): string {
  return `${isSo ? "✓" : "✗"} ${what}`;
}
