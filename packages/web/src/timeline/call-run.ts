/**
 * Finished calls that follow one another: four or more are one line, once something else has followed them.
 *
 * A call that failed or waits for an answer, and one that is read at a glance, is never part of one.
 */

import type { Entry } from "@tenon/timeline";

import type { SessionState } from "../open-session/open-session.ts";
import { isReadAtAGlance } from "../tool-call/is-read-at-a-glance.ts";

export interface CallRun {
  /** Of its first row. */
  readonly key: string;
  readonly isFirst: boolean;
  readonly count: number;
  /** From the beginning of the first call to the end of the last. */
  readonly ms: number;
}

const MIN_CALLS = 4;

type Rows = Pick<SessionState, "row" | "entry" | "rowCount" | "beganAt">;

/** The run that a row is in. */
export function callRun(session: Rows, index: number): CallRun | undefined {
  if (!isQuietCall(entryAt(session, index))) return undefined;
  let [first, last] = [index, index];
  while (isQuietCall(entryAt(session, first - 1))) first -= 1;
  while (isQuietCall(entryAt(session, last + 1))) last += 1;
  const [began, ended] = [entryAt(session, first), entryAt(session, last)];
  if (last - first + 1 < MIN_CALLS || last === session.rowCount - 1 || !began || !ended) return undefined;
  return {
    key: began.key,
    isFirst: first === index,
    count: last - first + 1,
    ms: Math.max(0, (ended.changedAt ?? 0) - (session.beganAt(began.key) ?? began.at ?? 0)),
  };
}

function entryAt({ row, entry }: Rows, index: number): Entry | undefined {
  return entry(row(index)?.first);
}

function isQuietCall(entry: Entry | undefined): boolean {
  return entry?.type === "tool-call" && entry.status === "completed" && !isReadAtAGlance(entry);
}
