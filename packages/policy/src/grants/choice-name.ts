/**
 * What a choice is called: one short line, because clients show it on a button or in a list [J-05].
 *
 * The extent is always whole. What gives way is what the user sees elsewhere in the question: the end of a command, the
 * beginning of a path.
 */

import { renderWords } from "../shell/command-words.ts";
import { quote } from "../quote.ts";
import type { Grant, GrantScope, GrantTarget, Lifetime } from "./grant.ts";

const MAX_NAME_LENGTH = 80;

export function choiceName({
  verdict,
  target,
  scope,
  lifetime,
}: Pick<Grant, "verdict" | "target" | "scope" | "lifetime">): string {
  const verb = verdict === "allow" ? "Allow" : "Reject";
  for (let maxLength = MAX_NAME_LENGTH; ; maxLength -= 1) {
    const name = `${verb} ${targetWithin(target, maxLength)}, ${extentWithin(scope, lifetime, maxLength)}`;
    if (name.length <= MAX_NAME_LENGTH || maxLength === 1) return name;
  }
}

function targetWithin(target: GrantTarget, maxLength: number): string {
  if (target.type === "command") return `the command ${quote(renderWords(target.words), maxLength)}`;
  if (target.type === "shell") return `the command line ${quote(target.line, maxLength)}`;
  if (target.type === "path")
    return `${target.access === "read" ? "reading" : "writing"} ${end(target.path, maxLength)}`;
  if (target.type === "url") {
    return `all of ${quote(target.origin, maxLength)}${target.network === undefined ? "" : ` (${target.network} network)`}`;
  }
  const of = target.server === undefined ? "" : ` of ${quote(target.server, maxLength)}`;
  return `any call to ${quote(target.tool, maxLength)}${of}`;
}

function extentWithin(scope: GrantScope, lifetime: Lifetime, maxLength: number): string {
  if (lifetime === "session") return "until this session ends";
  return scope.type === "everywhere" ? "always, in every project" : `always in ${end(scope.folder, maxLength)}`;
}

/** The end of a path says more than its beginning. */
function end(path: string, maxLength: number): string {
  return quote(path.length > maxLength ? `…${path.slice(-maxLength)}` : path, maxLength + 1);
}
