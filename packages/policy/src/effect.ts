/**
 * What a policy can answer, from the loosest to the strictest.
 */
export const EFFECTS = ["allow", "ask", "deny"] as const;

export type Effect = (typeof EFFECTS)[number];

export function isStricter(one: Effect, other: Effect): boolean {
  return EFFECTS.indexOf(one) > EFFECTS.indexOf(other);
}

/** The one with the strictest effect; among equals, the first. */
export function strictest<T extends { readonly effect: Effect }>(first: T, ...others: readonly T[]): T {
  return others.reduce((winner, one) => (isStricter(one.effect, winner.effect) ? one : winner), first);
}
