/**
 * The types of subject that a rule covers: those that have every property it names.
 *
 * An `allow` covers admission (servers and their environment) only if it says so. "Allow the tools of github" must
 * not also start whatever program a cloned folder calls github [K-10].
 */

import { SUBJECT_TYPES, type SubjectType } from "../subject.ts";
import type { Condition, Rule } from "../rule.ts";

type Property = Exclude<keyof Condition, "subject">;

const HAVE: Readonly<Record<Property, readonly SubjectType[]>> = {
  server: ["tool-call", "server", "environment"],
  tool: ["tool-call"],
  arguments: ["tool-call"],
  path: ["path"],
  access: ["path"],
  url: ["url", "server"],
  network: ["url", "server"],
  command: ["command", "server"],
  variable: ["environment"],
  source: ["server", "environment"],
};

const ADMISSION: ReadonlySet<SubjectType> = new Set(["server", "environment"]);

export const PROPERTIES: readonly Property[] = [
  "server",
  "tool",
  "arguments",
  "path",
  "access",
  "url",
  "network",
  "command",
  "variable",
  "source",
];

/** Asked of every rule for every decision. */
export function isAbout({ effect, when }: Pick<Rule, "effect" | "when">, type: SubjectType): boolean {
  const isUnnamedAdmission = effect === "allow" && when.subject === undefined && ADMISSION.has(type);
  return !isUnnamedAdmission && couldBeAbout(when, type);
}

/** The types that a condition could be about. */
export function possibleTypes(when: Condition): readonly SubjectType[] {
  return SUBJECT_TYPES.filter((type) => couldBeAbout(when, type));
}

function couldBeAbout(when: Condition, type: SubjectType): boolean {
  if (when.subject !== undefined && when.subject !== type) return false;
  return PROPERTIES.every((property) => when[property] === undefined || HAVE[property].includes(type));
}
