/**
 * Decides with remembered answers.
 *
 * A remembered rejection denies. A remembered approval answers only what the rules would ask, never what they deny,
 * and only for exactly what was approved: another definition, or another server behind the name, is asked about again,
 * and the decision says what changed [K-05]. Where the floor asks, no earlier approval counts.
 */

import { canonicalJson } from "../json/canonical-json.ts";
import { describeChange } from "../fingerprint/describe-change.ts";
import { fingerprint } from "../fingerprint/tool-definition.ts";
import { quote } from "../quote.ts";
import { decide } from "../rules/decide.ts";
import type { Decision } from "../rules/decision.ts";
import type { Policy } from "../rule.ts";
import { describeSubject } from "../rules/describe-subject.ts";
import type { Subject } from "../subject.ts";
import { type Grant, type GrantTarget, grantTarget, type KnownTool } from "./grant.ts";
import { describeGrant } from "./describe-grant.ts";

export interface GrantContext {
  readonly policy: Policy;
  readonly grants: readonly Grant[];
  /** The project's real path. */
  readonly folder?: string | undefined;
  /** For a tool call: the definition as it is now, and whose it is. */
  readonly tool?: KnownTool | undefined;
}

export function decideWithGrants(subject: Subject, { policy, grants, folder, tool }: GrantContext): Decision {
  const decision = decide(subject, policy);
  const target = grantTarget(subject, tool);
  if (decision.effect === "deny" || !target) return decision;

  const here = grants.filter(({ scope }) => scope.type === "everywhere" || scope.folder === folder);
  const rejection = here.find((grant) => grant.verdict === "reject" && isSameName(grant.target, target));
  if (rejection) return byGrant(subject, rejection);
  if (decision.effect === "allow" || decision.isFloor) return decision;

  const approvals = here.filter((grant) => grant.verdict === "allow");
  const approval = approvals.find((grant) => isSameThing(grant.target, target));
  if (approval) return byGrant(subject, approval);
  const stale = approvals.find((grant) => isSameName(grant.target, target));
  return stale ? { ...decision, ...whatChanged(subject, stale.target, target) } : decision;
}

function byGrant(subject: Subject, grant: Grant): Decision {
  const [effect, verb] =
    grant.verdict === "allow" ? (["allow", "is allowed"] as const) : (["deny", "is denied"] as const);
  const reason = `${describeSubject(subject)} ${verb} (grant of ${grant.givenAt}): ${describeGrant(grant)}`;
  return { effect, reason, by: { type: "grant", grant: grant.id } };
}

function whatChanged(subject: Subject, before: GrantTarget, now: GrantTarget): Pick<Decision, "reason" | "changes"> {
  const changes = differences(before, now);
  const reason = `${describeSubject(subject)} was allowed before, but has changed: ${changes.join(" ")}`;
  return { reason, changes };
}

function differences(before: GrantTarget, now: GrantTarget): readonly string[] {
  if (before.type === "url" && now.type === "url") {
    return [
      `It resolved to the ${before.network ?? "unknown"} network and now resolves to the ${now.network ?? "unknown"} network.`,
    ];
  }
  if (before.type !== "tool" || now.type !== "tool") return [];
  const server = before.serverKey === now.serverKey ? [] : [otherServer(now.server)];
  return [...server, ...describeChange(before.definition, now.definition)];
}

function otherServer(server: string | undefined): string {
  return `Server ${quote(server ?? "")} has a different command, URL, or set of variables or headers.`;
}

function isSameName(one: GrantTarget, other: GrantTarget): boolean {
  if (one.type === "tool" && other.type === "tool") return one.tool === other.tool && one.server === other.server;
  if (one.type === "url" && other.type === "url") return one.origin === other.origin;
  return canonicalJson(one) === canonicalJson(other);
}

function isSameThing(one: GrantTarget, other: GrantTarget): boolean {
  if (!isSameName(one, other)) return false;
  if (one.type === "url" && other.type === "url") return one.network === other.network;
  if (one.type !== "tool" || other.type !== "tool") return true;
  return one.serverKey === other.serverKey && fingerprint(one.definition) === fingerprint(other.definition);
}
