/**
 * Why a file could not be read or written: one line that says what and why.
 */

import { CodedError, errorCode } from "@tenon/basis";

export type WorkspaceErrorCode =
  | "not_found"
  /** Not allowed, or not a text file. */
  | "refused"
  /** The operating system failed; see `details.system`. */
  | "system_error";

export interface WorkspaceErrorDetails {
  readonly path: string;
  /** The system's own code, such as ENOSPC. */
  readonly system?: string;
}

export class WorkspaceError extends CodedError<WorkspaceErrorCode, WorkspaceErrorDetails> {
  override readonly name = "WorkspaceError";
}

export function refusal(path: string, reason: string): WorkspaceError {
  return new WorkspaceError("refused", `${JSON.stringify(path)}: ${reason}`, { path });
}

/** The word ENOENT is there for agents that look for it before they create a file [R98, L-04]. */
export function notFound(path: string): WorkspaceError {
  return new WorkspaceError("not_found", `ENOENT: no such file: ${JSON.stringify(path)}`, { path });
}

/** Translates an error of the system; any other stays as it is. */
export function workspaceError(
  cause: unknown,
  { act, path }: { readonly act: "read" | "write"; readonly path: string },
): unknown {
  const system = errorCode(cause);
  if (system === undefined || cause instanceof WorkspaceError) return cause;
  const isMissing = system === "ENOENT" || system === "ENOTDIR";
  if (isMissing && act === "read") return notFound(path);
  if (system === "ELOOP") return refusal(path, "it was replaced by a link during the operation.");
  const why = REASONS[system] ?? "the operating system refused.";
  const message = `Cannot ${act} ${JSON.stringify(path)}: ${why} (${system})`;
  return new WorkspaceError("system_error", message, { path, system }, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "no permission.",
  EPERM: "no permission.",
  EROFS: "the file system is read-only.",
  // Folders that are missing are made, so this one was there a moment ago.
  ENOENT: "its folder was removed during the write.",
  ENOTDIR: "one of its folders is a file.",
  ENOSPC: "the disk is full.",
  EDQUOT: "the disk quota is used up.",
  ENAMETOOLONG: "the name is too long.",
};
