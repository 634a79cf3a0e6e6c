/**
 * Runs commands of `tenon` one after another in a process that stays, for tests of what a command prints and does. What a
 * process does (signals, pipes, what is left behind) is tested on a process of its own, and so is each command once.
 */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { installation } from "../tenon.ts";

export interface Command {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Standard output is a terminal of so many columns. */
  readonly columns?: number;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let resident: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Standard input is empty, standard output no terminal unless it has columns. */
export function runInResident(command: Command): Promise<CommandResult> {
  const result = last.then(() => request(command));
  last = result.catch(() => {});
  return result;
}

async function request(command: Command): Promise<CommandResult> {
  const child = (resident ??= start());
  const leave = new AbortController();
  child.channel?.ref();
  try {
    child.send(command);
    const answer = once(child, "message", { signal: leave.signal });
    const exit = once(child, "exit", { signal: leave.signal }).then(([code, signal]) => {
      resident = undefined;
      throw new Error(`tenon ${command.args.join(" ")} ended the resident process: ${String(code ?? signal)}`);
    });
    const [result]: CommandResult[] = await Promise.race([answer, exit]);
    if (!result) throw new Error("The resident process answered nothing");
    return result;
  } finally {
    leave.abort();
    child.channel?.unref();
  }
}

function start(): ChildProcess {
  const child = fork(fileURLToPath(new URL("main.ts", import.meta.url)), [installation], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.unref();
  return child;
}
