const SHORTEST_MS = 200;
const LONGEST_MS = 10_000;

/** How long to wait after so many failures in a row; spread, so that many pages do not come back at the same instant. */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** failures);
  return full / 2 + (full / 2) * random();
}
