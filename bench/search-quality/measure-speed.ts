/**
 * How long a search and an update take in a catalogue of about a thousand tools: the real ones, several times over
 * under other servers' names.
 */

import type { CatalogueTool } from "@tenon/hub/offer";
import { createToolIndex } from "@tenon/hub/offer";

const SIZE = 1_000;
const ROUNDS = 5;

export function measureSpeed(catalogue: readonly CatalogueTool[], prompts: readonly string[]) {
  const servers = copiesOf(catalogue);
  let index = createToolIndex();
  for (const [name, tools] of servers) index = index.replaceServer(name, tools);
  const updates = servers.map(([name, tools]) => shortest(() => (index = index.replaceServer(name, tools))));
  const searches = prompts.map((prompt) => shortest(() => index.search(prompt)));
  return { tools: index.tools.length, search: spread(searches), update: spread(updates) };
}

function copiesOf(catalogue: readonly CatalogueTool[]): readonly (readonly [string, readonly CatalogueTool[]])[] {
  const rounds = Math.ceil(SIZE / Math.max(1, catalogue.length));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) => {
    const copies = catalogue.map((tool) => ({
      ...tool,
      name: `${tool.name}_${round}`,
      server: `${tool.server}${round}`,
    }));
    return [...Map.groupBy(copies, ({ server }) => server)];
  });
}

/** The shortest of some runs: the machine may be busy with other things, but it is never too fast. */
function shortest(run: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function spread(times: readonly number[]): { readonly median: number; readonly p95: number; readonly longest: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), longest: at(1) };
}
