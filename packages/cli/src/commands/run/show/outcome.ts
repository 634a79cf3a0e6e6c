/**
 * What became of a run, and the exit status that says so.
 *
 * A run in which something was denied never ends with 0: a script that only looks at the status must not take half of
 * the work for all of it (anthropics/claude-code#90578).
 */

import { exitCode } from "../../../process/exit-code.ts";
import type { RunResult } from "./json-lines.ts";

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

interface Outcome extends Pick<RunResult, "denied" | "unusedServers" | "failedServers" | "failedChanges"> {
  /** As the agent reported it. */
  readonly stopReason?: string | undefined;
}

export function exitCodeFor(outcome: Outcome): number {
  const { stopReason, denied, unusedServers = [], failedServers = [], failedChanges = [] } = outcome;
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
