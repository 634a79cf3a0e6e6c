/**
 * Why the journal could not do what it was asked to.
 */

export type JournalErrorCode =
  | "SESSION_EXISTS"
  | "SESSION_NOT_FOUND"
  /** Somebody else has it open for writing. */
  | "SESSION_BUSY"
  /** The writer was taken for dead, and somebody else writes now. */
  | "LEASE_LOST"
  /** There is no record with that place. */
  | "PLACE_NOT_FOUND"
  /** The cursor is not one that `sessions` gave. */
  | "BAD_CURSOR"
  /** The lines are not an export. */
  | "BAD_EXPORT"
  /** The journal or the writer has been closed. */
  | "CLOSED"
  /** No room. What was written before stays; writing works again when there is room. */
  | "DISK_FULL"
  /** Another process held the file locked for too long. */
  | "FILE_LOCKED"
  /** The file is damaged. It is repaired when it is opened the next time. */
  | "FILE_DAMAGED"
  /** The file was written by a newer version. */
  | "NEWER_FORMAT"
  /** The file is a database of another program. */
  | "NOT_A_JOURNAL"
  /** The disk or its permissions do not let us. */
  | "FILE_FAILED";

export interface JournalErrorDetails {
  readonly sessionId?: string;
  readonly file?: string;
  readonly at?: number;
  /** The line of the import. */
  readonly line?: number;
  /** The process that has the session. */
  readonly pid?: number;
  readonly host?: string;
  readonly format?: number;
}

export class JournalError extends Error {
  override readonly name = "JournalError";
  readonly code: JournalErrorCode;
  readonly details: JournalErrorDetails;

  constructor(code: JournalErrorCode, message: string, details: JournalErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/** What the user can do about a journal that cannot be written. Its own words name the file. */
const ADVICE: Readonly<Partial<Record<string, string>>> = {
  FILE_FAILED: "Make sure that you may write to this file and its folder, then try again.",
  DISK_FULL: "Make room on its disk, then try again.",
  FILE_LOCKED: "Close the program that is using it, then try again.",
  FILE_DAMAGED: "Try again: what can be saved is saved, and the damaged file is kept beside it.",
  NEWER_FORMAT: "Update Tenon, or move the file away, then try again.",
  NOT_A_JOURNAL: "Move the file away, then try again.",
};

/** Why something could not be recorded and what to do about it, in words for a person. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const advice = error instanceof JournalError ? ADVICE[error.code] : undefined;
  return advice === undefined ? message : `${message}. ${advice}`;
}
