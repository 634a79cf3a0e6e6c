/**
 * One way to ask which processes live, on every POSIX system.
 */

import { setImmediate } from "node:timers/promises";

import type { ProcessEntry } from "./process-entry.ts";
import { readProc } from "./read-proc.ts";
import { readPs } from "./read-ps.ts";

const hasProc = process.platform === "linux" || process.platform === "android";

export interface ProcessTable {
  /** The table as it is after this call; empty if the system does not report one. */
  read(): Promise<readonly ProcessEntry[]>;
}

/** Those who ask in the same turn of the event loop share one reading: ten children that end together cost one. */
export function createProcessTable(): ProcessTable {
  let next: Promise<readonly ProcessEntry[]> | undefined;
  return { read: () => (next ??= readSoon()) };

  async function readSoon(): Promise<readonly ProcessEntry[]> {
    await setImmediate();
    next = undefined;
    return hasProc ? readProc() : readPs();
  }
}
