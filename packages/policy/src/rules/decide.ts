/**
 * Decides about a subject: by the rules, and for a command by two checks that can only tighten: the floor for the files
 * that it names, and, where the shell expands some of its words, whether a rule forbids any command at all: it may be
 * this one.
 */

import { strictest } from "../effect.ts";
import { isCutShort, shellLineOf } from "../facets/command.ts";
import { quote } from "../quote.ts";
import { alternatives, type Policy } from "../rule.ts";
import type { CommandSubject, Subject } from "../subject.ts";
import { decideByLayers, decideByRules } from "./decide-by-rules.ts";
import type { Decision } from "./decision.ts";
import { describeSubject } from "./describe-subject.ts";
import { isAbout } from "./subject-types.ts";

export function decide(subject: Subject, policy: Policy): Decision {
  const decision = decideByRules(subject, policy);
  if (subject.type !== "command" || decision.effect === "deny") return decision;
  // Among equals the floor speaks.
  const floor = [...floorFor(subject, policy), ...notReadWhole(subject)];
  const [first, ...others] = [...floor, decision] as const;
  return strictest(first, ...others, ...unreadable(subject, decision, policy));
}

/**
 * What the floor says of the files that a command names. It asks even where the floor denies: not every word that looks
 * like a file is one, and the user sees the whole line.
 */
function floorFor(subject: CommandSubject, policy: Policy): readonly Decision[] {
  const relevant = policy
    .filter((layer) => !layer.onlyStricter)
    .map(({ name, rules }) => ({
      name,
      // A rule that opens a file to the session's tools opens it to commands, too.
      rules: rules.filter(({ effect, isFloor, when }) => isFloor || (effect === "allow" && when.path !== undefined)),
    }));
  return (subject.paths ?? []).flatMap(({ access, path, asked, isOnlyName }) => {
    const here = decideByLayers({ type: "path", access, path, asked, roots: [] }, relevant);
    // To name a folder is to name what is in it.
    const { isFloor, by } = here.isFloor || isOnlyName ? here : (secretsBelow(path, relevant) ?? here);
    if (!isFloor || by.type !== "rule") return [];
    const reason = `${describeSubject(subject)} needs approval each time: it names ${quote(asked)} (${by.rule.why ?? "floor"}).`;
    return [{ effect: "ask" as const, reason, by, isFloor }];
  });
}

function notReadWhole(subject: CommandSubject): readonly Decision[] {
  if (!subject.isIncomplete && !isCutShort(subject)) return [];
  const reason = `${describeSubject(subject)} needs approval each time: it is too long to analyse completely.`;
  return [{ effect: "ask", reason, by: { type: "check", check: "command" }, isFloor: true }];
}

/** The floor's denial of a path that lies in this folder by its name. */
function secretsBelow(folder: string, policy: Policy): Decision | undefined {
  const inFolder = `${folder.replaceAll("\\", "/").replace(/\/$/, "")}/`;
  for (const { rules } of policy) {
    for (const { isFloor, effect, when } of rules) {
      const paths = isFloor && effect === "deny" && when.access === undefined ? (alternatives(when.path) ?? []) : [];
      const path = paths.find((one) => !one.startsWith("/**/") && one.startsWith(inFolder));
      if (path === undefined) continue;
      const file = path.replaceAll("*", "x");
      const decision = decideByLayers({ type: "path", access: "read", path: file, asked: file, roots: [] }, policy);
      if (decision.isFloor) return decision;
    }
  }
  return undefined;
}

function unreadable(subject: CommandSubject, { effect }: Decision, policy: Policy): readonly Decision[] {
  if (effect !== "allow" || !shellLineOf(subject).hidesWords) return [];
  const forbids = policy
    .flatMap(({ rules }) => rules)
    .some((rule) => rule.effect !== "allow" && rule.when.command !== undefined && isAbout(rule, "command"));
  if (!forbids) return [];
  const reason = `${describeSubject(subject)} needs approval: the shell expands some of its words, and rules forbid some commands.`;
  return [{ effect: "ask", reason, by: { type: "check", check: "command" } }];
}
