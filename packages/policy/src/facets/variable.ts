/**
 * Names of environment variables. To Windows, `node_options` is `NODE_OPTIONS`: what forbids the one forbids both.
 */

import { matchesGlob } from "@tenon/basis";

import { alternatives } from "../rule.ts";
import { defineFacet } from "./facet.ts";

export const variableFacet = defineFacet<string, string>({
  patterns: (when) => alternatives(when.variable),
  values: (subject) => (subject.type === "environment" ? [subject.variable] : []),
  matches: (pattern, name, reading) =>
    matchesGlob(pattern, name) || (reading === "wide" && matchesGlob(pattern.toUpperCase(), name.toUpperCase())),
  covers: matchesGlob,
});
