/**
 * How long to wait before the next try: twice as long each time, and spread over the upper half, so that clients that
 * failed together do not return together.
 */
export function backoffMs(
  failures: number,
  { firstMs, maxMs, random = Math.random }: { readonly firstMs: number; readonly maxMs: number; random?: () => number },
): number {
  const full = Math.min(firstMs * 2 ** failures, maxMs);
  return full / 2 + (full / 2) * random();
}
