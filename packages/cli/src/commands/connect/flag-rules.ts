/**
 * `--allow` and `--deny`: which tools of this machine the agent over there may call without a question, and which not at all.
 */

import type { Effect, Layer, Rule } from "@tenon/policy";

import { t } from "../../messages/t.ts";
import { UsageError } from "../../process/usage-error.ts";

/** Above the user's and the project's rules. What is denied is denied, also where it is allowed too. */
export function flagRules(flags: {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}): readonly Layer[] {
  const allowed = (flags.allow ?? []).map((given) => ruleOf("allow", given));
  const denied = (flags.deny ?? []).map((given) => ruleOf("deny", given));
  return [
    ...(allowed.length > 0 ? [{ name: "--allow", rules: allowed }] : []),
    ...(denied.length > 0 ? [{ name: "--deny", rules: denied, onlyStricter: true }] : []),
  ];
}

/** `server`, or `server/tool`; `*` stands for any text. */
function ruleOf(effect: Effect, given: string): Rule {
  const [, server, tool] = /^([^/]+)(?:\/(.+))?$/.exec(given) ?? [];
  if (server === undefined) {
    throw new UsageError(t('--{effect}: expected server or server/tool, got "{given}"', { effect, given }));
  }
  return { effect, when: { subject: "tool-call", server, tool: tool ?? "*" }, why: `--${effect} ${given}` };
}
