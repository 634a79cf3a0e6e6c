/**
 * Why the journal could not do what it was asked to.
 */

import { CodedError, errorMessage } from "@tenon/basis";

export type JournalErrorCode =
  | "session_exists"
  | "session_not_found"
  /** Another writer has it open. */
  | "session_busy"
  /** The writer was taken for dead, and another one writes now. */
  | "lease_lost"
  /** The session has no record with that sequence number. */
  | "record_not_found"
  /** The cursor is not one that `sessions` gave. */
  | "bad_cursor"
  /** The lines are not an export. */
  | "bad_export"
  /** The journal or the writer has been closed. */
  | "closed"
  /** What was written before stays; writing works again when there is space. */
  | "disk_full"
  /** Another process held the file locked for too long. */
  | "file_locked"
  /** The file is damaged. It is repaired when it is opened the next time. */
  | "file_damaged"
  /** The file was written by a newer version. */
  | "newer_format"
  /** The file is a database of another program. */
  | "not_a_journal"
  /** The disk or its permissions do not let us. */
  | "file_failed"
  /** Not the URL of a database server. */
  | "bad_address"
  /** The database server does not answer. Nothing is lost that was acknowledged; writing works again when it does. */
  | "store_unreachable"
  /** The database server refuses this user. */
  | "store_refused"
  | "store_too_old"
  /** The database server failed at a statement. */
  | "store_failed";

export interface JournalErrorDetails {
  readonly sessionId?: string;
  readonly file?: string;
  /** The address of the database, without its password. */
  readonly store?: string;
  readonly at?: number;
  /** The line of the import. */
  readonly line?: number;
  /** The process that has the session. */
  readonly pid?: number;
  readonly host?: string;
  readonly format?: number;
}

export class JournalError extends CodedError<JournalErrorCode, JournalErrorDetails> {
  override readonly name = "JournalError";

  constructor(code: JournalErrorCode, message: string, details: JournalErrorDetails = {}, options?: ErrorOptions) {
    super(code, message, details, options);
  }
}

export function leaseLost(): JournalError {
  return new JournalError("lease_lost", "Another process has taken this session over, or deleted it");
}

/** What the user can do about a journal that cannot be written. Its own words name the file. */
const ADVICE: Readonly<Partial<Record<string, string>>> = {
  file_failed: "Check that you have write permission for this file and its folder, then try again.",
  disk_full: "Free some disk space, then try again.",
  file_locked: "Close the program that is using it, then try again.",
  file_damaged: "Try again: opening it repairs it as far as possible, and keeps the damaged file beside it.",
  newer_format: "Update Tenon, or use another journal, then try again.",
  not_a_journal: "Move the file away, then try again.",
  store_unreachable: "Check the address, the network and that Postgres runs, then try again.",
  store_refused: "Check the user, its password and its rights in this database, then try again.",
  store_too_old: "Upgrade Postgres, or use another server.",
};

/** Why something could not be recorded and what to do about it. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof JournalError)) return errorMessage(error);
  const advice = ADVICE[error.code];
  return advice === undefined ? error.message : `${error.message}. ${advice}`;
}

/** What the address of a database stands behind in the errors of a store, without that address. */
const STORE_FAILURES: Readonly<Partial<Record<JournalErrorCode, string>>> = {
  closed: "The journal is closed",
  disk_full: "No disk space left for the journal",
  newer_format: "A newer version of Tenon has written this journal",
  store_unreachable: "The database of the journal cannot be reached",
  store_refused: "The database of the journal refuses its user",
  store_too_old: "The database of the journal is too old",
  store_failed: "The database of the journal failed",
};

/** The same for clients: several people share a database, and where it is and who may open it is for those who run it. */
export function describeToClients(error: unknown): string {
  if (!(error instanceof JournalError) || error.details.store === undefined) return describeFailure(error);
  const advice = ADVICE[error.code];
  const failure = STORE_FAILURES[error.code] ?? "The journal failed";
  return advice === undefined ? failure : `${failure}. ${advice}`;
}
