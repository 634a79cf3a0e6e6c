/**
 * What an edit of the configuration means for the servers of a session, so that only those which changed are touched
 * [O-03].
 */

import { isEqualJson } from "@tenon/basis";

import type { ServerSpec } from "../server-spec.ts";

export interface ServerDifference {
  readonly added: readonly ServerSpec[];
  readonly removed: readonly ServerSpec[];
  readonly changed: readonly ChangedServer[];
  /** As they are now, which says the same as before. */
  readonly unchanged: readonly ServerSpec[];
}

export interface ChangedServer {
  readonly before: ServerSpec;
  readonly after: ServerSpec;
  /** Whether it has to be started or connected to again. Include modes and limits change while it runs. */
  readonly needsRestart: boolean;
}

/** Names are unique in each list. */
export function diffServers(before: readonly ServerSpec[], after: readonly ServerSpec[]): ServerDifference {
  const known = new Map(before.map((spec) => [spec.name, spec]));
  const left = new Set(after.map(({ name }) => name));
  const added: ServerSpec[] = [];
  const changed: ChangedServer[] = [];
  const unchanged: ServerSpec[] = [];
  for (const spec of after) {
    const old = known.get(spec.name);
    if (!old) added.push(spec);
    else if (isEqualJson(old, spec)) unchanged.push(spec);
    else changed.push({ before: old, after: spec, needsRestart: !isEqualJson(running(old), running(spec)) });
  }
  return { added, removed: before.filter(({ name }) => !left.has(name)), changed, unchanged };
}

/** The part of a specification that a running server was made of. */
function running({ options, source: _source, file: _file, ...rest }: ServerSpec) {
  return { ...rest, shared: options?.shared ?? false, revision: options?.revision };
}
