/**
 * Which process holds a session, told so that another one can find out whether it still lives.
 */

import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

export interface Owner {
  readonly host: string;
  readonly pid: number;
  /** The machine's start and the space in which the pid counts, and when the process began: where the platform tells. */
  readonly boot?: string;
  readonly pidSpace?: string;
  readonly started?: string;
}

export function thisProcess(): Owner {
  const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const pidSpace = attempt(() => readlinkSync("/proc/self/ns/pid"));
  const started = attempt(() => readStat(process.pid).started);
  return {
    host: hostname(),
    pid: process.pid,
    ...(boot !== undefined && { boot }),
    ...(pidSpace !== undefined && { pidSpace }),
    ...(started !== undefined && { started }),
  };
}

/** A process on another machine, or in another container of this one, cannot be seen from here. */
export type OwnerState = "alive" | "gone" | "unknown";

export function stateOf(owner: Owner, self: Owner): OwnerState {
  if (owner.host !== self.host) return "unknown";
  if (owner.boot !== self.boot) return "gone";
  if (owner.pidSpace !== self.pidSpace) return "unknown";
  if (!isRunning(owner.pid)) return "gone";
  if (owner.started === undefined) return "alive";
  const stat = attempt(() => readStat(owner.pid));
  // A zombie runs no more; another start is another process with the same pid.
  const isAnother = stat !== undefined && stat.started !== owner.started;
  return isAnother || stat?.state === "Z" || stat?.state === "X" ? "gone" : "alive";
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

function readStat(pid: number): { readonly state: string | undefined; readonly started: string | undefined } {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before the last parenthesis may hold spaces and parentheses of its own.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0], started: fields[19] };
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined; // this platform has no such file
  }
}
