/**
 * The machines of one gateway: what this one announces of itself, and what the others have announced.
 */

import { availableParallelism, hostname } from "node:os";

import { defined, numberOf, objectOf, readArray, stringOf } from "@tenon/basis";
import type { Journal, KnownMachine } from "@tenon/journal";

import type { GatewayCounts, MachineView } from "../gateway.ts";
import type { Machines, Pool } from "../gateway-options.ts";
import { loadOf } from "./placement.ts";

export interface KnownMachines {
  /** This one first. */
  all(): readonly MachineView[];
  /** A session was begun on another machine, which tells of it with its next renewal. */
  placed(machine: MachineView): void;
  /** The others should know at once that this one takes no more sessions. */
  announce(): Promise<void>;
}

export interface KnownMachinesOptions {
  readonly journal: Pick<Journal, "machines">;
  readonly machines: Machines | undefined;
  readonly version: string;
  readonly counts: () => GatewayCounts;
  readonly isDraining: () => boolean;
}

export function createKnownMachines(options: KnownMachinesOptions): KnownMachines {
  const { machines, counts, isDraining, version } = options;
  const registry = machines && options.journal.machines;
  const cores = availableParallelism();
  const startedAt = Math.round(performance.timeOrigin);
  // By the last announcement, so that they are forgotten with the next renewal.
  const placed = new WeakMap<KnownMachine, number>();
  const seen = new WeakMap<MachineView, KnownMachine>();
  registry?.join(() => {
    const { isUp: _, isThis: __, address, ...facts } = self();
    return address === undefined ? undefined : { address, ...facts };
  });
  return {
    all: () => [self(), ...(registry?.others() ?? []).map(other)],
    placed(machine) {
      const known = seen.get(machine);
      if (known) placed.set(known, (placed.get(known) ?? 0) + 1);
    },
    announce: async () => registry?.announce(),
  };

  function self(): MachineView {
    const { liveSessions, runningSessions, connections } = counts();
    return {
      ...defined({ address: machines?.address() }),
      name: hostname(),
      version,
      startedAt,
      pools: machines?.pools ?? [],
      liveSessions,
      runningSessions,
      connections,
      load: loadOf({ liveSessions, runningSessions }, cores),
      isDraining: isDraining(),
      isUp: true,
      isThis: true,
    };
  }

  function other(known: KnownMachine): MachineView {
    const view = viewOf(known);
    // Most new sessions are prompted at once.
    const load = view.load + loadOf({ liveSessions: 1, runningSessions: 1 }, cores) * (placed.get(known) ?? 0);
    const machine = { ...view, load };
    seen.set(machine, known);
    return machine;
  }
}

function viewOf({ description, isUp }: KnownMachine): MachineView {
  const count = (name: string) => numberOf(description[name]) ?? 0;
  return {
    address: description.address,
    name: stringOf(description["name"]) ?? description.address,
    version: stringOf(description["version"]) ?? "",
    startedAt: count("startedAt"),
    pools: readArray(description["pools"], readPool),
    liveSessions: count("liveSessions"),
    runningSessions: count("runningSessions"),
    connections: count("connections"),
    load: count("load"),
    isDraining: description["isDraining"] === true,
    isUp,
    isThis: false,
  };
}

function readPool(given: unknown): Pool | undefined {
  const { name, folder } = objectOf(given);
  return typeof name === "string" ? { name, ...defined({ folder: stringOf(folder) }) } : undefined;
}
