/**
 * Which of all processes belong to a child's tree. Pure functions of the table.
 */

import { carriesMark } from "./marker.ts";
import type { ProcessEntry } from "./process-entry.ts";

/** The child a tree grows from. It leads its own group and session, so its pid is also theirs. */
export interface TreeRoot {
  readonly pid: number;
  /** Known where the system reports it at once (Linux). */
  readonly startedAt?: number | undefined;
  readonly mark: string;
}

/** Those that can belong to it at all: not us, and nothing older, which spares us the environment of nearly all. */
export function findCandidates(table: readonly ProcessEntry[], root: TreeRoot): readonly ProcessEntry[] {
  const since = root.startedAt ?? -Infinity;
  return table.filter((entry) => entry.pid !== process.pid && entry.startedAt >= since);
}

interface Search {
  readonly root: TreeRoot;
  /** Identities of members seen before: one whose parent has died since may be known by nothing else. */
  readonly remembered: ReadonlySet<string>;
  /** The pids in the child's control group; empty where there is none. */
  readonly grouped: ReadonlySet<number>;
}

/** The members among the candidates: by group, session, control group, marker or memory, and then everyone below those. */
export function findMembers(candidates: readonly ProcessEntry[], search: Search): readonly ProcessEntry[] {
  const { root, remembered, grouped } = search;
  const successor = candidates.find((entry) => entry.pid === root.pid && entry.startedAt !== root.startedAt);
  const isRecycled = root.startedAt !== undefined && successor !== undefined;

  const members = new Map<number, ProcessEntry>();
  for (const entry of candidates) if (belongs(entry)) members.set(entry.pid, entry);
  let size: number;
  do {
    size = members.size;
    for (const entry of candidates) if (members.has(entry.parentPid)) members.set(entry.pid, entry);
  } while (members.size > size);
  return [...members.values()];

  function belongs(entry: ProcessEntry): boolean {
    // Once the pid belongs to another process, so do the group and session that bear its number.
    const isNear = !isRecycled && [entry.pid, entry.groupId, entry.sessionId].includes(root.pid);
    const isKnown = grouped.has(entry.pid) || remembered.has(identityOf(entry));
    return isNear || isKnown || carriesMark(entry.marker(), root.mark);
  }
}

/** The same process, and not only the same number. */
export function identityOf({ pid, startedAt }: ProcessEntry): string {
  return `${pid}@${startedAt}`;
}
