/** The HTTP status behind an error, however deep the SDK has wrapped it. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("status" in error && typeof error.status === "number") return error.status;
  return statusOf(error.cause);
}
