/**
 * The requests that open a session, and what becomes of their `mcpServers`.
 */

import { isAbsolute, win32 } from "node:path";

import { arrayAt, InvalidValueError, type JsonObject, objectAt, objectOf, oneOfAt, stringOf } from "@tenon/basis";
import { type GivenServer, readGivenServer } from "@tenon/hub/given";
import type { Tree } from "@tenon/workspace";

export interface OpeningRequest {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly servers: readonly GivenServer[];
  readonly meta: JsonObject;
  /** Where these folders are: on this machine, or on the client's. */
  readonly tree: Tree;
}

export const OPENING_METHODS: ReadonlySet<unknown> = new Set([
  "session/new",
  "session/load",
  "session/resume",
  "session/fork",
]);

/** Throws an `InvalidValueError`: an entry that we cannot read must not reach the agent past the policy [W24]. */
export function readOpeningRequest(params: unknown): OpeningRequest {
  const { cwd, mcpServers, additionalDirectories, _meta } = objectAt("params", params);
  const tree = treeOf(_meta);
  const isFolder = (path: string) => isAbsolute(path) || (tree === "client" && win32.isAbsolute(path));
  if (typeof cwd !== "string" || !isFolder(cwd)) throw new InvalidValueError("cwd", "must be an absolute path");
  const others = Array.isArray(additionalDirectories) ? additionalDirectories : [];
  return {
    cwd,
    roots: [cwd, ...others.flatMap((folder: unknown) => stringOf(folder) ?? [])],
    servers: arrayAt("mcpServers", mcpServers).map((entry, index) => readGivenServer(entry, `mcpServers[${index}]`)),
    meta: objectOf(_meta),
    tree,
  };
}

function treeOf(meta: unknown): Tree {
  const { tree } = objectOf(objectOf(meta)["tenon"]);
  return tree === undefined ? "machine" : oneOfAt("_meta.tenon.tree", tree, ["client"]);
}

/** What the agent is given of it. */
export function withGiven(message: JsonObject, { mcpServers, meta, scratch }: GivenToAgent): JsonObject {
  const { additionalDirectories, ...given } = objectAt("params", message["params"]);
  const folders =
    scratch === undefined
      ? { ...(additionalDirectories !== undefined && { additionalDirectories }) }
      : { cwd: scratch };
  return { ...message, params: { ...given, ...folders, mcpServers, ...(meta && { _meta: meta }) } };
}

export interface GivenToAgent {
  /** Instead of the client's servers. */
  readonly mcpServers: readonly unknown[];
  /** Instead of the client's `_meta`; undefined if that stays. */
  readonly meta?: JsonObject | undefined;
  /** Instead of the client's folders, which are on another machine. */
  readonly scratch?: string | undefined;
}
