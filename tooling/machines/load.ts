/**
 * How busy the computer was, for who reads a round: of its processor time, the part that was used, and the part of the time in
 * which some process waited for a processor. Linux counts both; elsewhere there is the first only.
 */

import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

export interface Load {
  /** Of all processors, 0 to 1. */
  readonly used: number;
  /** Of the time, 0 to 1. */
  readonly waited: number | undefined;
  readonly average: number | undefined;
}

export function watchLoad(): { sinceThen(): Load } {
  const begunAt = performance.now();
  const first = { ...processorTime(), waitedMs: waitedMs() };
  return {
    sinceThen() {
      const { busy, all } = processorTime();
      const waited = waitedMs();
      return {
        used: round((busy - first.busy) / Math.max(1, all - first.all)),
        waited:
          waited === undefined || first.waitedMs === undefined
            ? undefined
            : round((waited - first.waitedMs) / (performance.now() - begunAt)),
        average: loadavg()[0],
      };
    },
  };
}

function processorTime(): { readonly busy: number; readonly all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all };
}

function waitedMs(): number | undefined {
  try {
    const [, microseconds] = /^some .*total=(\d+)/m.exec(readFileSync("/proc/pressure/cpu", "utf8")) ?? [];
    return microseconds === undefined ? undefined : Number(microseconds) / 1_000;
  } catch {
    return undefined;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
