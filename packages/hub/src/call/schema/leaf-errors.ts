/**
 * What is really wrong, out of everything the validator reports. It reports each error once more for every part of the
 * schema around it, and for a union the errors of all branches, most of which the model never meant.
 */

import type { OutputUnit } from "./compile-schema.ts";

/** The errors at the bottom; a member that is not allowed is reported at its own place. */
export function leafErrors(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const leaves: OutputUnit[] = [];
  for (let index = 0; index < errors.length;) {
    const error = errors[index]!;
    const next = errors[index + 1];
    if (error.keyword === "anyOf" || error.keyword === "oneOf") {
      const end = endOfUnion(error, errors, index + 1);
      leaves.push(...closestBranch(error, errors.slice(index + 1, end)));
      index = end;
    } else if (FORBIDS_MEMBERS.has(error.keyword) && next?.keyword === "false") {
      leaves.push({ ...error, instanceLocation: next.instanceLocation });
      index += 2;
    } else {
      if (!WRAPPERS.has(error.keyword)) leaves.push(error);
      index += 1;
    }
  }
  return leaves;
}

const FORBIDS_MEMBERS = new Set(["additionalProperties", "unevaluatedProperties"]);

/** What only says that something inside is wrong. */
const WRAPPERS = new Set([
  ...FORBIDS_MEMBERS,
  "$ref",
  "$recursiveRef",
  "additionalItems",
  "allOf",
  "dependentSchemas",
  "if",
  "items",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "unevaluatedItems",
]);

/** The errors of the branches follow that of the union; that of a `false` schema has no location of its own. */
function endOfUnion(union: OutputUnit, errors: readonly OutputUnit[], start: number): number {
  const inside = `${union.keywordLocation}/`;
  for (let end = start; end < errors.length; end += 1) {
    const { keyword, keywordLocation } = errors[end]!;
    if (keyword !== "false" && !keywordLocation.startsWith(inside)) return end;
  }
  return errors.length;
}

/** The branch that was probably meant: of the right type, with the right constants, with the fewest errors. */
function closestBranch(union: OutputUnit, errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const branches: OutputUnit[][] = [];
  let last: string | undefined;
  for (const error of errors) {
    const branch = error.keywordLocation.slice(union.keywordLocation.length + 1).split("/", 1)[0];
    if (branch === last || error.keyword === "false") branches.at(-1)?.push(error);
    else branches.push([error]);
    if (error.keyword !== "false") last = branch;
  }
  const isMeant = (branch: readonly OutputUnit[]) =>
    !branch.some(({ keyword, instanceLocation }) => KINDS.has(keyword) && instanceLocation === union.instanceLocation);
  const fitsMany = union.keyword === "oneOf" && !union.error.includes("(0 matches)");
  const [closest] = fitsMany ? [] : branches.filter(isMeant).toSorted((a, b) => weight(a) - weight(b));
  return closest ? leafErrors(closest) : [union];
}

const KINDS = new Set(["type", "const", "enum"]);

function weight(errors: readonly OutputUnit[]): number {
  return errors.reduce((sum, { keyword }) => sum + (keyword === "const" || keyword === "enum" ? 100 : 1), 0);
}
