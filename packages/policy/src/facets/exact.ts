/**
 * Properties with a few fixed values, and names of environment variables.
 */

import { matchesGlob } from "@tenon/basis";

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

/** To Windows, `node_options` is `NODE_OPTIONS`: what forbids the one forbids both. */
export const variableFacet = defineFacet<string, string>({
  patterns: (when) => alternatives(when.variable),
  values: (subject) => (subject.type === "environment" ? [subject.variable] : []),
  matches: (pattern, name, reading) =>
    matchesGlob(pattern, name) || (reading === "wide" && matchesGlob(pattern.toUpperCase(), name.toUpperCase())),
  covers: matchesGlob,
});
