/**
 * What a choice is called: one short line, because clients show it on a button or in a list [J-05].
 *
 * The extent is always whole. What gives way is what the user sees elsewhere in the question: the end of a command, the
 * beginning of a path.
 */

import { renderWords } from "../shell/command-words.ts";
import { quote } from "../quote.ts";
import type { Grant, GrantScope, GrantTarget, Lifetime } from "./grant.ts";

const LONGEST_NAME = 80;

export function choiceName({
  verdict,
  target,
  scope,
  lifetime,
}: Pick<Grant, "verdict" | "target" | "scope" | "lifetime">): string {
  const verb = verdict === "allow" ? "Allow" : "Reject";
  for (let longest = LONGEST_NAME; ; longest -= 1) {
    const name = `${verb} ${targetWithin(target, longest)}, ${extentWithin(scope, lifetime, longest)}`;
    if (name.length <= LONGEST_NAME || longest === 1) return name;
  }
}

function targetWithin(target: GrantTarget, longest: number): string {
  if (target.type === "command") return `the command ${quote(renderWords(target.words), longest)}`;
  if (target.type === "shell") return `the command line ${quote(target.line, longest)}`;
  if (target.type === "path") return `${target.access === "read" ? "reading" : "writing"} ${end(target.path, longest)}`;
  if (target.type === "url") {
    return `all of ${quote(target.origin, longest)}${target.network === undefined ? "" : ` (${target.network} network)`}`;
  }
  const of = target.server === undefined ? "" : ` of ${quote(target.server, longest)}`;
  return `any call to ${quote(target.tool, longest)}${of}`;
}

function extentWithin(scope: GrantScope, lifetime: Lifetime, longest: number): string {
  if (lifetime === "session") return "until this session ends";
  return scope.type === "everywhere" ? "always, in every project" : `always in ${end(scope.folder, longest)}`;
}

/** The end of a path says more than its beginning. */
function end(path: string, longest: number): string {
  return quote(path.length > longest ? `…${path.slice(-longest)}` : path, longest + 1);
}
