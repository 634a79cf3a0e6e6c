/**
 * Describes what a grant covers: "always" means nothing unless it is written out [D-14].
 */

import { renderWords } from "../shell/command-words.ts";
import { quote } from "../quote.ts";
import type { Grant, GrantScope, GrantTarget, Lifetime } from "./grant.ts";

export function describeGrant({
  verdict,
  target,
  scope,
  lifetime,
}: Pick<Grant, "verdict" | "target" | "scope" | "lifetime">): string {
  const verb = verdict === "allow" ? "Allowed without asking" : "Rejected without asking";
  return `${verb}: ${describeTarget(target)}, ${describeExtent(scope, lifetime)}.`;
}

function describeTarget(target: GrantTarget): string {
  if (target.type === "command") return `the command ${quote(renderWords(target.words))}`;
  if (target.type === "shell") return `the command line ${quote(target.line)}`;
  if (target.type === "url") return describeUrl(target);
  if (target.type === "path") return `${target.access === "read" ? "reading" : "writing"} ${quote(target.path)}`;
  const of = target.server === undefined ? "" : ` of ${quote(target.server)}`;
  return `tool ${quote(target.tool)}${of}, with any arguments`;
}

function describeExtent(scope: GrantScope, lifetime: Lifetime): string {
  const where = scope.type === "everywhere" ? "in every project" : `in ${quote(scope.folder)}`;
  return lifetime === "session" ? `${where}, until this session ends` : `${where}, until you revoke it`;
}

function describeUrl({ origin, network }: Extract<GrantTarget, { type: "url" }>): string {
  return `any URL at ${quote(origin)}${network === undefined ? "" : ` while it resolves to the ${network} network`}`;
}
