/**
 * What became of a run, and the exit status that says so.
 *
 * A run in which something was denied never ends with 0: a script that only looks at the status must not take half of
 * the work for all of it (anthropics/claude-code#90578).
 */

import { exitCode } from "../../../process/exit-code.ts";

export interface Outcome {
  /** As the agent reported it. */
  readonly stopReason?: string | undefined;
  readonly denied: readonly DeniedCall[];
  /** Servers that the agent was given and is known not to start. */
  readonly unusedServers?: readonly string[] | undefined;
  /** Servers that the run cannot do without, and that could not be used. */
  readonly failedServers?: readonly string[] | undefined;
  /** Changes of files that failed and were not made later. */
  readonly failedChanges?: readonly FailedChange[] | undefined;
}

export interface FailedChange {
  readonly title: string;
  readonly reason: string;
}

export interface DeniedCall {
  /** None if the agent did not ask, but only tried. */
  readonly toolCallId?: string;
  readonly title: string;
  readonly reason: string;
}

export function exitCodeFor({
  stopReason,
  denied,
  unusedServers = [],
  failedServers = [],
  failedChanges = [],
}: Outcome): number {
  switch (stopReason) {
    case "refusal":
      return exitCode.refused;
    case "max_tokens":
    case "max_turn_requests":
      return exitCode.limit;
    case "end_turn":
      if (denied.length > 0) return exitCode.denied;
      // A script that brought tools must not take an answer without them for the whole work.
      return unusedServers.length + failedServers.length + failedChanges.length > 0 ? exitCode.failed : exitCode.done;
    case "cancelled":
      // Some agents end the turn when they are denied something.
      return denied.length > 0 ? exitCode.denied : exitCode.cancelled;
    default:
      // An unknown stop reason is not a success.
      return exitCode.failed;
  }
}
