/**
 * What goes wrong in a round. Each fault resolves when it is over and the machine works again.
 */

import { setTimeout as sleep } from "node:timers/promises";

import type { Machine } from "./machine.ts";
import type { Cut } from "./relay.ts";

export interface Fault {
  readonly name: string;
  /** Another machine has to take over every session that the victim had. */
  readonly losesLeases: boolean;
  run(victim: Machine, random: () => number): Promise<void>;
}

export const LEASE_MS = 15_000;
/** It is renewed every third of that, so this is left of it at least. */
export const LEASE_LEFT_MS = 10_000;
// A drained machine lets turns finish for ten seconds, and then ends everything.
const MAX_DRAIN_MS = 25_000;

/** Longer than a lease and the time to take over. */
const long = (random: () => number) => LEASE_MS + 3_000 + random() * 5_000;
const short = (random: () => number) => 2_000 + random() * 5_000;

export const faults: readonly Fault[] = [
  {
    name: "kill -9",
    losesLeases: true,
    async run(victim, random) {
      victim.signal("SIGKILL");
      await victim.ended();
      await sleep(long(random));
      await victim.start();
    },
  },
  {
    name: "kill -9, restart at once",
    losesLeases: false,
    async run(victim) {
      victim.signal("SIGKILL");
      await victim.ended();
      await victim.start();
    },
  },
  {
    name: "SIGSTOP for longer than a lease",
    losesLeases: true,
    async run(victim, random) {
      victim.signal("SIGSTOP");
      await sleep(long(random));
      victim.signal("SIGCONT");
    },
  },
  storeCut("silent", true),
  storeCut("reset", true),
  storeCut("silent", false),
  storeCut("reset", false),
  peerCut("silent"),
  peerCut("reset"),
  {
    name: "drain",
    losesLeases: false,
    async run(victim) {
      const begunAt = performance.now();
      victim.signal("SIGTERM");
      const how = await victim.ended();
      const ms = performance.now() - begunAt;
      if (ms > MAX_DRAIN_MS || how !== "SIGTERM")
        throw new Error(`The drain took ${Math.round(ms)} ms and ended with ${how}`);
      await victim.start();
    },
  },
  {
    name: "clock jump of ten minutes",
    losesLeases: false,
    async run(victim, random) {
      victim.signal("SIGUSR2");
      await sleep(short(random));
    },
  },
];

function storeCut(how: Cut, isLong: boolean): Fault {
  return {
    name: `${isLong ? "long" : "short"} ${how} cut to Postgres`,
    losesLeases: isLong,
    async run(victim, random) {
      victim.toStore.cut(how);
      await sleep(isLong ? long(random) : short(random));
      victim.toStore.mend();
    },
  };
}

function peerCut(how: Cut): Fault {
  return {
    name: `${how} cut from the other machines`,
    losesLeases: false,
    async run(victim, random) {
      victim.fromOthers.cut(how);
      await sleep(2 * short(random));
      victim.fromOthers.mend();
    },
  };
}
