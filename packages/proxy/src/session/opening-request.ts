/**
 * The requests that open a session, and what becomes of their `mcpServers`.
 */

import { isAbsolute } from "node:path";

import { arrayAt, InvalidValueError, type JsonObject, objectAt, objectOf, stringOf } from "@tenon/basis";
import { type GivenServer, readGivenServer } from "@tenon/hub/given";

export interface OpeningRequest {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly servers: readonly GivenServer[];
  readonly meta: JsonObject;
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
  if (typeof cwd !== "string" || !isAbsolute(cwd)) throw new InvalidValueError("cwd", "must be an absolute path");
  const others = Array.isArray(additionalDirectories) ? additionalDirectories : [];
  return {
    cwd,
    roots: [cwd, ...others.flatMap((folder: unknown) => stringOf(folder) ?? [])],
    servers: arrayAt("mcpServers", mcpServers).map((entry, index) => readGivenServer(entry, `mcpServers[${index}]`)),
    meta: objectOf(_meta),
  };
}

/** What the agent is given of it. */
export function withGiven(message: JsonObject, { mcpServers, meta }: GivenToAgent): JsonObject {
  const params = { ...objectAt("params", message["params"]), mcpServers, ...(meta && { _meta: meta }) };
  return { ...message, params };
}

export interface GivenToAgent {
  /** Instead of the client's servers. */
  readonly mcpServers: readonly unknown[];
  /** Instead of the client's `_meta`; undefined if that stays. */
  readonly meta?: JsonObject | undefined;
}
