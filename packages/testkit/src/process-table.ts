/**
 * The processes of this machine that are alive. A zombie is not: it has ended, and only waits to be collected.
 *
 * A process is its pid together with its start, because pids are used again.
 */

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

export interface LivingProcess {
  readonly pid: number;
  readonly parent: number;
  /** Opaque; differs between two processes that had the same pid. */
  readonly started: string;
  readonly command: string;
}

export interface EnvironmentMark {
  readonly name: string;
  readonly value: string;
}

/** All living processes, or those started with this variable in their environment. */
export async function livingProcesses(mark?: EnvironmentMark): Promise<LivingProcess[]> {
  return process.platform === "linux" ? readProc(mark) : await askPs(mark);
}

/** Synchronously: the kernel answers from memory, and handing a thousand small reads to threads costs three times as much. */
function readProc(mark: EnvironmentMark | undefined): LivingProcess[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => readProcess(pid, mark)).filter((entry) => entry !== undefined);
}

function readProcess(pid: string, mark: EnvironmentMark | undefined): LivingProcess | undefined {
  try {
    if (mark) {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
      if (!environment.split("\0").includes(`${mark.name}=${mark.value}`)) return undefined;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    // The name stands in parentheses and may itself contain some.
    const nameEnd = stat.lastIndexOf(")");
    const [state = "", parent = "", ...rest] = stat.slice(nameEnd + 2).split(" ");
    if (hasEnded(state)) return undefined;
    const name = stat.slice(stat.indexOf("("), nameEnd + 1);
    const command = commandLine.replaceAll("\0", " ").trim() || name;
    return { pid: Number(pid), parent: Number(parent), started: rest[17] ?? "", command };
  } catch {
    return undefined; // ended while we looked, or another user's, which a test of ours cannot have started
  }
}

/** For systems without /proc; `ps` prints the environment after the command. */
export async function askPs(mark: EnvironmentMark | undefined): Promise<LivingProcess[]> {
  const flags = process.platform === "darwin" ? "-axEww" : "axeww";
  const columns = "pid=,ppid=,stat=,lstart=,command=";
  const { stdout } = await promisify(execFile)("ps", [flags, "-o", columns], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => {
    const parts = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s(.*)$/.exec(line);
    if (!parts) return [];
    const [, pid, parent, state = "", started = "", command = ""] = parts;
    if (hasEnded(state) || (mark && !command.split(" ").includes(`${mark.name}=${mark.value}`))) return [];
    return [{ pid: Number(pid), parent: Number(parent), started, command }];
  });
}

function hasEnded(state: string): boolean {
  return /^[ZX]/i.test(state);
}
