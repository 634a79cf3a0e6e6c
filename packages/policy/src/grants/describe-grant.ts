/**
 * Describes what a grant covers: "always" means nothing unless it is written out [D-14].
 */

import { quote } from "../quote.ts";
import { renderWords } from "../shell/command-words.ts";
import type { Grant, GrantScope, GrantTarget, Lifetime } from "./grant.ts";

type Described = Pick<Grant, "verdict" | "target" | "scope" | "lifetime">;

const MAX_PART_LENGTH = 120;
const MAX_CHOICE_LENGTH = 80;

export function describeGrant({ verdict, target, scope, lifetime }: Described): string {
  const verb = verdict === "allow" ? "Allowed without asking" : "Rejected without asking";
  const where = scope.type === "everywhere" ? "in every project" : `in ${quote(scope.folder)}`;
  const until = lifetime === "session" ? "until this session ends" : "until you revoke it";
  return `${verb}: ${describeTarget(target, MAX_PART_LENGTH)}, ${where}, ${until}.`;
}

/**
 * The same as the name of a choice: one short line, because clients show it on a button or in a list [J-05]. The extent
 * is always whole. What is shortened is what the user sees elsewhere in the question: the end of a command, the
 * beginning of a path.
 */
export function choiceName({ verdict, target, scope, lifetime }: Described): string {
  const verb = verdict === "allow" ? "Allow" : "Reject";
  const nameWith = (maxLength: number) =>
    `${verb} ${describeTarget(target, maxLength)}, ${shortExtent(scope, lifetime, maxLength)}`;
  // The largest length of the parts with which the whole fits, by halving: each try escapes all of them.
  let [fitting, tooLong] = [1, MAX_CHOICE_LENGTH + 1];
  for (let next = MAX_CHOICE_LENGTH; tooLong - fitting > 1; next = (fitting + tooLong) >> 1) {
    if (nameWith(next).length <= MAX_CHOICE_LENGTH) fitting = next;
    else tooLong = next;
  }
  return nameWith(fitting);
}

function describeTarget(target: GrantTarget, maxLength: number): string {
  switch (target.type) {
    case "command":
      return `the command ${quote(renderWords(target.words), maxLength)}`;
    case "shell":
      return `the command line ${quote(target.line, maxLength)}`;
    case "path":
      return `${target.access === "read" ? "reading" : "writing"} ${endOfPath(target.path, maxLength)}`;
    case "url": {
      const network = target.network === undefined ? "" : ` (${target.network} network)`;
      return `any URL at ${quote(target.origin, maxLength)}${network}`;
    }
    case "tool": {
      const of = target.server === undefined ? "" : ` of ${quote(target.server, maxLength)}`;
      return `any call to ${quote(target.tool, maxLength)}${of}`;
    }
  }
}

function shortExtent(scope: GrantScope, lifetime: Lifetime, maxLength: number): string {
  if (lifetime === "session") return "until this session ends";
  return scope.type === "everywhere" ? "always, in every project" : `always in ${endOfPath(scope.folder, maxLength)}`;
}

/** The end of a path says more than its beginning. */
function endOfPath(path: string, maxLength: number): string {
  return quote(path.length > maxLength ? `…${path.slice(-maxLength)}` : path, maxLength + 1);
}
