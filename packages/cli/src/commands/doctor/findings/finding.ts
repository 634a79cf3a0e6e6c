/**
 * Something that keeps a tool from a model, or may: what it is, why, and what to do about it.
 */
export interface Finding {
  /** `error`: it does not work. `warning`: it works, or works for some. `note`: as its owner wanted it. */
  readonly severity: "error" | "warning" | "note";
  /** Stable, for programs. */
  readonly code: string;
  readonly subject: Subject;
  readonly cause: string;
  /** What to do; a command is in backticks. */
  readonly fix?: string;
  /** `file:line`, where that is known. */
  readonly where?: string;
}

export interface Subject {
  readonly type: "server" | "file" | "agent" | "editor" | "doctor";
  /** The id of the server, the path of the file, the name of the agent or the editor. */
  readonly id: string;
}

export function whereOf(
  file: string,
  { line, column }: { readonly line?: number; readonly column?: number } = {},
): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}
