/**
 * The process table of Linux, from /proc.
 *
 * Read synchronously: the kernel answers from memory, and what it said is still true when we signal right after.
 */

import { readdirSync, readFileSync } from "node:fs";

import { attempt } from "../attempt.ts";
import { MARKER } from "./marker.ts";
import type { ProcessEntry } from "./process-entry.ts";

/** Every live process we may see; none at all where there is no /proc. */
export function readProc(): readonly ProcessEntry[] {
  const names = attempt(() => readdirSync("/proc")) ?? [];
  return names.flatMap((name) => (/^\d+$/.test(name) ? (readEntry(Number(name)) ?? []) : []));
}

/** Also of a zombie: a child that left at once still has the start time that tells it from later users of its pid. */
export function readStartTime(pid: number): number | undefined {
  return readStat(pid)?.startedAt;
}

function readEntry(pid: number): ProcessEntry | undefined {
  const stat = readStat(pid);
  if (!stat || stat.isZombie) return undefined;
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
      const now = readStat(pid);
      return now?.startedAt === startedAt && !now.isZombie;
    },
  };

  /** Its place was there before and is the same now: what we read is empty, and not the gap in an exec. */
  function isEmptyForSure(): boolean {
    return environmentEnd !== 0 && environmentEnd === readStat(pid)?.environmentEnd;
  }
}

function readStat(pid: number) {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (text === undefined) return undefined;
  // The name comes before, in parentheses, and may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parentPid, groupId, sessionId] = fields;
  return {
    isZombie: "ZX".includes(state),
    parentPid: Number(parentPid),
    groupId: Number(groupId),
    sessionId: Number(sessionId),
    startedAt: Number(fields[19]),
    isKernelThread: fields[20] === "0",
    environmentEnd: Number(fields[48]),
  };
}

function readEnvironment(pid: number): string | undefined {
  return attempt(() => readFileSync(`/proc/${pid}/environ`, "latin1"));
}

function findMarker(environment: string | undefined): string | undefined {
  const variable = environment?.split("\0").find((entry) => entry.startsWith(`${MARKER}=`));
  return variable?.slice(MARKER.length + 1);
}
