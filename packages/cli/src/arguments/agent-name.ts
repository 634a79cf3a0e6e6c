import { OWN_AGENT, presetNamed } from "@tenon/client";
import { createRedactor } from "@tenon/policy";

/** An agent's name in the journal: the same for all of its aliases, and without the secrets of a command line. */
export function agentName(typed: string): string {
  return typed === OWN_AGENT ? OWN_AGENT : (presetNamed(typed.trim())?.name ?? createRedactor().redact(typed));
}
