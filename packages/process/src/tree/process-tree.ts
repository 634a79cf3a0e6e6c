/**
 * A child and everything it started, wherever that has gone.
 */

import { setTimeout as sleep } from "node:timers/promises";

import type { ControlGroup } from "./control-group.ts";
import { findCandidates, findMembers, identityOf, type TreeRoot } from "./find-members.ts";
import type { ProcessEntry } from "./process-entry.ts";
import type { ProcessTable } from "./process-table.ts";
import { sendSignal } from "./send-signal.ts";

export interface ProcessTree {
  /** Who of it lives now. */
  members(): Promise<readonly ProcessEntry[]>;
  signal(members: readonly ProcessEntry[], signal: NodeJS.Signals): void;
  /** Gives back what the system keeps for it, once it is empty. */
  release(): void;
}

// Other people's processes start programs too, on a busy machine all the time.
const MAX_LOOKS = 10;
const LOOK_AGAIN_MS = 5;

interface ProcessTreeOptions {
  readonly table: ProcessTable;
  readonly controlGroup: ControlGroup | undefined;
}

export function createProcessTree(root: TreeRoot, { table, controlGroup }: ProcessTreeOptions): ProcessTree {
  const remembered = new Set<string>();
  return { members, signal, release: () => controlGroup?.remove() };

  async function members() {
    for (let look = 1; ; look += 1) {
      const grouped = inControlGroup();
      const entries = await table.read();
      const candidates = findCandidates(entries, root);
      const isBlind = !entries.some((entry) => entry.pid === process.pid);
      const found = isBlind ? groupOnly(root) : findMembers(candidates, { root, remembered, grouped });
      for (const entry of found) remembered.add(identityOf(entry));
      // A daemon that has just left the session and is in its exec matches nothing at this moment.
      const isBetween = () => candidates.some((entry) => entry.isBetweenPrograms?.());
      const mayBeHidden = found.length === 0 && (isBetween() || inControlGroup().size > 0);
      if (!mayBeHidden || look === MAX_LOOKS) return found;
      await sleep(LOOK_AGAIN_MS);
    }
  }

  function inControlGroup(): ReadonlySet<number> {
    return controlGroup?.members() ?? new Set();
  }

  /** The group in one call, which no process escapes by forking at that moment; those outside one by one. */
  function signal(targets: readonly ProcessEntry[], name: NodeJS.Signals) {
    if (targets.some((target) => target.groupId === root.pid)) sendSignal(-root.pid, name);
    for (const target of targets) if (target.groupId !== root.pid) sendSignal(target.pid, name);
  }
}

/** Without a process table (no /proc, no room to run `ps`) the group is what can still be reached. */
function groupOnly({ pid, startedAt = 0 }: TreeRoot): readonly ProcessEntry[] {
  const isAlive = () => sendSignal(-pid, 0);
  const group = { pid, parentPid: process.pid, groupId: pid, startedAt, marker: () => undefined, isAlive };
  return isAlive() ? [group] : [];
}
