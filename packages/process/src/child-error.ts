/**
 * Why there is no child, or no child any more, so that a person can act on it.
 *
 * Arguments and environment stay out of it: they carry tokens, and errors end up in logs.
 */

import { CodedError } from "@tenon/basis";

import type { Child, ChildExit } from "./child.ts";

export type ChildErrorCode =
  /** The working directory does not exist, or is not a directory. */
  | "cwd_not_found"
  /** There is no such command. */
  | "not_found"
  /** There is a file of that name, but it may not be run. */
  | "not_executable"
  /** The system refused for another reason; see `cause`. */
  | "start_failed"
  /** It ran, and left. */
  | "exited";

export interface ChildErrorDetails {
  readonly command: string;
  readonly cwd: string;
  /** The PATH that was searched. */
  readonly path?: string;
  /** The file that was found. */
  readonly file?: string;
  readonly exit?: ChildExit;
  readonly lastWords?: string;
}

export class ChildError extends CodedError<ChildErrorCode, ChildErrorDetails> {
  override readonly name = "ChildError";
}

const SHOWN_LINES = 20;

/** The error for a caller that still needed this child: how it left, and the last lines it wrote to stderr. */
export function exitedError(child: Pick<Child, "command" | "cwd" | "lastWords">, exit: ChildExit): ChildError {
  const { command, cwd } = child;
  const lastWords = child.lastWords();
  const lines = lastWords.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n");
  const how = exit.signal ? `was ended by ${exit.signal}` : `exited with code ${exit.code}`;
  const stderr = lines === "" ? "It wrote nothing to stderr." : `The end of its stderr:\n${lines}`;
  return new ChildError("exited", `"${command}" (in ${cwd}) ${how}. ${stderr}`, { command, cwd, exit, lastWords });
}
