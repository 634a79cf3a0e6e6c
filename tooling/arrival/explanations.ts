/**
 * Why a cell is red, where the agent's own code is the reason. A wrapped cell that is red without an explanation, or green
 * with one, fails the run.
 */

import type { KeptResults, Way } from "./kept-results.ts";

/** By way, agent and row. */
const explanations: Readonly<Record<Way, Readonly<Record<string, string>>>> = {
  bare: {},
  wrapped: {},
};

export function explanationOf(way: Way, agent: string, row: string): string | undefined {
  return explanations[way][`${agent} ${row}`];
}

/** The wrapped cells that are red without an explanation, and those that have one although they are green. */
export function unexplained(results: readonly KeptResults[]): readonly string[] {
  return results.flatMap(({ agent, wrapped }) => {
    return Object.entries(wrapped)
      .filter(([row, { isArrived }]) => isArrived === (explanationOf("wrapped", agent, row) !== undefined))
      .map(
        ([row, { isArrived }]) =>
          `${agent} ${row}: ${isArrived ? "arrived, but has an explanation" : "has no explanation"}`,
      );
  });
}
