/**
 * How a request of `/api` fails: `{"error":{"code":…,"message":…}}`, with a status that says as much.
 */

/** An answer for a failure that the caller can do something about. */
export function apiFailure(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}

const STATUSES: Readonly<Record<string, number>> = {
  SESSION_NOT_FOUND: 404,
  session_not_found: 404,
  bad_cursor: 400,
  record_not_found: 400,
  AGENT_NOT_FOUND: 400,
  session_busy: 409,
  CLOSED: 503,
  closed: 503,
  TOO_MANY_CONNECTIONS: 503,
};

/** What to say of an error of the gateway or its journal; undefined for one that was not foreseen. */
export function foreseen(
  error: unknown,
): { readonly status: number; readonly code: string; readonly message: string } | undefined {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return undefined;
  const { code, message } = error;
  const status = STATUSES[code];
  return status === undefined ? undefined : { status, code, message };
}
