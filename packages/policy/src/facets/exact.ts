/**
 * Properties with a few fixed values.
 */

import { alternatives, type Condition, type OneOrMore } from "../rule.ts";
import type { Subject } from "../subject.ts";
import { defineFacet } from "./facet.ts";

export const accessFacet = exactFacet(
  (when) => when.access,
  (subject) => ("access" in subject ? subject.access : undefined),
);

export const networkFacet = exactFacet(
  (when) => when.network,
  (subject) => ("network" in subject ? subject.network : undefined),
);

export const sourceFacet = exactFacet(
  (when) => when.source,
  (subject) => ("source" in subject ? subject.source : undefined),
);

function exactFacet<Value extends string>(
  patterns: (when: Condition) => OneOrMore<Value> | undefined,
  value: (subject: Subject) => Value | undefined,
) {
  return defineFacet<Value, Value>({
    patterns: (when) => alternatives(patterns(when)),
    values(subject) {
      const found = value(subject);
      return found === undefined ? [] : [found];
    },
    matches: (pattern, found) => pattern === found,
    covers: (outer, inner) => outer === inner,
  });
}
