/**
 * The machine of the agent: `tenon serve` behind TLS, and the stand-in model. Prints where it is; when its input ends, which
 * of the words that only the other machine has were put before the model.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { createServer } from "node:tls";

import { homeVariables } from "@tenon/client";
import { type ModelRequest, startModelServer, text, toolCall } from "@tenon/testkit/model";

import type { LentTool } from "../arrival/lent-tool.ts";
import { nextMove } from "../arrival/model-moves.ts";
import { openAgentHome } from "../real-agents/agent-home.ts";
import { realAgents } from "../real-agents/agents.ts";
import { installAgent } from "../real-agents/install-agent.ts";
import { lastWish } from "../real-agents/model-story.ts";
import { type Place, tools, WORDS } from "./place.ts";

const PORT = 8443;
// In a namespace every port is free.
const INNER_PORT = 7411;

export async function runFar({ agent: name, tenon, far, near, address, programs }: Place): Promise<void> {
  const made = new Map<string, Set<string>>();
  await using model = await startModelServer({ script });
  const real = realAgents.find((each) => each.name === name);
  const program = real && (await installAgent(real, { folder: programs }));
  await using home = real && (await openAgentHome(real, model, { programs: dirname(program ?? "") }));
  const agent = real ? [program, ...real.args].join(" ") : "tenon";
  const ours = ["--model", "openai-compatible/gpt-oss-120b"];
  const url = `https://${address}:${PORT}`;
  const flags = ["--json", "--port", String(INNER_PORT), "--public-url", url, "--agent", agent, ...(real ? [] : ours)];
  const env = home?.env ?? { ...homeVariables(far), PATH: process.env["PATH"] ?? "", ...model.environment };
  const serve = spawn(process.execPath, [tenon, "serve", ...flags], {
    cwd: far,
    env: { ...env, TENON_DATA: join(far, "data") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("SIGTERM", () => {
    serve.kill();
    process.exit(1);
  });
  const { value: printed = "" } = await createInterface({ input: serve.stdout })[Symbol.asyncIterator]().next();
  const { tokenFile } = JSON.parse(printed);
  const [key, cert] = await Promise.all(["key.pem", "cert.pem"].map((file) => readFile(join(far, file))));
  const proxy = createServer({ key, cert }, (socket) => {
    const inner = connect(INNER_PORT, "127.0.0.1");
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const)
      one.on("error", () => {}).once("close", () => other.destroy());
    socket.pipe(inner).pipe(socket);
  });
  proxy.listen(PORT, address);
  await once(proxy, "listening");
  const token = (await readFile(tokenFile, "utf8")).trim();
  console.log(JSON.stringify({ url, token, mode: real?.mode }));
  for await (const _ of process.stdin);
  serve.kill();
  await once(serve, "exit");
  await home?.endProcesses();
  const seen = model.requests.map(({ rawBody }) => rawBody).join("\n");
  console.log(JSON.stringify(Object.fromEntries(WORDS.map((word) => [word, seen.includes(word)]))));
  process.exit();

  function script(request: ModelRequest) {
    const wish = lastWish(request);
    const [what = ""] = wish?.split(" ") ?? [];
    const lent = wishes(join(near, "project")).get(what);
    if (wish === undefined || !lent || request.tools.length === 0) return text("That is all.");
    const before = made.get(wish) ?? new Set<string>();
    made.set(wish, before);
    if (before.has("done")) return text("That is all.");
    const own = request.tools.find((each) => each.name === lent.ours?.name);
    if (own) return before.add("done") && toolCall(own, lent.ours?.args ?? {});
    const move = nextMove(request, lent.tool, before);
    if (!move) return text("That is all.");
    before.add(move.isCall ? "done" : move.id);
    if (!move.isCall) return toolCall(move.tool, move.arguments);
    const isIndirect = "arguments" in move.arguments;
    return toolCall(move.tool, isIndirect ? { ...move.arguments, arguments: lent.args } : lent.args);
  }
}

interface Wish {
  readonly tool: LentTool;
  readonly args: Readonly<Record<string, unknown>>;
  /** The same by a tool of our own agent. */
  readonly ours?: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
}

/** What a prompt can wish for. Lent files and terminals are found by words of their descriptions. */
function wishes(project: string): ReadonlyMap<string, Wish> {
  const path = join(project, "buffer.txt");
  const line = "echo printed $((6*7)); hostname > ran.txt";
  const lent = (word: string): LentTool => ({
    key: word,
    name: word,
    word,
    marker: word,
    script: { name: word, call: [] },
  });
  return new Map<string, Wish>([
    ...tools.map((tool) => [tool.key, { tool, args: {} }] as const),
    [
      "read",
      {
        tool: lent("Reads a file of the user's project"),
        args: { file_path: path },
        ours: { name: "read_file", args: { path } },
      },
    ],
    [
      "run",
      {
        tool: lent("Runs a shell command in the user's project"),
        args: { command: line },
        ours: { name: "run_command", args: { line } },
      },
    ],
  ]);
}
