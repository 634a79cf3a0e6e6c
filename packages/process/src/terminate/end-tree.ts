/**
 * The ladder, written once: ask, then insist.
 */

import { setTimeout as sleep } from "node:timers/promises";

import type { EndingTimes } from "../child.ts";
import type { ProcessEntry } from "../tree/process-entry.ts";
import type { ProcessTree } from "../tree/process-tree.ts";

/** SIGTERM to everyone in the tree, SIGKILL to who is left. Returns the pids that are there even after that. */
export async function endTree(tree: ProcessTree, ending: EndingTimes): Promise<readonly number[]> {
  const steps = [
    { signal: "SIGTERM", milliseconds: ending.termMs },
    { signal: "SIGKILL", milliseconds: ending.killMs },
  ] as const;
  for (const { signal, milliseconds } of steps) {
    const deadline = performance.now() + milliseconds;
    do {
      // Looked for again each time: a process may have forked after the last look.
      const members = await tree.members();
      if (members.length === 0) return [];
      tree.signal(members, signal);
      await allGone(members, deadline);
    } while (performance.now() < deadline);
  }
  return (await tree.members()).map((member) => member.pid);
}

const FIRST_LOOK_MS = 2;
const MAX_PAUSE_MS = 32;

/** The system reports only the end of own children, so this polls. */
async function allGone(members: readonly ProcessEntry[], deadline: number): Promise<void> {
  let pause = FIRST_LOOK_MS;
  while (members.some((member) => member.isAlive())) {
    const left = deadline - performance.now();
    if (left <= 0) return;
    await sleep(Math.min(pause, left));
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
}
