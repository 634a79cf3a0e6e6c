/**
 * Watches for processes that should be gone: the descendants of one, or all that were started with a mark in their
 * environment, wherever they hang in the tree by now.
 */

import { setTimeout as sleep } from "node:timers/promises";

import { livingProcesses, type EnvironmentMark, type LivingProcess } from "./process-table.ts";

export interface ProcessProbe {
  /** Who is alive now. */
  living(): Promise<readonly LivingProcess[]>;
  /** Resolves when no process is left; rejects with a `ProcessesLeftError` if one is after `within` milliseconds. */
  gone(options: { readonly within: number }): Promise<void>;
}

export class ProcessesLeftError extends Error {
  readonly code = "processes_left";
  readonly details: { readonly left: readonly LivingProcess[] };

  constructor(left: readonly LivingProcess[], within: number) {
    super(`Still alive after ${within} ms:\n${left.map(({ pid, command }) => `  ${pid} ${command}`).join("\n")}`);
    this.name = "ProcessesLeftError";
    this.details = { left };
  }
}

/** The processes that carry this environment variable, such as `{ name: "TENON_TEST", value: "a-unique-value" }`. */
export function markedProcesses(mark: EnvironmentMark): ProcessProbe {
  return probe(() => livingProcesses(mark));
}

/**
 * The descendants of a process, without itself. Each look also remembers whom it saw: a child whose parent has ended
 * is handed to another parent and could not be found again through the tree.
 */
export function descendantsOf(pid: number): ProcessProbe {
  const seen = new Set<string>();
  return probe(async () => {
    const all = await livingProcesses();
    const family = new Set([pid]);
    // Repeated until nothing is added: a child may have a lower pid than its parent.
    for (let size = 0; size !== family.size;) {
      size = family.size;
      for (const one of all) if (family.has(one.parent) || seen.has(identity(one))) family.add(one.pid);
    }
    const found = all.filter((one) => one.pid !== pid && family.has(one.pid));
    for (const one of found) seen.add(identity(one));
    return found;
  });
}

function probe(living: () => Promise<LivingProcess[]>): ProcessProbe {
  return {
    living,
    async gone({ within }) {
      const deadline = performance.now() + within;
      // A little longer each time: to look takes milliseconds of the processor.
      let pauseMs = 10;
      // Twice empty: a process that starts another and ends while we read the table can hide both in a single look.
      for (let emptyLooks = 0; emptyLooks < 2;) {
        const left = await living();
        emptyLooks = left.length === 0 ? emptyLooks + 1 : 0;
        if (left.length > 0 && performance.now() > deadline) throw new ProcessesLeftError(left, within);
        if (left.length === 0) continue;
        await sleep(pauseMs);
        pauseMs = Math.min(pauseMs * 1.5, 50);
      }
    },
  };
}

function identity(one: LivingProcess): string {
  return `${one.pid} ${one.started}`;
}
