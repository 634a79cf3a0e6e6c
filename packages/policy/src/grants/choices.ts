/**
 * The choices of a permission request, each with its extent in its name. The kinds are those of ACP.
 */

import { choiceName } from "./describe-grant.ts";
import type { GrantScope, GrantTarget, Lifetime, Verdict } from "./grant.ts";

export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly kind: "allow_once" | "allow_always" | "reject_once" | "reject_always";
  readonly verdict: Verdict;
  /** What to remember; nothing for an answer that is given once. */
  readonly remember?: { readonly lifetime: Lifetime; readonly scope: GrantScope };
}

/** `folder` is the project's real path; without it nothing can be remembered for a project. */
export function choicesFor(target: GrantTarget, folder?: string): readonly Choice[] {
  const scope: GrantScope = folder === undefined ? { type: "everywhere" } : { type: "project", folder };
  const remembered = (id: string, verdict: Verdict, lifetime: Lifetime, scope: GrantScope): Choice => ({
    id,
    name: choiceName({ verdict, target, scope, lifetime }),
    kind: verdict === "allow" ? "allow_always" : "reject_always",
    verdict,
    remember: { lifetime, scope },
  });
  return [
    { id: "allow-once", name: "Allow once", kind: "allow_once", verdict: "allow" },
    remembered("allow-session", "allow", "session", scope),
    remembered("allow-always", "allow", "always", scope),
    ...(folder === undefined ? [] : [remembered("allow-everywhere", "allow", "always", { type: "everywhere" })]),
    { id: "reject-once", name: "Reject once", kind: "reject_once", verdict: "reject" },
    remembered("reject-always", "reject", "always", scope),
  ];
}
