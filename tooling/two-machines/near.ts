/**
 * The machine of the editor: an editor with an unsaved buffer and terminals, `tenon connect`, and three MCP servers.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { McpServer } from "@agentclientprotocol/sdk";
import { homeVariables, openTerminals } from "@tenon/client";
import { allow, answerFiles, everyClientCapability, spawnedClient } from "@tenon/testkit/acp";
import { startHttpServer, startSseServer, stdioServer } from "@tenon/testkit/mcp";

import { BUFFER, type Place, tools } from "./place.ts";

export interface Gateway {
  readonly url: string;
  readonly token: string;
  readonly mode?: string;
}

export async function runNear({ tenon, near }: Place, { url, token, mode }: Gateway): Promise<void> {
  const project = join(near, "project");
  await mkdir(project);
  const path = join(project, "buffer.txt");
  await writeFile(path, "on disk\n");
  await writeFile(join(near, "token"), token);
  const [stdioTool, httpTool, sseTool] = tools.map(({ script }) => ({ tools: [script] }));
  await using stdio = await stdioServer({ revision: "2025-11-25", ...stdioTool });
  await using http = await startHttpServer({ http: { keepsConnections: true }, ...httpTool });
  await using sse = await startSseServer({ ...sseTool });
  const terminals = openTerminals({ newId: () => crypto.randomUUID() })({ id: "near", cwd: project, roots: [project] });
  let created = 0;
  const editor = await spawnedClient(
    {
      command: process.execPath,
      args: [tenon, "connect", url, "--token-file", join(near, "token")],
      cwd: project,
      env: { ...homeVariables(near), TENON_DATA: join(near, "data"), NODE_EXTRA_CA_CERTS: join(near, "ca.pem") },
    },
    {
      capabilities: everyClientCapability,
      answers: {
        "session/request_permission": allow,
        ...answerFiles(new Map([[path, `${BUFFER}\n`]])),
        "terminal/create": (request) => {
          created += 1;
          return terminals.create(request);
        },
        "terminal/output": (request) => terminals.output(request),
        "terminal/wait_for_exit": (request) => terminals.waitForExit(request, { signal: new AbortController().signal }),
        "terminal/kill": (request) => terminals.kill(request),
        "terminal/release": (request) => terminals.release(request),
      },
    },
  );
  await editor.initialize();
  const env = Object.entries(stdio.env).map(([name, value]) => ({ name, value }));
  const mcpServers: McpServer[] = [
    { name: "one", command: stdio.command, args: [...stdio.args], env },
    { type: "http", name: "two", url: http.url, headers: [] },
    { type: "sse", name: "three", url: sse.url, headers: [] },
  ];
  const { sessionId } = await editor.newSession({ cwd: project, mcpServers });
  if (mode !== undefined) await editor.request("session/set_mode", { sessionId, modeId: mode });
  const servers = { stdio, http, sse };
  const calls = async (key: keyof typeof servers) =>
    (await servers[key].recorded()).filter(({ type }) => type === "call-start").length;
  for (const key of ["stdio", "http", "sse"] as const) {
    await editor.prompt(sessionId, `Please [[${key} now]]`);
    // Some agents do not wait for their servers in the first turn.
    if ((await calls(key)) === 0) await editor.prompt(sessionId, `Please [[${key} again]]`);
  }
  await editor.prompt(sessionId, "Please [[read now]]");
  await editor.prompt(sessionId, "Please [[run now]]");
  const ran = await readFile(join(project, "ran.txt"), "utf8").catch(() => "");
  const counts = { stdio: await calls("stdio"), http: await calls("http"), sse: await calls("sse") };
  await editor[Symbol.asyncDispose]();
  await terminals.close();
  console.log(JSON.stringify({ calls: counts, terminals: created, ranHere: ran !== "" }));
  process.exit();
}
