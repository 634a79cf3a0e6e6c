/**
 * Which process it is: its pid, and when it started, because pids are used again.
 */

import { execFile } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { promisify } from "node:util";

import { errorCode } from "../error-message.ts";

export interface ProcessStat {
  /** One letter, as in `ps`: Z and X have ended. */
  readonly state: string;
  readonly parentPid: number;
  readonly groupId: number;
  readonly sessionId: number;
  /** In the kernel's ticks since boot: good for comparing. */
  readonly startedAt: number;
  readonly isKernelThread: boolean;
  readonly environmentEnd: number;
}

/** Linux only; undefined if the process is gone or the system has no /proc. */
export function readProcessStat(pid: number): ProcessStat | undefined {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (text === undefined) return undefined;
  // The name comes before, in parentheses, and may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parentPid, groupId, sessionId] = fields;
  return {
    state,
    parentPid: Number(parentPid),
    groupId: Number(groupId),
    sessionId: Number(sessionId),
    startedAt: Number(fields[19]),
    isKernelThread: fields[20] === "0",
    environmentEnd: Number(fields[48]),
  };
}

/** Whether any process has this pid, ours to signal or not. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** Where a pid means the same process: a boot of the machine, and one of its pid namespaces. Linux only. */
export function processSpace(): { readonly boot: string | undefined; readonly pidSpace: string | undefined } {
  return {
    boot: attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    pidSpace: attempt(() => readlinkSync("/proc/self/ns/pid")),
  };
}

// A machine that cannot run ps in this time will not run it in more.
const PS_MS = 1_000;

/** When a process started, on the system's own scale, for comparing; undefined where the system does not say. */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === "linux" || process.platform === "android") return readProcessStat(pid)?.startedAt.toString();
  if (process.platform === "win32") return undefined;
  const options = { env: { PATH: "/bin:/usr/bin", LC_ALL: "C" }, timeout: PS_MS };
  const ps = promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)], options);
  return await ps.then(
    ({ stdout }) => stdout.trim(),
    () => undefined, // it is gone, or ps is not allowed
  );
}

/** Whether the process that was seen with this start time still runs. */
export async function isSameProcess(seen: { readonly pid: number; readonly startedAt?: string }): Promise<boolean> {
  if (!isRunning(seen.pid)) return false;
  const startedAt = await processStart(seen.pid);
  return startedAt === undefined || seen.startedAt === undefined || startedAt === seen.startedAt;
}

function attempt(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined; // the process is gone, or this platform has no such file
  }
}
