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

export function subjectTypesOf({ effect, when }: Pick<Rule, "effect" | "when">): readonly SubjectType[] {
  const kinds = possibleTypes(when);
  return effect === "allow" && when.subject === undefined ? kinds.filter((type) => !ADMISSION.has(type)) : kinds;
}

/** The types that a condition could be about. */
export function possibleTypes(when: Condition): readonly SubjectType[] {
  const named = PROPERTIES.filter((property) => when[property] !== undefined);
  return SUBJECT_TYPES.filter(
    (type) =>
      (when.subject === undefined || when.subject === type) && named.every((property) => HAVE[property].includes(type)),
  );
}
