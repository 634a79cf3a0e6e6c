/**
 * Remembers how a server was reached, so that the next connection asks nothing twice: which revision of MCP it speaks,
 * and whether it is one of the old ones that only know SSE.
 */

import { createHash } from "node:crypto";

import type { PriorDiscovery } from "@modelcontextprotocol/client";

import type { ServerSpec } from "../server-spec.ts";

export interface Verdict {
  readonly prior: PriorDiscovery;
  readonly transport?: "http" | "sse";
}

export interface RevisionMemory {
  recall(spec: ServerSpec): Verdict | undefined;
  remember(spec: ServerSpec, verdict: Verdict): void;
  forget(spec: ServerSpec): void;
}

// A server that was updated still answers the old handshake, so an old verdict would never be found out [P52].
const LEGACY_MS = 24 * 60 * 60_000;

export function createRevisionMemory(options: { readonly now?: () => number } = {}): RevisionMemory {
  const { now = Date.now } = options;
  const verdicts = new Map<string, Verdict & { readonly at: number }>();
  return {
    recall(spec) {
      const verdict = verdicts.get(identityOf(spec));
      const isStale = verdict?.prior.kind === "legacy" && now() - verdict.at > LEGACY_MS;
      return isStale ? undefined : verdict;
    },
    remember: (spec, verdict) => void verdicts.set(identityOf(spec), { ...verdict, at: now() }),
    forget: (spec) => void verdicts.delete(identityOf(spec)),
  };
}

/** What makes two specs the same server. The secrets in it are only ever seen as a hash. */
export function identityOf(spec: ServerSpec): string {
  const identity =
    spec.type === "stdio"
      ? [spec.command, spec.args, spec.env, spec.cwd]
      : spec.type !== "http" && spec.type !== "sse"
        ? [spec.name]
        : [spec.type, spec.url, spec.headers];
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex");
}
