/**
 * Whether a call may be made: the rules decide, with what was answered before; what they leave open the user is asked.
 *
 * Only the user's own "allow" allows: a rejection, a cancel, an option that was not offered, an error, a client that has
 * gone all mean no [R89].
 */

import { errorMessage } from "@tenon/basis";

import { strictest } from "../effect.ts";
import type { Policy } from "../rule.ts";
import type { Decision } from "../rules/decision.ts";
import type { Subject } from "../subject.ts";
import { type Choice, choicesFor } from "./choices.ts";
import { decideWithGrants } from "./decide-with-grants.ts";
import type { GrantStore } from "./grant-store.ts";
import { type GrantTarget, grantTarget, type KnownTool, makeGrant } from "./grant.ts";

export interface ConsentOptions {
  /** Read anew for each call: a change of mode or of a file holds at once. */
  readonly policy: () => Policy;
  /** What was answered for this session, and what was answered for good. */
  readonly grants: { readonly session: GrantStore; readonly always: GrantStore };
  /** Whether what was allowed before counts for this now. What was rejected always does. */
  readonly heedsApproval: (subject: Subject) => boolean;
  /** The real path of the session's folder, for answers that hold in this project. */
  readonly folder: string;
  readonly now: () => Date;
}

export interface ConsentRequest {
  /** Everything that the call does. */
  readonly subjects: readonly Subject[];
  readonly known?: KnownTool | undefined;
  /** Asks the user. Undefined if they chose none; rejects if they cannot be asked. */
  ask(choices: readonly Choice[], decision: Decision): Promise<Choice | undefined>;
  /** What the rules and earlier answers say, before the user is asked. */
  onDecision?(decision: Decision): void;
}

export type Consent = { readonly isAllowed: true } | { readonly isAllowed: false; readonly reason: string };

/** Never rejects. */
export type RequireConsent = (request: ConsentRequest) => Promise<Consent>;

export function createConsent(options: ConsentOptions): RequireConsent {
  const { grants, heedsApproval, folder, now } = options;
  return async ({ subjects, known, ask, onDecision }) => {
    const [first, ...others] = await decideEach(subjects, known);
    if (!first) return { isAllowed: true };
    const decision = strictest(first, ...others);
    onDecision?.(decision);
    if (decision.effect === "allow") return { isAllowed: true };
    if (decision.effect === "deny") return refused(decision.reason);

    const open = [first, ...others].filter(({ effect }) => effect === "ask");
    const targets = open.flatMap(({ target }) => (target ? [target] : []));
    const [target] = targets;
    // An answer for good must be about everything that was asked, and its words name one thing. The floor asks each time.
    const isForGood = open.length === 1 && !open.some(({ isFloor }) => isFloor);
    // An approval for good that would not be heeded is not offered.
    const counts = ({ verdict, remember }: Choice) =>
      verdict === "reject" || !remember || subjects.every((subject) => heedsApproval(subject));
    const choices = isForGood && target ? choicesFor(target, folder).filter(counts) : ONCE;
    try {
      const chosen = await ask(choices, decision);
      if (!chosen) return refused("The user did not answer.");
      if (chosen.remember) await remember(chosen, targets);
      if (chosen.verdict === "allow") return { isAllowed: true };
      return refused("The user did not allow this call.");
    } catch (error) {
      return refused(`The user could not be asked: ${errorMessage(error)}`);
    }
  };

  async function decideEach(
    subjects: readonly Subject[],
    known: KnownTool | undefined,
  ): Promise<readonly (Decision & { readonly target: GrantTarget | undefined })[]> {
    const remembered = [...(await grants.session.list()), ...(await grants.always.list())];
    return subjects.map((subject) => {
      const usable = remembered.filter(({ verdict }) => verdict === "reject" || heedsApproval(subject));
      return {
        ...decideWithGrants(subject, { policy: options.policy(), grants: usable, folder, tool: known }),
        target: grantTarget(subject, known),
      };
    });
  }

  async function remember({ verdict, remember }: Choice, targets: readonly GrantTarget[]): Promise<void> {
    if (!remember) return;
    const store = remember.lifetime === "session" ? grants.session : grants.always;
    for (const target of targets) await store.add(makeGrant({ target, verdict, ...remember, now: now() }));
  }
}

const ONCE: readonly Choice[] = [
  { id: "allow-once", name: "Allow once", kind: "allow_once", verdict: "allow" },
  { id: "reject-once", name: "Reject once", kind: "reject_once", verdict: "reject" },
];

function refused(reason: string): Consent {
  return { isAllowed: false, reason };
}
