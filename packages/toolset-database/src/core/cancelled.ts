import { formatDuration } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

/** The error of an operation that a signal ended: its caller's, or that of a timeout. */
export function cancelledError(signal: AbortSignal, timeoutMs: number): ToolError {
  const isTimeout = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
  if (!isTimeout) return new ToolError("timeout", "The call was cancelled");
  return new ToolError("timeout", `The database took longer than ${formatDuration(timeoutMs)}`, {
    hint: "Make the query cheaper: explain_query shows its plan",
  });
}
