/**
 * `tenon serve` as it is installed, in a process of its own, and a client that speaks ACP with it.
 */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { WebSocket } from "ws";

import { buildPage } from "../tooling/build-page.ts";

export interface InstalledTenon extends AsyncDisposable {
  /** Its own, and the home of its user. */
  readonly folder: string;
  serve(options?: {
    readonly agent?: readonly string[];
    readonly node?: readonly string[];
    readonly flags?: readonly string[];
  }): Promise<ServingTenon>;
}

export interface ServingTenon extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** A client over WebSocket that has sent `initialize`. */
  connect(): Promise<AcpClient>;
}

export interface AcpClient extends Disposable {
  request(method: string, params: object): Promise<Answer>;
}

export interface Answer {
  readonly sessionId: string;
}

export async function installTenon(): Promise<InstalledTenon> {
  await buildPage();
  const build = ["tooling/node.mjs", "--bin", "tsdown", "--filter", "packages/cli", "--logLevel", "warn"];
  execFileSync(process.execPath, build);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-bench-")));
  for (const part of ["bin", "dist", "package.json"]) {
    await cp(join("packages/cli", part), join(folder, part), { recursive: true });
  }
  return {
    folder,
    serve: ({ agent, node = [], flags = [] } = {}) =>
      serve(folder, [...node, join(folder, "bin/tenon.mjs")], agent, flags),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Of a process since its start, in microseconds. As Linux counts it, in hundredths of a second. */
export async function processorTime(pid: number): Promise<number> {
  const [, fields = ""] = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10_000;
}

async function serve(
  folder: string,
  program: readonly string[],
  agent: readonly string[] | undefined,
  more: readonly string[],
): Promise<ServingTenon> {
  const flags = [...more, "--port", "0", "--json", "--model", "rehearsal", "--agent", "tenon"];
  const other = agent ? ["--agent", agent.join(" ")] : [];
  const child = spawn(process.execPath, [...program, "serve", ...flags, ...other], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url, tokenFile } = JSON.parse(String(line));
  const token = (await readFile(tokenFile, "utf8")).trim();
  return {
    url,
    token,
    pid: child.pid ?? 0,
    connect: () => connect(url, token),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

async function connect(url: string, token: string): Promise<AcpClient> {
  const socket = new WebSocket(`${url}/acp`, { headers: { Authorization: `Bearer ${token}` } });
  const waiting = new Map<unknown, PromiseWithResolvers<Answer>>();
  socket.on("message", (data) => {
    const text = Buffer.isBuffer(data) ? data.toString() : "";
    // Session updates are measured elsewhere.
    if (text.includes('"session/update"')) return;
    const { id, result, error } = JSON.parse(text);
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  await once(socket, "open");
  let ids = 0;
  const request = (method: string, params: object) => {
    const answered = Promise.withResolvers<Answer>();
    waiting.set((ids += 1), answered);
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: ids, method, params }));
    return answered.promise;
  };
  await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  return { request, [Symbol.dispose]: () => socket.terminate() };
}
