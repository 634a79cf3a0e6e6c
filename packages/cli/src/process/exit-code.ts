/** What the exit status of `tenon` says. The same list stands in `tenon --help` and in docs/exit-codes.md. */
export const exitCode = {
  done: 0,
  failed: 1,
  badUsage: 2,
  refused: 3,
  limit: 4,
  denied: 5,
  cancelled: 6,
} as const;
