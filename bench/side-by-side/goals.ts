/**
 * What Tenon must reach in the rows of the table, by their names.
 */

import type { Measured } from "./rows.ts";

/** The largest value that is good enough, given the other values of the same run. */
export const goals: Readonly<Record<string, (measured: Measured) => number>> = {
  "spawn to initialize, ms": (measured) => 1.4 * (measured["empty Node.js program, ms"] ?? Number.NaN),
  "first session/new, ms": () => 20,
  "session/new to first model request, 0 servers, ms": () => 60,
  "session/new to first model request, 1 servers, ms": (measured) =>
    (measured["1 servers started by hand, ms"] ?? Number.NaN) + 30,
  "session/new to first model request, 10 servers, ms": (measured) =>
    1.15 * (measured["10 servers started by hand, ms"] ?? Number.NaN),
  "added per call, cold: mean of both, ms": () => 3,
  "added per call, warm: mean of both, ms": () => 3,
  "processor time per call, cold, ms": () => 3,
  "processor time per call, warm, ms": () => 3,
  "eight calls of 500 ms at once, ms": () => 505,
  "2000 deltas, first turn, processor ms": () => 80,
  "2000 deltas, turn 4, processor ms": () => 80,
  "idle, PSS MB": () => 27,
  "with ten sessions, PSS MB": () => 60,
  "after closing them, PSS MB": () => 40,
};
