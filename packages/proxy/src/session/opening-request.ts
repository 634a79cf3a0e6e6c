/**
 * The requests that open a session, and what becomes of their `mcpServers`.
 */

import { isAbsolute } from "node:path";

import { arrayAt, InvalidValueError, type JsonObject, objectAt, stringOf } from "@tenon/basis";
import { type GivenServer, readGivenServer } from "@tenon/hub/given";

export interface OpeningRequest {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly servers: readonly GivenServer[];
}

export const OPENING_METHODS: ReadonlySet<unknown> = new Set([
  "session/new",
  "session/load",
  "session/resume",
  "session/fork",
]);

/** Throws an `InvalidValueError`: an entry that we cannot read must not reach the agent past the policy [W24]. */
export function readOpeningRequest(params: unknown): OpeningRequest {
  const { cwd, mcpServers, additionalDirectories } = objectAt("params", params);
  if (typeof cwd !== "string" || !isAbsolute(cwd)) throw new InvalidValueError("cwd", "must be an absolute path");
  const others = Array.isArray(additionalDirectories) ? additionalDirectories : [];
  return {
    cwd,
    roots: [cwd, ...others.flatMap((folder: unknown) => stringOf(folder) ?? [])],
    servers: arrayAt("mcpServers", mcpServers).map((entry, index) => readGivenServer(entry, `mcpServers[${index}]`)),
  };
}

export function withServers(message: JsonObject, mcpServers: readonly unknown[]): JsonObject {
  return { ...message, params: { ...objectAt("params", message["params"]), mcpServers } };
}
