/**
 * Remembers how a server was reached, so that the next connection asks nothing twice: which revision of MCP it speaks,
 * whether it is one of the old ones that only know SSE, and how long its start took.
 */

import { hash } from "node:crypto";

import type { ServerOptions, ServerSpec } from "../../server-spec.ts";
import type { Connection } from "./connection.ts";

export interface RevisionVerdict {
  readonly revision: NonNullable<ServerOptions["revision"]>;
  readonly transport?: "http" | "sse";
  /** How long its last start took, until its tools were known. */
  readonly tookMs?: number;
}

export interface RevisionMemory {
  recall(spec: ServerSpec): RevisionVerdict | undefined;
  remember(spec: ServerSpec, verdict: RevisionVerdict): void;
  forget(spec: ServerSpec): void;
}

export type DatedVerdict = RevisionVerdict & {
  /** Milliseconds since 1970. */
  readonly at: number;
};

/** Where verdicts outlive the process. Neither method throws: without the store everything is asked again. */
export interface VerdictStore {
  read(): ReadonlyMap<string, DatedVerdict>;
  write(key: string, verdict: DatedVerdict | undefined): void;
}

const NEWER = "2026-07-28";
const OLDER = "2025-11-25";

// A server that was updated still answers the old handshake, so an old verdict would never be found out [P52].
const LEGACY_MS = 24 * 60 * 60_000;

export function createRevisionMemory(
  options: { readonly now?: () => number; readonly store?: VerdictStore } = {},
): RevisionMemory {
  const { now = Date.now, store } = options;
  let verdicts: Map<string, DatedVerdict> | undefined;
  // Read with the first server, not with the program.
  const known = () => (verdicts ??= new Map(store?.read()));
  return {
    recall,
    remember(spec, verdict) {
      const key = identityOf(spec);
      const before = recall(spec);
      // A verdict does not grow younger by being used.
      const at = before && isSame(before, verdict) ? before.at : now();
      known().set(key, { ...verdict, at });
      store?.write(key, { ...verdict, at });
    },
    forget(spec) {
      if (known().delete(identityOf(spec))) store?.write(identityOf(spec), undefined);
    },
  };

  function recall(spec: ServerSpec): DatedVerdict | undefined {
    const verdict = known().get(identityOf(spec));
    const isStale = verdict?.revision === OLDER && now() - verdict.at > LEGACY_MS;
    return isStale ? undefined : verdict;
  }
}

/** Undefined if the server has to be asked; `ask` if it is known to answer. The owner's word counts first. */
export function knownRevision(spec: ServerSpec, memory: RevisionMemory): "older" | "newer" | "ask" | undefined {
  const configured = spec.options?.revision;
  if (configured !== undefined) return configured === OLDER ? "older" : "newer";
  const found = memory.recall(spec)?.revision;
  return found && (found === OLDER ? "older" : "ask");
}

/** Remembers what came of opening a connection. */
export async function remembered(
  opening: Promise<Connection>,
  spec: ServerSpec,
  memory: RevisionMemory,
  transport?: "http" | "sse",
): Promise<Connection> {
  const begin = performance.now();
  const connection = await opening;
  memory.remember(spec, {
    revision: connection.client.getProtocolEra() === "modern" ? NEWER : OLDER,
    tookMs: Math.round(performance.now() - begin),
    ...(transport && { transport }),
  });
  return connection;
}

function isSame(one: RevisionVerdict, other: RevisionVerdict): boolean {
  return one.revision === other.revision && one.transport === other.transport;
}

/** What makes two specs the same server. The secrets in it are only ever seen as a hash. */
export function identityOf(spec: ServerSpec): string {
  const identity =
    spec.type === "stdio"
      ? [spec.command, spec.args, spec.env, spec.cwd]
      : spec.type !== "http" && spec.type !== "sse"
        ? [spec.name]
        : [spec.type, spec.url, spec.headers];
  return hash("sha256", JSON.stringify(identity));
}
