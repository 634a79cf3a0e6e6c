/**
 * What `--policy` means: a layer above the rules of tenon.json, and who answers what they leave open.
 */

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";

import { errorMessage } from "@tenon/basis";
import {
  defaultRules,
  type Layer,
  parseRules,
  type Policy,
  servicePolicy,
  sessionPolicy,
  type SessionRules,
} from "@tenon/policy";

import { t } from "../../../messages/t.ts";
import { UsageError } from "../../../process/usage-error.ts";

export type RunPolicy = { readonly type: "allow" | "deny" | "ask" } | { readonly type: "rules"; readonly rules: Layer };

export async function readPolicy(given: string): Promise<RunPolicy> {
  if (given === "allow" || given === "deny" || given === "ask") return { type: given };
  const text = await readFile(given, "utf8").catch((cause: unknown) => {
    throw new UsageError(t('--policy: expected allow, ask, deny or a file with rules, got "{given}"', { given }), {
      cause,
    });
  });
  try {
    return { type: "rules", rules: { name: given, rules: parseRules(JSON.parse(text), { home: homedir() }) } };
  } catch (cause) {
    throw new UsageError(
      t("--policy: invalid rules in {file}: {problem}", { file: given, problem: errorMessage(cause) }),
      { cause },
    );
  }
}

/** For what the agent asks. Where everything is allowed, the user's own rules and the floor still forbid. */
export function questionsBy(policy: RunPolicy, rules: SessionRules): Policy {
  const session = sessionPolicy(withFlag(policy, rules));
  if (policy.type !== "allow") return session;
  return session.map((layer) =>
    layer === defaultRules ? { ...layer, rules: layer.rules.filter(({ isFloor }) => isFloor) } : layer,
  );
}

/** For the files and commands that it has from us, whether it asks or not. Our own agent has put them to the rules. */
export function servicesBy(policy: RunPolicy, rules: SessionRules, { isOwn }: { readonly isOwn: boolean }): Policy {
  if (!isOwn) return servicePolicy(withFlag(policy, rules));
  return [DECIDED, ...withFlag(policy, { ...rules, layers: [] }).layers];
}

function withFlag(policy: RunPolicy, { floor, layers }: SessionRules): Pick<SessionRules, "floor" | "layers"> {
  if (policy.type === "rules") return { floor, layers: [...layers, policy.rules] };
  return { floor, layers: policy.type === "deny" ? [...layers, READ_ONLY] : layers };
}

/**
 * What the flag forbids and the user's rules may allow: another agent's tools are decided where they are called, and what
 * is asked there is answered, and reported, by the run.
 */
export function askedBy(policy: RunPolicy): readonly Layer[] {
  if (policy.type === "deny")
    return [{ name: "--policy deny", rules: [{ effect: "ask", when: { subject: "tool-call" } }] }];
  if (policy.type !== "rules") return [];
  const forbidden = policy.rules.rules.filter(({ effect }) => effect === "deny");
  return [{ ...policy.rules, rules: forbidden.map((rule) => ({ ...rule, effect: "ask" })) }];
}

const DECIDED: Layer = {
  name: "session",
  rules: [
    { effect: "allow", when: { subject: "path" }, why: "already decided by the Tenon agent" },
    { effect: "allow", when: { subject: "command" }, why: "already decided by the Tenon agent" },
  ],
};

const READ_ONLY: Layer = {
  name: "--policy deny",
  rules: [
    { effect: "deny", when: { subject: "command" }, why: "--policy deny" },
    { effect: "deny", when: { subject: "path", access: "write" }, why: "--policy deny" },
  ],
};
