/**
 * Why a call that a person makes without the model is refused: their request is their consent to what the rules would ask,
 * and never to what the rules or an earlier rejection deny.
 */

import { type ConsentOptions, decideWithGrants, type Subject } from "@tenon/policy";

/** Undefined if it is not denied. */
export type Denial = (subject: Subject) => Promise<string | undefined>;

export function createDenial({
  policy,
  grants: { session, always },
  folder,
}: Pick<ConsentOptions, "policy" | "grants" | "folder">): Denial {
  return async (subject) => {
    const grants = [...(await session.list()), ...(await always.list())];
    const { effect, reason } = decideWithGrants(subject, { policy: policy(), grants, folder });
    return effect === "deny" ? reason : undefined;
  };
}
