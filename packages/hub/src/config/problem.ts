/**
 * Something about a configuration that its owner should know. It never holds a value that could be a secret.
 */
export interface Problem {
  /** An error costs something (a server, a setting, a file); with a warning everything works, if not as was meant. */
  readonly level: "error" | "warning";
  readonly code: ProblemCode;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Where in the document: `mcpServers.github.args[0]`. */
  readonly path?: string;
  readonly server?: string;
}

export type ProblemCode =
  /** The file is there and cannot be read. */
  | "unreadable"
  | "syntax"
  /** A value is not what the schema says. */
  | "invalid"
  | "unknown_key"
  | "duplicate_key"
  /** A `${…}` that names a variable which is not set, or that cannot be read. */
  | "unset_variable"
  | "unreadable_reference"
  /** Two declare a server of one name, and one of them counts. */
  | "overridden"
  /** Two servers of one list have one name, and one got another. */
  | "renamed"
  | "unknown_server"
  /** The rules of a file cannot be read, so stricter ones hold. */
  | "lost_rules"
  /** Whether something is trusted could not be found out, so it is not. */
  | "trust_unknown"
  /** Edits will not be noticed. */
  | "unwatched";

/** One line, as compilers print them, so that terminals and editors make a link of it. */
export function formatProblem({ file, line, column, path, message }: Problem): string {
  const at = [file, line, column].filter((part) => part !== undefined).join(":");
  return [at, path, message].filter((part) => part !== undefined && part !== "").join(": ");
}
