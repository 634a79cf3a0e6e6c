/**
 * `--json`: what happens, one JSON object a line. The shapes are in docs/run.md; fields may be added, none is taken away.
 */

import type { Cost } from "@agentclientprotocol/sdk";
import type { TimelineEvent } from "@tenon/timeline";

import type { DeniedCall, FailedChange } from "./outcome.ts";

export type JsonLine =
  | {
      readonly type: "session";
      /** The agent's id of the session. */
      readonly sessionId: string;
      /** The id in the journal; none with --no-journal. */
      readonly journalId?: string;
      readonly agent: string;
      readonly cwd: string;
    }
  | { readonly type: "event"; readonly event: TimelineEvent }
  | ({ readonly type: "result" } & RunResult);

export interface RunResult {
  readonly exitCode: number;
  /** None if the turn did not end by itself. */
  readonly stopReason?: string;
  readonly sessionId?: string;
  readonly journalId?: string;
  /** The agent's whole answer. */
  readonly text: string;
  readonly denied: readonly DeniedCall[];
  /** Servers that the agent is known not to start. */
  readonly unusedServers?: readonly string[];
  /** Those of `--server` that could not be used. */
  readonly failedServers?: readonly string[];
  /** Changes of files that failed and were not made later. */
  readonly failedChanges?: readonly FailedChange[];
  readonly usage?: { readonly used: number; readonly size: number; readonly cost?: Cost };
  /** Why it failed. */
  readonly error?: string;
}

export function jsonLine(line: JsonLine): string {
  return `${JSON.stringify(line)}\n`;
}
