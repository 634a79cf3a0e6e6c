/**
 * Where a session goes: to the machines that have its working tree, and among them to the least busy.
 */

import { isInside } from "@tenon/policy";

import type { GatewayCounts, MachineView } from "../gateway.ts";

/** Where a session wants to be. */
export interface WantedPlace {
  /** The session's folder, unless that is on its client's machine: then any machine will do. */
  readonly folder?: string | undefined;
  /** The pool that its client has asked for. */
  readonly pool?: string | undefined;
}

// A turn keeps a processor busy for a part of its time; an idle session takes memory.
const TURN = 10;
/** A client of another machine costs a connection, and every message is read twice: worth it for a turn on each core. */
const AT_HOME = TURN;

export function loadOf({ liveSessions, runningSessions }: Placed, cores: number): number {
  return (liveSessions + (TURN - 1) * runningSessions) / cores;
}

type Placed = Pick<GatewayCounts, "liveSessions" | "runningSessions">;

/** The pool that a session needs: the one it asks for, or else that of the innermost folder around its own. */
export function poolFor({ folder, pool }: WantedPlace, machines: readonly MachineView[]): string | undefined {
  if (pool !== undefined || folder === undefined) return pool;
  let innermost: MachineView["pools"][number] | undefined;
  for (const offered of machines.flatMap(({ pools }) => pools)) {
    if (offered.folder === undefined || !isInside(folder, offered.folder)) continue;
    if (offered.folder.length > (innermost?.folder?.length ?? 0)) innermost = offered;
  }
  return innermost?.name;
}

export function hasPool({ pools }: MachineView, pool: string | undefined): boolean {
  return pool === undefined || pools.some(({ name }) => name === pool);
}

/** The machines that may open a session, the best first. */
export function placesFor(pool: string | undefined, machines: readonly MachineView[]): readonly MachineView[] {
  const able = machines.filter((machine) => machine.isUp && !machine.isDraining && hasPool(machine, pool));
  const cost = ({ load, isThis }: MachineView) => (isThis ? load - AT_HOME : load);
  return able.toSorted((one, other) => cost(one) - cost(other));
}
