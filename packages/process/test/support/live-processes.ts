/**
 * Who is still there, asked of the system and not of the code under test.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The pids of processes with this text in their environment. A zombie has no environment left. */
export function liveProcesses(text: string): readonly number[] {
  if (process.platform !== "linux") return liveProcessesByPs(text);
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readIfThere(`/proc/${pid}/environ`).includes(text)).map(Number);
}

/** Who is left with this text in their environment, when they have had time to go. */
export function leftOver(text: string): Promise<readonly number[]> {
  return eventually(
    () => liveProcesses(text),
    (pids) => pids.length === 0,
  );
}

/** There is no event for processes of others, so this one helper polls, within bounds. */
export async function eventually<T>(look: () => T, isAsExpected: (seen: T) => boolean): Promise<T> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const seen = look();
    if (isAsExpected(seen) || performance.now() > deadline) return seen;
    await sleep(20);
  }
}

/** Whether a process is there and not a zombie. */
export function isLive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^[^Z\s]/.test(stdout.trim());
}

/** The live child processes of a process. */
export function childrenOf(pid: number): readonly number[] {
  const columns = ["-o", "ppid=", "-o", "pid=", "-o", "stat="];
  const lines = execFileSync("ps", ["-A", ...columns], { encoding: "utf8" }).split("\n");
  const rows = lines.map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([parent, child, state]) =>
    Number(parent) === pid && !state?.startsWith("Z") ? Number(child) : [],
  );
}

function liveProcessesByPs(text: string): readonly number[] {
  const flags = process.platform === "darwin" ? "-axEww" : "axeww";
  const lines = execFileSync("ps", [flags, "-o", "pid=", "-o", "command="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10));
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return ""; // Gone meanwhile, or not ours to read.
  }
}
