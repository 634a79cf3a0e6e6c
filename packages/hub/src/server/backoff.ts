/**
 * How long to wait before the next try: longer each time, never the same twice, so that many do not return together.
 */
export function backoffMs(attempt: number): number {
  const longest = Math.min(FIRST_MS * 2 ** attempt, LAST_MS);
  return longest / 2 + (longest / 2) * Math.random();
}

const FIRST_MS = 500;
const LAST_MS = 30_000;
