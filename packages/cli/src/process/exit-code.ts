import { ExitCode } from "@stricli/core";

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

/** The status for what the command line library reports, which has numbers of its own for what it did not understand. */
export function exitCodeOf(reported: number | string | null | undefined): number {
  if (reported === ExitCode.UnknownCommand || reported === ExitCode.InvalidArgument) return exitCode.badUsage;
  if (typeof reported !== "number") return exitCode.done;
  return reported < 0 ? exitCode.failed : reported;
}
