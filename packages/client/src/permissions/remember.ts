/**
 * Keeps an "always" on our side too, for agents that forget it by the next call or the next start [D-02, D-13].
 *
 * What is kept is no more than what was shown: these commands, these files, or a tool by its name where that is all there
 * is. Where something was not shown, no yes is kept; the agent may do as it likes with it.
 */

import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import {
  type Decision,
  type Grant,
  describeGrant,
  type GrantScope,
  type GrantTarget,
  grantTarget,
  type GrantStore,
  type KnownTool,
  type Lifetime,
  makeGrant,
  type ToolCallSubject,
  type Verdict,
} from "@tenon/policy";

import type { Evidence } from "./evidence.ts";
import { isRememberedByAsker, type Memory } from "./open-question.ts";
import { verdictOf } from "./pick-option.ts";

export interface MemoryOptions {
  /** Answers that were given before, and where "always" is kept. Without it nothing is remembered on our side. */
  readonly grants?: GrantStore | undefined;
  /** How long a grant holds (default: "session"). A store that outlives the session is for "always". */
  readonly lifetime?: Lifetime | undefined;
  /** What is known of a server's tool: without it, a grant holds for the name alone. */
  readonly knownTool?: ((call: ToolCallSubject) => KnownTool | undefined) | undefined;
  readonly now?: (() => Date) | undefined;
}

export function memoryOf(parts: {
  readonly request: RequestPermissionRequest;
  readonly evidence: Evidence;
  /** The project's real path. */
  readonly folder: string;
  readonly decision: Pick<Decision, "isFloor">;
  readonly options: MemoryOptions;
}): Memory & { readonly kept: readonly Grant[] } {
  const { request, evidence, folder, decision, options } = parts;
  const { grants: store, lifetime = "session", now = () => new Date() } = options;
  const scope: GrantScope = { type: "project", folder };
  const targets = store && !isRememberedByAsker(request) ? targetsOf(request, evidence, options) : [];
  // Where the floor asks it asks each time; a yes that is kept would not be heeded.
  const wouldKeep = (verdict: Verdict) =>
    (decision.isFloor && verdict === "allow" ? [] : targets).map((target) =>
      makeGrant({ target, verdict, scope, lifetime, now: now() }),
    );
  const kept: Grant[] = [];
  return {
    kept,
    allow: wouldKeep("allow").map(describeGrant),
    reject: wouldKeep("reject").map(describeGrant),
    async keep(option) {
      const verdict = verdictOf(option);
      const isAlways = option.kind === "allow_always" || option.kind === "reject_always";
      if (!isAlways || verdict === undefined) return;
      for (const grant of wouldKeep(verdict)) {
        await store?.add(grant);
        kept.push(grant);
      }
    },
  };
}

function targetsOf(
  { toolCall }: RequestPermissionRequest,
  { tool, acts, unseen }: Evidence,
  { knownTool }: MemoryOptions,
): readonly GrantTarget[] {
  if (unseen !== undefined) return [];
  // An editor's tool may have a `command` of its own ("view"), which is none for a shell.
  if (toolCall.kind !== "execute" && acts.some(({ type }) => type === "command")) return [];
  if (acts.length > 0) return acts.flatMap((act) => grantTarget(act) ?? []);
  return tool ? [grantTarget(tool, knownTool?.(tool))].flatMap((target) => target ?? []) : [];
}
