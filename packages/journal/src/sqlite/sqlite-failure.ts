/**
 * What SQLite's errors mean to users of a journal.
 */

import { errorMessage, systemCode } from "@tenon/basis";

import { JournalError, type JournalErrorCode } from "../journal-error.ts";

const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

const NO_SPACE = ["disk_full", "No disk space left for the journal"] as const;

export function isLocked(error: unknown): boolean {
  const code = codeOf(error);
  return code === BUSY || code === LOCKED;
}

export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code === CORRUPT || code === NOT_A_DATABASE;
}

/** Anything that does not come from SQLite stays as it is. */
export function toJournalError(error: unknown, file: string): unknown {
  if (codeOf(error) === undefined) return error;
  const [code, message] = meaningOf(error);
  return new JournalError(code, `${message}: ${file}`, { file }, { cause: error });
}

/** For an error of the system while the log was synced. */
export function syncFailure(error: unknown, file: string): JournalError {
  const isFull = ["ENOSPC", "EDQUOT"].includes(systemCode(error) ?? "");
  const [code, message] = isFull
    ? NO_SPACE
    : (["file_failed", `The journal could not be synced (${errorMessage(error)})`] as const);
  return new JournalError(code, `${message}: ${file}`, { file }, { cause: error });
}

function meaningOf(error: unknown): readonly [JournalErrorCode, string] {
  if (codeOf(error) === FULL) return NO_SPACE;
  if (isLocked(error)) return ["file_locked", "Another process keeps the journal locked"];
  if (isDamage(error)) return ["file_damaged", "The journal is damaged, and will be repaired when it is opened again"];
  return ["file_failed", `The journal could not be read or written (${errorMessage(error)})`];
}

/** SQLite's primary result code. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return undefined;
  return error.errcode & 0xff;
}
