import type { CommandContext } from "@stricli/core";

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

/** A command that resolves with its exit code, for the command line's library. */
export function withExitCode<Flags, Words extends readonly unknown[]>(
  run: (flags: Flags, ...words: Words) => Promise<number>,
): (this: CommandContext, flags: Flags, ...words: Words) => Promise<void> {
  return async function (flags, ...words) {
    // The library's own way to set one without an error.
    Object.assign(this.process, { exitCode: await run(flags, ...words) });
  };
}
