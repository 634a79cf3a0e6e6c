/**
 * What a policy decides about. A server's hints about its own tool (`readOnlyHint` …) are not part of it: hints are not
 * permissions.
 */

/** Who declared a server. */
export const SOURCES = [
  /** The user, in a configuration of their own. */
  "user",
  /** The ACP client on this machine. */
  "client",
  /** A file of the project folder, which may have come with a clone. */
  "project",
  /** An ACP client on another machine. */
  "remote",
] as const;
export type Source = (typeof SOURCES)[number];

/** Where an address leads. */
export const NETWORKS = ["public", "loopback", "private", "link-local", "reserved"] as const;
export type Network = (typeof NETWORKS)[number];

export const ACCESSES = ["read", "write"] as const;
export type Access = (typeof ACCESSES)[number];

export interface ToolCallSubject {
  readonly type: "tool-call";
  /** The real name of the server; none for a built-in tool. */
  readonly server?: string | undefined;
  /** The real name of the tool, or the name the model sees if that is all that is known. */
  readonly tool: string;
  /** The name the model sees, `mcp__server__tool`. */
  readonly name?: string | undefined;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** A server that wants to be started or connected to. */
export interface ServerSubject {
  readonly type: "server";
  readonly server: string;
  readonly source: Source;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly url?: string | undefined;
  /** Where the URL leads, once that is known. */
  readonly network?: Network | undefined;
}

/** A variable that a server's declaration wants to set. Its value is not looked at. */
export interface EnvironmentSubject {
  readonly type: "environment";
  readonly server: string;
  readonly source: Source;
  readonly variable: string;
}

export interface PathSubject {
  readonly type: "path";
  readonly access: Access;
  /** Absolute and real, as `insideRoots` gives it. */
  readonly path: string;
  /** As requested: a rule that forbids a name must also catch the link of that name. */
  readonly asked?: string | undefined;
  /** Absolute and real. */
  readonly roots: readonly string[];
}

export interface UrlSubject {
  readonly type: "url";
  readonly url: string;
  readonly network?: Network | undefined;
}

/** A command that is to run: a program with its arguments, or a line for a shell. */
export type CommandSubject = CommandRun & {
  readonly type: "command";
  readonly paths?: readonly NamedPath[] | undefined;
  /** It is too long to be read whole: it may name other files, and run other commands. */
  readonly isIncomplete?: boolean | undefined;
};

export type CommandRun =
  | { readonly command: string; readonly args?: readonly string[] | undefined }
  | { readonly shell: string };

/** A file that a command names, as `commandSubject` finds it. */
export interface NamedPath {
  readonly path: string;
  readonly asked: string;
  readonly access: Access;
  /** Of a folder, only its name is used (`cd`, `ls`), and not what is in its files. */
  readonly isOnlyName?: boolean;
}

export type Subject = ToolCallSubject | ServerSubject | EnvironmentSubject | PathSubject | UrlSubject | CommandSubject;

export type SubjectType = Subject["type"];

export const SUBJECT_TYPES = [
  "tool-call",
  "server",
  "environment",
  "path",
  "url",
  "command",
] as const satisfies readonly SubjectType[];
