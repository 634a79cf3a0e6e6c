/**
 * The process table of Linux, from /proc.
 *
 * Read synchronously: the kernel answers from memory, and its answer is still true when we signal right after.
 */

import { readdirSync, readFileSync } from "node:fs";

import { type ProcessStat, readProcessStat } from "@tenon/basis/node";

import { attempt } from "./attempt.ts";
import { MARKER } from "./marker.ts";
import type { ProcessEntry } from "./process-entry.ts";

/** Every live process we may see; none at all where there is no /proc. */
export function readProc(): readonly ProcessEntry[] {
  const names = attempt(() => readdirSync("/proc")) ?? [];
  return names.flatMap((name) => (/^\d+$/.test(name) ? (readEntry(Number(name)) ?? []) : []));
}

/** Also of a zombie: a child that left at once still has the start time that distinguishes it from later users of its pid. */
export function readStartTime(pid: number): number | undefined {
  return readProcessStat(pid)?.startedAt;
}

function readEntry(pid: number): ProcessEntry | undefined {
  const stat = readProcessStat(pid);
  if (!stat || hasEnded(stat)) return undefined;
  const { parentPid, groupId, sessionId, startedAt, environmentEnd } = stat;
  let known: { readonly text: string | undefined } | undefined;
  const environment = () => (known ??= { text: readEnvironment(pid) }).text;
  return {
    pid,
    parentPid,
    groupId,
    sessionId,
    startedAt,
    marker: () => findMarker(environment()),
    isBetweenPrograms: () => !stat.isKernelThread && environment() === "" && !isEmptyForSure(),
    isAlive() {
      const now = readProcessStat(pid);
      return now?.startedAt === startedAt && !hasEnded(now);
    },
  };

  /** Its place was there before and is the same now: what we read is empty, and not the gap in an exec. */
  function isEmptyForSure(): boolean {
    return environmentEnd !== 0 && environmentEnd === readProcessStat(pid)?.environmentEnd;
  }
}

/** A zombie has ended, and waits for its parent to notice. */
function hasEnded({ state }: ProcessStat): boolean {
  return "ZX".includes(state);
}

function readEnvironment(pid: number): string | undefined {
  return attempt(() => readFileSync(`/proc/${pid}/environ`, "latin1"));
}

function findMarker(environment: string | undefined): string | undefined {
  const variable = environment?.split("\0").find((entry) => entry.startsWith(`${MARKER}=`));
  return variable?.slice(MARKER.length + 1);
}
