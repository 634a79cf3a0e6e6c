/**
 * The rules that the files hold, as layers of a policy: first the user's, then the project's, which can only be stricter.
 */

import { homedir } from "node:os";
import { join } from "node:path";

import { errorMessage } from "@tenon/basis";
import { type Layer, parseRules, type Policy, type Rule } from "@tenon/policy";

import type { Configuration, PolicySection } from "./configuration.ts";

export function rulesOf(configuration: Configuration, { userFolder }: { readonly userFolder: string }): Policy {
  const { policies, problems } = configuration;
  const userFile = join(userFolder, "tenon.json");
  const isBroken = problems.some(({ file, code }) => file === userFile && (code === "syntax" || code === "unreadable"));
  const isLost = isBroken && !policies.some(({ source }) => source === "user");
  const layers = policies.map(layerOf);
  return isLost ? [{ name: "user", rules: locked(`${userFile} cannot be read`) }, ...layers] : layers;
}

function layerOf({ source, file, policy }: PolicySection): Layer {
  try {
    return { name: source, rules: parseRules(policy, { home: homedir() }), onlyStricter: source === "project" };
  } catch (error) {
    const why = `the policy in ${file} cannot be used: ${errorMessage(error)}`;
    return { name: source, rules: locked(why) };
  }
}

/** Rules that cannot be read might have forbidden anything: until they are mended no server starts, and the rest asks. */
function locked(why: string): readonly Rule[] {
  return [
    { effect: "deny", when: { subject: "server" }, why },
    ...(["tool-call", "path", "command", "url"] as const).map((subject): Rule => ({
      effect: "ask",
      when: { subject },
      why,
    })),
  ];
}
