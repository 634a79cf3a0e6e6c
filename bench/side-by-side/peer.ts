/**
 * One agent under measurement: how it is launched, and its process with a client that answers at once.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

import type { RealAgent } from "../../tooling/real-agents/real-agent.ts";
import { searchPath } from "../../tooling/real-agents/install-agent.ts";
import type { ScriptedModel } from "./scripted-model.ts";

export interface Peer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The mode in which it asks the fewest questions is not set: what an agent asks, the client allows at once. */
  readonly folder: string;
}

export interface AgentProcess extends AsyncDisposable {
  readonly pid: number;
  request(method: string, params: object): Promise<Readonly<Record<string, unknown>>>;
}

/** How long an agent may take for one answer. */
const PATIENCE_MS = 60_000;

/** Tenon as it is installed, on the same API as most of the others. */
export function tenonPeer(program: string, folder: string, model: ScriptedModel): Peer {
  const args = [program, "agent", "--model", "openai-compatible/scripted"];
  return { name: "tenon", command: process.execPath, args, environment: compatible(folder, model), folder };
}

/** The libraries that Tenon stands on, and nothing else: `program` is what `bundleFloor` made. */
export function floorPeer(program: string, folder: string, model: ScriptedModel): Peer {
  return { name: "floor", command: process.execPath, args: [program], environment: compatible(folder, model), folder };
}

function compatible(home: string, model: ScriptedModel): Peer["environment"] {
  return {
    HOME: home,
    OPENAI_COMPATIBLE_BASE_URL: model.server.baseUrls["openai-chat"],
    OPENAI_COMPATIBLE_API_KEY: "fake-key",
  };
}

export async function realPeer(agent: RealAgent, program: string, home: string, model: ScriptedModel): Promise<Peer> {
  const { environment, files = {} } = agent.settings({ home, model: model.server });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const folder = join(home, "project");
  await mkdir(folder, { recursive: true });
  return { name: agent.name, command: program, args: agent.args, environment: { HOME: home, ...environment }, folder };
}

/** Starts it and sends `initialize`. Resolves when that is answered. The signal kills it, with all that it started. */
export async function startPeer(peer: Peer, { signal }: { readonly signal?: AbortSignal } = {}): Promise<AgentProcess> {
  signal?.throwIfAborted();
  const child = spawn(peer.command, peer.args, {
    cwd: peer.folder,
    env: { PATH: searchPath, ...peer.environment },
    stdio: ["pipe", "pipe", "ignore"],
    // A group of its own: some agents are a script that starts the agent.
    detached: true,
  });
  const exit = once(child, "exit");
  const kill = () => killGroup(child.pid);
  signal?.addEventListener("abort", kill);
  const waiting = new Map<number, PromiseWithResolvers<Readonly<Record<string, unknown>>>>();
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  child.stdin.on("error", () => {}); // the exit says more
  void exit.then(([code]) => {
    for (const { reject } of waiting.values()) reject(new Error(`${peer.name} exited with ${code}`));
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, method, params, result, error } = JSON.parse(line);
    if (method === "session/request_permission") {
      const { optionId } = params.options.find(({ kind }: { kind: string }) => kind.startsWith("allow")) ?? {};
      send({ id, result: { outcome: { outcome: "selected", optionId } } });
    } else if (method !== undefined) {
      if (id !== undefined) send({ id, error: { code: -32_601, message: "Method not found" } });
    } else if (error) waiting.get(id)?.reject(new Error(`${peer.name}: ${JSON.stringify(error)}`));
    else waiting.get(id)?.resolve(result);
  });
  let ids = 0;
  const request: AgentProcess["request"] = async (method, params) => {
    const answer = Promise.withResolvers<Readonly<Record<string, unknown>>>();
    const id = (ids += 1);
    waiting.set(id, answer);
    const timer = setTimeout(() => answer.reject(new Error(`${peer.name}: no answer to ${method}`)), PATIENCE_MS);
    send({ id, method, params });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };
  const agent: AgentProcess = {
    pid: child.pid ?? 0,
    request,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      const killer = setTimeout(kill, 5_000);
      await exit;
      clearTimeout(killer);
      signal?.removeEventListener("abort", kill);
      kill();
    },
  };
  try {
    await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    return agent;
  } catch (error) {
    kill();
    throw error;
  }
}

function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, "SIGKILL");
  } catch {
    // It has ended, and all of it.
  }
}
