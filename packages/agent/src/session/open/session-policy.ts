/**
 * The rules of one session: its mode's, the floor, and the user's and the project's, as the hub reads them.
 */

import type { SessionHub } from "@tenon/hub";
import type { Layer, Policy, Subject } from "@tenon/policy";
import { keptOutputRules } from "@tenon/workspace";

import { heedsApproval, type Mode, policyIn } from "../../modes/modes.ts";

export interface SessionPolicy {
  /** Computed for each call: a change of mode or of a file takes effect at once. */
  rules(): Policy;
  /** Whether an earlier approval counts for this subject in the current mode. */
  heedsApproval(subject: Subject): boolean;
  /** Adds the rules of the hub's configuration, which follow edits of its files. Called before the first turn. */
  follow(hub: Pick<SessionHub, "rules">): void;
}

export function createSessionPolicy(options: {
  readonly mode: () => Mode;
  readonly floor: Layer;
  readonly outputFolder: string;
}): SessionPolicy {
  const { mode, floor } = options;
  const output = keptOutputRules(options.outputFolder);
  let configured: Pick<SessionHub, "rules"> = {};
  return {
    rules: () => policyIn(mode(), { floor, layers: [output, ...(configured.rules ?? [])] }),
    heedsApproval: (subject) => heedsApproval(mode(), subject),
    follow: (hub) => void (configured = hub),
  };
}
