/**
 * How a request of `/api` fails: `{"error":{"code":…,"message":…}}`, with a status that says as much.
 */

import { errorCode, errorMessage } from "@tenon/basis";
import { JournalError } from "@tenon/journal";
import { describeToClients } from "@tenon/journal/stream";

import { BUSY, HELD } from "../../wire/wire-error.ts";

/** An answer for a failure that the caller can do something about. */
export function apiFailure(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}

const STATUSES: Readonly<Record<string, number>> = {
  session_not_found: 404,
  bad_cursor: 400,
  record_not_found: 400,
  agent_not_found: 400,
  session_busy: 409,
  not_allowed: 403,
  closed: 503,
  store_unreachable: 503,
  too_many_connections: 503,
};

/**
 * How to answer an error of the gateway or its journal; undefined for one that was not foreseen. `maySeeProcesses`: which
 * process of which host has a session.
 */
export function foreseen(
  error: unknown,
  maySeeProcesses: boolean,
): { readonly status: number; readonly code: string; readonly message: string } | undefined {
  const code = errorCode(error) ?? "";
  const status = STATUSES[code];
  if (status === undefined) return undefined;
  const isOfStore = error instanceof JournalError && error.details.store !== undefined;
  const message = isOfStore ? describeToClients(error) : errorMessage(error);
  return { status, code, message: code === BUSY && !maySeeProcesses ? HELD : message };
}
