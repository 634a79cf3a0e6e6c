/**
 * Which process holds a session, described so that another one can find out whether it still runs.
 */

import { hostname } from "node:os";

import { defined } from "@tenon/basis";
import { isRunning, processSpace, readProcessStat } from "@tenon/basis/node";

export interface Owner {
  readonly host: string;
  readonly pid: number;
  /** The machine's boot and pid namespace, and when the process started: where the platform has them. */
  readonly boot?: string;
  readonly pidSpace?: string;
  readonly started?: string;
  /** Where other machines reach it, if they can. */
  readonly address?: string;
}

export function thisProcess(): Owner {
  const started = readProcessStat(process.pid)?.startedAt.toString();
  return { host: hostname(), pid: process.pid, ...defined({ ...processSpace(), started }) };
}

/** A process on another machine, or in another container of this one, cannot be seen from here. */
export type OwnerState = "alive" | "gone" | "unknown";

export function stateOf(owner: Owner, self: Owner, { isShared } = { isShared: false }): OwnerState {
  if (owner.host !== self.host) return "unknown";
  // Of two machines that share a store, both may be called "localhost".
  if (isShared && (owner.boot === undefined || owner.boot !== self.boot)) return "unknown";
  if (owner.boot !== self.boot) return "gone";
  if (owner.pidSpace !== self.pidSpace) return "unknown";
  if (!isRunning(owner.pid)) return "gone";
  const stat = owner.started === undefined ? undefined : readProcessStat(owner.pid);
  if (!stat) return "alive";
  // A zombie runs no more; another start is another process with the same pid.
  return stat.startedAt.toString() !== owner.started || "ZX".includes(stat.state) ? "gone" : "alive";
}
