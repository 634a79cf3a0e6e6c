/**
 * Runs `tenon run` as a person or a script would, in a home of its own.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type AgentScript, stdioAgent } from "@tenon/testkit/acp";

import { runInResident } from "../resident/resident-tenon.ts";
import { tenon } from "../tenon.ts";

export interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Home extends AsyncDisposable {
  readonly folder: string;
  /** The folder of the sessions. */
  readonly project: string;
  /** Runs it against a scripted agent, in the resident process; the words come after `tenon run --agent …`. */
  run(script: AgentScript, ...words: readonly string[]): Promise<Ended>;
  /** The same on a terminal of 80 columns. */
  runOnTerminal(script: AgentScript, ...words: readonly string[]): Promise<Ended>;
  /** The same in a process of its own. */
  start(script: AgentScript, ...words: readonly string[]): Started;
  /** Any command of `tenon`. */
  tenon(...words: readonly string[]): Promise<Ended>;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard output or standard error has these words. */
  said(words: string): Promise<void>;
}

export async function openHome(): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), "tenon-run-"));
  const project = join(folder, "project");
  await mkdir(project);
  const environment = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
  };
  const runTenon = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    screen: { readonly columns?: number } = {},
  ): Promise<Ended> => ({
    ...(await runInResident({ args, cwd: project, env: { ...environment, ...env }, ...screen })),
    signal: null,
  });
  const start: Home["start"] = (script, ...words) => {
    const [args, env] = commandOf(script, words);
    const options = { cwd: project, env: { ...environment, ...env } };
    return watch(spawn(process.execPath, [tenon, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] }));
  };
  return {
    folder,
    project,
    start,
    run: (script, ...words) => runTenon(...commandOf(script, words)),
    runOnTerminal: (script, ...words) => runTenon(...commandOf(script, words), { columns: 80 }),
    tenon: (...words) => runTenon(words),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The words after `tenon`, and the environment that the agent reads its script from. */
function commandOf(script: AgentScript, words: readonly string[]) {
  const { command, args, env = {} } = stdioAgent(script);
  const commandLine = [command, ...args].map((word) => `'${word}'`).join(" ");
  return [["run", "--agent", commandLine, ...words], env] as const;
}

function watch(child: ChildProcess): Started {
  let stdout = "";
  let stderr = "";
  const listeners = new Set<() => void>();
  const hear = () => {
    for (const listener of listeners) listener();
  };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    hear();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    hear();
  });
  const ended = once(child, "close").then(() => ({ code: child.exitCode, signal: child.signalCode, stdout, stderr }));
  return {
    child,
    ended,
    async said(words) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const look = () => (stdout + stderr).includes(words) && resolve();
      listeners.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended without saying ${words}:\n${stdout}\n${stderr}`)));
      await promise;
      listeners.delete(look);
    },
  };
}
