/**
 * `npm run client-tools [agent…]`: whether agents from npm use the files and terminals that
 * `tenon wrap --client-tools` lends them, on the stand-in model: an unsaved buffer is read, a file is written through the
 * client, a command runs in the client's terminal, and the agent's own tools are gone. No key, no account. With `--elsewhere`
 * the project is on another machine than the agent: its folder does not exist here.
 */

import { mkdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { openTerminals, type Terminals } from "@tenon/client";
import { allow, answerFiles, everyClientCapability, spawnedClient, type ClientAnswers } from "@tenon/testkit/acp";
import { startModelServer, text, toolCall, type ModelRequest } from "@tenon/testkit/model";

import { knownAgents } from "../../packages/proxy/src/agents/known-agents.ts";
import { buildTenon } from "../build-tenon.ts";
import { openAgentHome } from "../real-agents/agent-home.ts";
import { checkAgents } from "../real-agents/check-agents.ts";
import { installAgent } from "../real-agents/install-agent.ts";
import { lastWish } from "../real-agents/model-story.ts";
import type { RealAgent } from "../real-agents/real-agent.ts";
import type { LentTool } from "./lent-tool.ts";
import { nextMove } from "./model-moves.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: "string", default: join(tmpdir(), "tenon-real-agents") },
    elsewhere: { type: "boolean", default: false },
  },
});
await mkdir(values.folder, { recursive: true });
const folder = await realpath(values.folder);
const tenon = join(await buildTenon(), "bin", "tenon.mjs");
await checkAgents(positionals, check);

async function check(agent: RealAgent): Promise<readonly string[]> {
  const calls = new Map<string, { readonly tool: LentTool; readonly args: Readonly<Record<string, unknown>> }>();
  const made = new Map<string, Set<string>>();
  const offered = new Set<string>();
  await using model = await startModelServer({ script });
  await using home = await openAgentHome(agent, model);
  const { cwd, env } = home;
  const project = values.elsewhere ? "/client-only/project" : cwd;
  const path = (name: string) => join(project, name);
  await writeFile(join(cwd, "buffer.txt"), "on disk\n");
  calls.set("read", { tool: lent("Reads a file of the user's project"), args: { file_path: path("buffer.txt") } });
  calls.set("write", {
    tool: lent("Writes a file of the user's project"),
    args: { file_path: path("new.txt"), content: "by the model\n" },
  });
  calls.set("bash", {
    tool: lent("Runs a shell command in the user's project"),
    args: { command: "echo printed $((6*7))" },
  });
  const buffers = new Map([[path("buffer.txt"), "not saved\n"]]);
  const program = await installAgent(agent, { folder });
  const args = [tenon, "wrap", "--client-tools", "--", program, ...agent.args];
  const terminals = openTerminals({ newId: () => "client-terminal" })({ id: "trial", cwd, roots: [cwd] });
  const client = await spawnedClient(
    { command: process.execPath, args, cwd, env },
    { capabilities: everyClientCapability, answers: answers(buffers, terminals) },
  );
  try {
    await client.initialize();
    const { sessionId } = await client.newSession({
      cwd: project,
      mcpServers: [],
      ...(values.elsewhere && { _meta: { tenon: { tree: "client" } } }),
    });
    if (agent.mode !== undefined) await client.request("session/set_mode", { sessionId, modeId: agent.mode });
    for (const wish of calls.keys()) await client.prompt(sessionId, `Please [[${wish} now]]`);
  } finally {
    await client[Symbol.asyncDispose]();
    await terminals.close();
    await home.endProcesses();
  }
  const shown = JSON.stringify(client.transcript.messages("agent"));
  const own = knownAgents.find(({ name }) => name === agent.name)?.ownTools;
  const left = (own?.replaced ?? []).filter((name) => offered.has(name));
  const bodies = model.requests.map(({ rawBody }) => rawBody).join("\n");
  return [
    line("an unsaved buffer is read", bodies.includes("not saved")),
    line("a file is written through the client", buffers.get(path("new.txt")) === "by the model\n"),
    line(
      "a command runs in the client's terminal, which is in the call",
      shown.includes('"terminalId":"client-terminal"}]'),
    ),
    line("its output reaches the model", bodies.includes("printed 42")),
    line(
      own ? `its own tools are off ${left.join(" ")}`.trim() : "its own tools cannot be switched off",
      left.length === 0,
    ),
  ];

  function script(request: ModelRequest) {
    // Some agents have others work for them, such as for memories, with tools of their own.
    const isMain = request.tools.some(({ name }) => name.includes("tenon"));
    for (const { name } of isMain ? request.tools : []) offered.add(name);
    const wish = lastWish(request);
    const call = calls.get(wish?.split(" ")[0] ?? "");
    if (wish === undefined || !call || request.tools.length === 0) return text("That is all.");
    const before = made.get(wish) ?? new Set<string>();
    made.set(wish, before);
    if (before.has("done")) return text("That is all.");
    const move = nextMove(request, call.tool, before);
    if (!move) return text("That is all.");
    before.add(move.isCall ? "done" : move.id);
    const isIndirect = move.isCall && "arguments" in move.arguments;
    const args = isIndirect ? { ...move.arguments, arguments: call.args } : move.isCall ? call.args : move.arguments;
    return toolCall(move.tool, args);
  }
}

/** As a model finds it: by words of its description. */
function lent(word: string): LentTool {
  return { key: word, name: word, word, marker: word, script: { name: word, call: [] } };
}

function answers(buffers: Map<string, string>, terminals: Terminals): ClientAnswers {
  return {
    "session/request_permission": allow,
    ...answerFiles(buffers),
    "terminal/create": (request) => terminals.create({ ...request, cwd: null }),
    "terminal/output": (request) => terminals.output(request),
    "terminal/wait_for_exit": (request) => terminals.waitForExit(request, { signal: new AbortController().signal }),
    "terminal/kill": (request) => terminals.kill(request),
    "terminal/release": (request) => terminals.release(request),
  };
}

function line(what: string, isSo: boolean): string {
  return `${isSo ? "✓" : "✗"} ${what}`;
}
