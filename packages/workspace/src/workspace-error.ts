/**
 * Why something could not be done with a file or a command: one line that says what and why.
 */

export type WorkspaceErrorCode =
  | "NOT_FOUND"
  /** It may not, or it makes no sense. */
  | "REFUSED"
  /** The system would not. */
  | "SYSTEM";

export interface WorkspaceErrorDetails {
  readonly path: string;
  /** The system's own code, such as ENOSPC. */
  readonly system?: string;
}

export class WorkspaceError extends Error {
  readonly code: WorkspaceErrorCode;
  readonly details: WorkspaceErrorDetails;

  constructor(code: WorkspaceErrorCode, message: string, details: WorkspaceErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.name = "WorkspaceError";
    this.code = code;
    this.details = details;
  }
}

export function refusal(path: string, reason: string): WorkspaceError {
  return new WorkspaceError("REFUSED", `${JSON.stringify(path)}: ${reason}`, { path });
}

/** The word ENOENT is there for agents that look for it before they create a file [R98, L-04]. */
export function notFound(path: string): WorkspaceError {
  return new WorkspaceError("NOT_FOUND", `ENOENT: there is no such file: ${JSON.stringify(path)}`, { path });
}

/** What the system said, in our words; what is no error of the system stays as it is. */
export function workspaceError(
  cause: unknown,
  { act, path }: { readonly act: "read" | "write"; readonly path: string },
): unknown {
  if (!(cause instanceof Error) || cause instanceof WorkspaceError || !("code" in cause)) return cause;
  const system = String(cause.code);
  const isMissing = system === "ENOENT" || system === "ENOTDIR";
  if (isMissing && act === "read") return notFound(path);
  if (system === "ELOOP") return refusal(path, "it was replaced by a link while it was looked at.");
  const why = REASONS[system] ?? "the system refused.";
  const message = `Could not ${act} ${JSON.stringify(path)}: ${why} (${system})`;
  return new WorkspaceError("SYSTEM", message, { path, system }, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "no permission.",
  EPERM: "no permission.",
  EROFS: "the file system is read-only.",
  // Folders that are missing are made, so this one was there a moment ago.
  ENOENT: "its folder was removed while it was being written.",
  ENOTDIR: "one of its folders is a file.",
  ENOSPC: "the disk is full.",
  EDQUOT: "the disk quota is used up.",
  ENAMETOOLONG: "the name is too long.",
};
