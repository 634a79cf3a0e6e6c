/**
 * Decides by rules alone. The narrowest rule wins: a rule is narrower than another if whatever it fits, the other would
 * fit too.
 *
 * - Where neither is narrower, the stricter effect wins.
 * - Where both say the same, the later layer wins; within a layer, the stricter effect.
 * - A rule never wins over a stricter one of a later layer: what we allow by default cannot pierce what the user
 *   denies.
 *
 * So the order of rules within a layer never matters, and no allow undoes a deny that it was not written against.
 */

import { isStricter, strictest } from "../effect.ts";
import { argumentsFacet } from "../facets/arguments.ts";
import { commandFacet } from "../facets/command.ts";
import { accessFacet, networkFacet, sourceFacet } from "../facets/exact.ts";
import type { Reading } from "../facets/facet.ts";
import { pathFacet } from "../facets/path.ts";
import { serverFacet, toolFacet } from "../facets/tool.ts";
import { urlFacet } from "../facets/url.ts";
import { variableFacet } from "../facets/exact.ts";
import { plain } from "../quote.ts";
import type { Policy, Rule } from "../rule.ts";
import type { Subject, SubjectType } from "../subject.ts";
import type { Decision } from "./decision.ts";
import { describeSubject } from "./describe-subject.ts";
import { isAbout, possibleTypes } from "./subject-types.ts";

const FACETS = [
  toolFacet,
  serverFacet,
  argumentsFacet,
  pathFacet,
  accessFacet,
  urlFacet,
  networkFacet,
  commandFacet,
  variableFacet,
  sourceFacet,
];

/** A layer that may only tighten counts where it makes the decision stricter. */
export function decideByRules(subject: Subject, policy: Policy): Decision {
  const decision = decideByLayers(subject, policy);
  if (!policy.some((layer) => layer.onlyStricter)) return decision;
  const without = decideByLayers(
    subject,
    policy.filter((layer) => !layer.onlyStricter),
  );
  return isStricter(decision.effect, without.effect) ? decision : without;
}

interface Candidate {
  readonly rule: Rule;
  readonly effect: Rule["effect"];
  readonly layer: string;
  readonly layerIndex: number;
  readonly number: number;
}

export function decideByLayers(subject: Subject, policy: Policy): Decision {
  const candidates = policy.flatMap((layer, layerIndex) =>
    layer.rules.map((rule, index): Candidate => {
      return { rule, effect: rule.effect, layer: layer.name, layerIndex, number: index + 1 };
    }),
  );
  const fitting = candidates.filter(({ rule }) => fits(rule, subject, rule.effect === "allow" ? "strict" : "wide"));
  // An exception is read strictly, also where it asks: asking is looser than denying.
  const exceptions = fitting.filter(({ rule }) => fits(rule, subject, "strict"));
  const [first, ...others] = fitting.filter((one) => !exceptions.some((other) => beats(other, one, subject.type)));
  const what = describeSubject(subject);
  if (!first) return { effect: "ask", reason: `${what} needs approval: no rule covers it.`, by: { type: "nothing" } };
  const strict = strictest(first, ...others);
  // Among equals the floor speaks: what it asks about is asked each time, also where the mode asks anyway.
  const floor = [first, ...others].find((one) => one.rule.isFloor && one.effect === strict.effect);
  const { rule, layer, number } = floor ?? strict;
  const why = rule.why === undefined ? "" : `: ${plain(rule.why, MAX_WHY_LENGTH)}`;
  const reason = `${what} ${VERBS[rule.effect]} (${layer} policy, rule ${number})${why}.`;
  return {
    effect: rule.effect,
    reason,
    by: { type: "rule", layer, number, rule },
    ...(rule.isFloor && { isFloor: true }),
  };
}

const MAX_WHY_LENGTH = 300;
const VERBS = { allow: "is allowed", ask: "needs approval", deny: "is denied" } as const;

function fits(rule: Rule, subject: Subject, reading: Reading): boolean {
  return isAbout(rule, subject.type) && FACETS.every((facet) => facet.fits(rule, subject, reading));
}

function beats(one: Candidate, other: Candidate, type: SubjectType): boolean {
  if (one.layerIndex < other.layerIndex || !isWithin(one.rule, other.rule, type)) return false;
  return one.layerIndex > other.layerIndex || !isWithin(other.rule, one.rule, type);
}

/** Where two rules say the same of this type of subject, the one that covers fewer types lies within the other. */
function isWithin(inner: Rule, outer: Rule, type: SubjectType): boolean {
  if (!FACETS.every((facet) => facet.isWithin(inner, outer, type))) return false;
  const isSame = FACETS.every((facet) => facet.isWithin(outer, inner, type));
  return !isSame || possibleTypes(inner.when).length <= possibleTypes(outer.when).length;
}
