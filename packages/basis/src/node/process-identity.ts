/**
 * Which process it is: its pid, and when it started, because pids are used again.
 */

import { readFileSync } from "node:fs";

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
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
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
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
