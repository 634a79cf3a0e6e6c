/**
 * The same answer to every request: for a sandbox, or an unattended run.
 */

import type { AnswerPermission } from "../services.ts";
import { cancelled, denial, optionToAllow, optionToAllowAlways, selected } from "./pick-option.ts";

/** "allow" takes the agent's "always" only where it is the only yes; where there is no yes at all, it denies. */
export function answerAlways(verdict: "allow" | "deny"): AnswerPermission {
  return async ({ options }, { signal }) => {
    if (signal.aborted) return cancelled();
    const yes = verdict === "allow" ? (optionToAllow(options) ?? optionToAllowAlways(options)) : undefined;
    return yes ? selected(yes) : denial(options);
  };
}
