/**
 * A program with MCP servers of its own, and where it keeps them. Plain data.
 */

import type { Dialect } from "./dialects.ts";

export interface ClientKind {
  readonly id: string;
  readonly title: string;
  readonly format: "json" | "toml" | "yaml";
  /** Where the servers stand in its files, each a path of keys, the strongest last; `{cwd}` is the project's folder. */
  readonly keys: readonly (readonly string[])[];
  /** Files of the user. `{config}`, `{app}` and `{code}` depend on the system; `{NAME:path}` is a variable or the path. */
  readonly userFiles: readonly string[];
  /** Files of a project, from its folder. */
  readonly projectFiles?: readonly string[];
  readonly dialect: Dialect;
  /** The preset whose own servers these are. */
  readonly agent?: string;
  /** How many tools of all its servers together it puts before a model; the others are left out without a word. */
  readonly maxTools?: number;
}
