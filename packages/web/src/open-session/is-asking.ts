import type { SessionState } from "./open-session.ts";

/** Calls of one answer run together, and the open one is among them. */
const MAX_ROWS = 100;

/** Whether the last turn waits for an answer, by its records. */
export function isAsking({ row, entry, rowCount }: Pick<SessionState, "row" | "entry" | "rowCount">): boolean {
  for (let index = rowCount - 1; index >= Math.max(0, rowCount - MAX_ROWS); index -= 1) {
    const last = entry(row(index)?.first);
    if (last?.type === "user-message") return false;
    if (last?.type === "tool-call" && last.permission?.state === "waiting") return true;
    if (last?.type === "elicitation" && last.state === "waiting") return true;
  }
  return false;
}
