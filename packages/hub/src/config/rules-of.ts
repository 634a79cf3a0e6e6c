/**
 * The rules that the files hold, as layers of a policy: first the user's, then those of accepted policy packs and the
 * project's, which can only be stricter.
 *
 * Rules that cannot be read might have forbidden anything: until they are corrected no server starts, and everything else
 * asks. A project's file that cannot be read may never have been trusted, so it does not keep the user's servers out.
 */

import { homedir } from "node:os";
import { basename, join } from "node:path";

import { errorMessage } from "@tenon/basis";
import { type Layer, parseRules, type Policy, type Rule } from "@tenon/policy";

import type { Configuration, PolicySection } from "./configuration.ts";
import { PACKS_FILE } from "./load-configuration.ts";
import type { Problem } from "./problem.ts";

const RULE_FILES = new Set(["tenon.json", PACKS_FILE]);

type Rules = Pick<Configuration, "policies" | "problems">;
type Where = { readonly userFolder: string };

export function rulesOf(configuration: Rules, where: Where): Policy {
  const layers = readLayers(configuration, where).map(({ layer }) => layer);
  return layers.toSorted((one, other) => Number(one.onlyStricter) - Number(other.onlyStricter));
}

/** What it costs that rules cannot be read, for each file with such rules. */
export function lostRules(configuration: Rules, where: Where): readonly Problem[] {
  return readLayers(configuration, where).flatMap(({ file, problem }) =>
    problem === undefined ? [] : [{ level: "error", code: "lost_rules", message: problem, file }],
  );
}

interface ReadLayer {
  readonly file: string;
  readonly layer: Layer & { readonly onlyStricter: boolean };
  /** Absent if its rules hold. */
  readonly problem?: string;
}

function readLayers({ policies, problems }: Rules, { userFolder }: Where): readonly ReadLayer[] {
  const userFile = join(userFolder, "tenon.json");
  // Of a file that was broken by an edit, the rules from before hold.
  const broken = new Set(problems.flatMap((problem) => brokenFile(problem) ?? []));
  const unread = [...broken].filter((file) => policies.every((section) => section.file !== file));
  return [
    ...unread.map((file) => {
      const isUser = file === userFile || basename(file) === PACKS_FILE;
      return locked(isUser ? "user" : "project", file, { what: "cannot be read", startsServers: !isUser });
    }),
    ...policies.map(readSection),
  ];
}

/** A list of servers in a file of other programs has no rules. */
function brokenFile({ file, code, path }: Problem): string | undefined {
  const isWhole = code === "syntax" || code === "unreadable" || (code === "invalid" && path === "");
  return file !== undefined && isWhole && RULE_FILES.has(basename(file)) ? file : undefined;
}

function readSection({ source, file, policy }: PolicySection): ReadLayer {
  try {
    const rules = parseRules(policy, { home: homedir() });
    const isPack = basename(file) === PACKS_FILE;
    return { file, layer: { name: isPack ? "pack" : source, rules, onlyStricter: isPack || source === "project" } };
  } catch (error) {
    return locked(source, file, { what: `cannot be used: ${errorMessage(error)}`, startsServers: false });
  }
}

interface Lock {
  readonly what: string;
  readonly startsServers: boolean;
}

function locked(source: PolicySection["source"], file: string, { what, startsServers }: Lock): ReadLayer {
  const why = `the policy in ${file} ${what}`;
  const asked = (["tool-call", "path", "command", "url"] as const).map((subject): Rule => ({
    effect: "ask",
    when: { subject },
    why,
  }));
  const denied: Rule = { effect: "deny", when: { subject: "server" }, why };
  const cost = startsServers ? "everything needs your approval" : "no server starts and everything needs your approval";
  return {
    file,
    layer: { name: source, rules: startsServers ? asked : [denied, ...asked], onlyStricter: source === "project" },
    problem: `its policy ${what}; until it is corrected ${cost}`,
  };
}
