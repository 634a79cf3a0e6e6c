/**
 * `tenon serve` as a person starts it: a process, with a home, a data folder and a project of its own, and a model that
 * says what the test has it say.
 *
 * What is killed can be started again: on the same port, with the same data.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { type Answer, startModelServer } from "@tenon/testkit/model";

import { buildTenon } from "../../../../tooling/build-tenon.ts";

export interface ServedGateway extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** The folder that sessions work in. */
  readonly project: string;
  /** Of the user who has started it, and the folder where other people may work. */
  readonly home: string;
  /** What the model answers from now on, one for each time that it is asked. */
  answer(...answers: readonly Answer[]): void;
  /** What the model was asked so far. */
  requests(): readonly unknown[];
  /** With no time to put anything in order. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

const tenon = join(await buildTenon(), "bin/tenon.mjs");

export interface ServeOptions {
  /** The command lines of other agents for its sessions. */
  readonly agents?: readonly string[];
  /** Any free one by default. */
  readonly port?: number;
  /** More arguments of `tenon serve`, for which files may be written to the folder. */
  readonly words?: (folder: string) => Promise<readonly string[]>;
}

export async function serveGateway({
  agents: others = [],
  port: wanted = 0,
  words,
}: ServeOptions = {}): Promise<ServedGateway> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-page-")));
  const [home, project] = [join(folder, "home"), join(folder, "project")];
  await Promise.all([home, project].map((path) => mkdir(path)));
  const answers: Answer[] = [];
  const asked: unknown[] = [];
  const model = await startModelServer({
    script(request) {
      asked.push(request);
      return answers.shift();
    },
  });
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    ...model.environment,
  };
  let child: ChildProcess;
  let port = String(wanted);
  const more = (await words?.(folder)) ?? [];
  const printed = await start();

  return {
    url: printed.url,
    token: (await readFile(printed.tokenFile, "utf8")).trim(),
    project,
    home,
    answer: (...next) => void answers.splice(0, answers.length, ...next),
    requests: () => asked,
    kill,
    async start() {
      await start();
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await model.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function start(): Promise<{ readonly url: string; readonly tokenFile: string }> {
    const agents = ["tenon", ...others].flatMap((name) => ["--agent", name]);
    const line = ["serve", "--json", "--port", port, ...agents, "--model", "openai/gpt-6-sol", ...more];
    const started = spawn(process.execPath, [tenon, ...line], { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    const complaints: Buffer[] = [];
    started.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
    const lines = createInterface({ input: started.stdout });
    const { value } = await lines[Symbol.asyncIterator]().next();
    if (typeof value !== "string") throw new Error(`tenon serve has ended: ${Buffer.concat(complaints).toString()}`);
    const said = JSON.parse(value) as { readonly url: string; readonly tokenFile: string };
    port = new URL(said.url).port;
    return said;
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}
