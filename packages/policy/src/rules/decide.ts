/**
 * Decides. The narrowest rule wins: a rule is narrower than another if whatever it fits, the other would fit too.
 *
 * - Where neither is narrower, the stricter effect wins.
 * - Where both say the same, the later layer wins; within a layer, the stricter effect.
 * - A rule never wins over a stricter one of a later layer: what we allow by default cannot pierce what the user
 *   denies.
 *
 * So the order of rules within a layer never matters, and no allow undoes a deny that it was not written against.
 *
 * For a command two checks follow that can only tighten: the floor for the files that it names, and, where the shell
 * makes some of its words, whether a rule forbids any command at all: nobody can tell that it is not this one.
 */

import { isStricter, strictest } from "../effect.ts";
import { argumentsFacet } from "../facets/arguments.ts";
import { commandFacet, isCutShort, shellLineOf } from "../facets/command.ts";
import { accessFacet, networkFacet, sourceFacet } from "../facets/exact.ts";
import { type Reading } from "../facets/facet.ts";
import { pathFacet } from "../facets/path.ts";
import { serverFacet, toolFacet } from "../facets/tool.ts";
import { urlFacet } from "../facets/url.ts";
import { variableFacet } from "../facets/variable.ts";
import { plain, quote } from "../quote.ts";
import type { CommandSubject, Subject, SubjectType } from "../subject.ts";
import type { Decision } from "./decision.ts";
import { alternatives, type Policy, type Rule } from "../rule.ts";
import { kindsFor, speaksOf } from "./speaks-of.ts";
import { subjectInWords } from "./subject-in-words.ts";

const FACETS = [
  toolFacet,
  serverFacet,
  argumentsFacet,
  pathFacet,
  accessFacet,
  urlFacet,
  networkFacet,
  commandFacet,
  variableFacet,
  sourceFacet,
];

export function decide(subject: Subject, policy: Policy): Decision {
  const decision = decideByRules(subject, policy);
  if (subject.type !== "command" || decision.effect === "deny") return decision;
  // Among equals the floor speaks.
  const floor = [...floorFor(subject, policy), ...notReadWhole(subject)];
  const [first, ...others] = [...floor, decision] as const;
  return strictest(first, ...others, ...unreadable(subject, decision, policy));
}

function decideByRules(subject: Subject, policy: Policy): Decision {
  const decision = decideBy(subject, policy);
  if (!policy.some((layer) => layer.onlyStricter)) return decision;
  const without = decideBy(
    subject,
    policy.filter((layer) => !layer.onlyStricter),
  );
  return isStricter(decision.effect, without.effect) ? decision : without;
}

/**
 * What the floor says of the files that a command names. It asks also where the floor denies: not every word that looks like
 * a file is one, and the person who is asked sees the whole line.
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
    const here = decideBy({ type: "path", access, path, asked, roots: [] }, relevant);
    // To name a folder is to name what is in it.
    const { isFloor, by } = here.isFloor || isOnlyName ? here : (secretsBelow(path, relevant) ?? here);
    if (!isFloor || by.type !== "rule") return [];
    const reason = `${subjectInWords(subject)} needs approval each time, because it names ${quote(asked)}: ${by.rule.why ?? ""}.`;
    return [{ effect: "ask" as const, reason, by, isFloor }];
  });
}

function notReadWhole(subject: CommandSubject): readonly Decision[] {
  if (!subject.isIncomplete && !isCutShort(subject)) return [];
  const reason = `${subjectInWords(subject)} needs approval each time, because it is too long to tell all that it does.`;
  return [{ effect: "ask", reason, by: { type: "check", check: "command" }, isFloor: true }];
}

/** The floor's denial of a place that lies in this folder by its name. */
function secretsBelow(folder: string, policy: Policy): Decision | undefined {
  const inFolder = `${folder.replaceAll("\\", "/").replace(/\/$/, "")}/`;
  for (const { rules } of policy) {
    for (const { isFloor, effect, when } of rules) {
      const places = isFloor && effect === "deny" && when.access === undefined ? (alternatives(when.path) ?? []) : [];
      const place = places.find((one) => !one.startsWith("/**/") && one.startsWith(inFolder));
      if (place === undefined) continue;
      const file = place.replaceAll("*", "x");
      const decision = decideBy({ type: "path", access: "read", path: file, asked: file, roots: [] }, policy);
      if (decision.isFloor) return decision;
    }
  }
  return undefined;
}

function unreadable(subject: CommandSubject, { effect }: Decision, policy: Policy): readonly Decision[] {
  if (effect !== "allow" || !shellLineOf(subject).hidesWords) return [];
  const forbids = policy
    .flatMap(({ rules }) => rules)
    .some((rule) => rule.effect !== "allow" && rule.when.command !== undefined && speaksOf(rule).includes("command"));
  if (!forbids) return [];
  const reason = `${subjectInWords(subject)} needs approval: the shell makes some of its words, and rules forbid some commands.`;
  return [{ effect: "ask", reason, by: { type: "check", check: "command" } }];
}

interface Candidate {
  readonly rule: Rule;
  readonly effect: Rule["effect"];
  readonly layer: string;
  readonly layerIndex: number;
  readonly number: number;
}

function decideBy(subject: Subject, policy: Policy): Decision {
  const candidates = policy.flatMap((layer, layerIndex) =>
    layer.rules.map((rule, index): Candidate => {
      return { rule, effect: rule.effect, layer: layer.name, layerIndex, number: index + 1 };
    }),
  );
  const fitting = candidates.filter(({ rule }) => fits(rule, subject, rule.effect === "allow" ? "strict" : "wide"));
  // An exception is read strictly, also where it asks: asking is looser than denying.
  const exceptions = fitting.filter(({ rule }) => fits(rule, subject, "strict"));
  const [first, ...others] = fitting.filter((one) => !exceptions.some((other) => beats(other, one, subject.type)));
  const what = subjectInWords(subject);
  if (!first) {
    return {
      effect: "ask",
      reason: `${what} needs a person's consent, because no rule speaks of it.`,
      by: { type: "nothing" },
    };
  }
  const strict = strictest(first, ...others);
  // Among equals the floor speaks: what it asks about is asked each time, also where the mode asks anyway.
  const floor = [first, ...others].find((one) => one.rule.isFloor && one.effect === strict.effect);
  const { rule, layer, number } = floor ?? strict;
  const why = rule.why === undefined ? "" : `: ${plain(rule.why, LONGEST_WHY)}`;
  const reason = `${what} ${VERBS[rule.effect]} by rule ${number} of the ${layer} policy${why}.`;
  return {
    effect: rule.effect,
    reason,
    by: { type: "rule", layer, number, rule },
    ...(rule.isFloor && { isFloor: true }),
  };
}

const LONGEST_WHY = 300;
const VERBS = { allow: "is allowed", ask: "is held for a person's consent", deny: "is denied" } as const;

function fits(rule: Rule, subject: Subject, reading: Reading): boolean {
  return speaksOf(rule).includes(subject.type) && FACETS.every((facet) => facet.fits(rule, subject, reading));
}

function beats(one: Candidate, other: Candidate, type: SubjectType): boolean {
  if (one.layerIndex < other.layerIndex || !isWithin(one.rule, other.rule, type)) return false;
  return one.layerIndex > other.layerIndex || !isWithin(other.rule, one.rule, type);
}

/** Where two rules say the same of this kind of subject, the one that speaks of fewer kinds lies within the other. */
function isWithin(inner: Rule, outer: Rule, type: SubjectType): boolean {
  if (!FACETS.every((facet) => facet.isWithin(inner, outer, type))) return false;
  const isSame = FACETS.every((facet) => facet.isWithin(outer, inner, type));
  return !isSame || kindsFor(inner.when).length <= kindsFor(outer.when).length;
}
