/**
 * What `--policy` means: who answers when the agent asks for permission, and what it may do through us even if it never
 * asks.
 */

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";

import { defaultRules, type Layer, parseRules, type Policy } from "@tenon/policy";

import { UsageError } from "../../usage-error.ts";

export type RunPolicy = { readonly type: "allow" | "deny" | "ask" } | { readonly type: "rules"; readonly rules: Layer };

export async function readPolicy(given: string): Promise<RunPolicy> {
  if (given === "allow" || given === "deny" || given === "ask") return { type: given };
  const text = await readFile(given, "utf8").catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : "";
    throw new UsageError(`--policy is allow, ask, deny or a file with rules, and not ${given}: ${why}`, { cause });
  });
  try {
    return { type: "rules", rules: { name: given, rules: parseRules(JSON.parse(text), { home: homedir() }) } };
  } catch (cause) {
    throw new UsageError(`--policy ${given}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** For what the agent asks. */
export function questionPolicy(policy: RunPolicy): Policy {
  return policy.type === "rules" ? [defaultRules, policy.rules] : [defaultRules];
}

/** For the files and commands that it has from us: its own question is the place to say no, unless everything is denied. */
export function servicePolicy(policy: RunPolicy): Policy {
  if (policy.type === "rules") return [WITHIN_FOLDERS, policy.rules];
  return policy.type === "deny" ? [WITHIN_FOLDERS, READ_ONLY] : [WITHIN_FOLDERS];
}

const WITHIN_FOLDERS: Layer = {
  name: "session",
  rules: [
    { effect: "deny", when: { subject: "path" }, why: "it is outside the folders of this session" },
    { effect: "allow", when: { path: "**" }, why: "it is in a folder of this session" },
    { effect: "allow", when: { subject: "command" }, why: "the agent asks by itself" },
  ],
};

const READ_ONLY: Layer = {
  name: "--policy deny",
  rules: [
    { effect: "deny", when: { subject: "command" }, why: "everything is denied (--policy deny)" },
    { effect: "deny", when: { subject: "path", access: "write" }, why: "everything is denied (--policy deny)" },
  ],
};
