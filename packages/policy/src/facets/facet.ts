/**
 * One property of a rule's condition: how its patterns match, and when one pattern lies within another.
 *
 * A rule can be read strictly or widely. Strictly, it fits what is certainly meant: where a subject has several values
 * (the commands of a shell line, the items of a list) it must fit them all. Widely, it fits what could be meant: one
 * value is enough, and `/bin/rm` is `rm`. What loosens is read strictly, what tightens is read widely.
 */

import type { Condition, Rule } from "../rule.ts";
import type { Subject, SubjectType } from "../subject.ts";

export type Reading = "strict" | "wide";

export interface Facet {
  /** True if the rule does not mention this property, or what it says fits the subject. */
  fits(rule: Rule, subject: Subject, reading: Reading): boolean;
  /** True if, for this property, whatever fits `inner` also fits `outer`. When in doubt, false. */
  isWithin(inner: Rule, outer: Rule, type: SubjectType): boolean;
}

export function defineFacet<Pattern, Value>(definition: {
  /** The alternatives a rule gives; undefined if it does not mention the property. */
  readonly patterns: (when: Condition, type: SubjectType) => readonly Pattern[] | undefined;
  readonly values: (subject: Subject, reading: Reading) => readonly Value[];
  readonly matches: (pattern: Pattern, value: Value, reading: Reading) => boolean;
  readonly covers: (outer: Pattern, inner: Pattern) => boolean;
}): Facet {
  const { patterns, values, matches, covers } = definition;
  return {
    fits({ when }, subject, reading) {
      const alternatives = patterns(when, subject.type);
      if (!alternatives) return true;
      const found = values(subject, reading);
      const fits = (value: Value) => alternatives.some((pattern) => matches(pattern, value, reading));
      return reading === "strict" ? found.length > 0 && found.every(fits) : found.some(fits);
    },
    isWithin(inner, outer, type) {
      const outerPatterns = patterns(outer.when, type);
      if (!outerPatterns) return true;
      const innerPatterns = patterns(inner.when, type);
      return innerPatterns?.every((one) => outerPatterns.some((other) => covers(other, one))) ?? false;
    },
  };
}
