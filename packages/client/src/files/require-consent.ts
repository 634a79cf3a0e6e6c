/**
 * Whether something may be done: allowed by the policy, or by a person where the policy says to ask.
 *
 * Where it says to ask and there is no one to ask, it is denied.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { RPC_ERROR } from "@tenon/basis";
import { decide, type Decision, NO_RULES, type Policy, servicePolicy, type Subject } from "@tenon/policy";

import type { SessionContext } from "../services.ts";

export interface ConsentOptions {
  /** A function is asked anew for each request. Without one: what `servicePolicy` allows where the user has no rules. */
  readonly policy?: Policy | (() => Policy) | undefined;
  readonly consent?: AskForConsent | undefined;
}

/** Puts a question of the policy to a person. */
export type AskForConsent = (question: {
  readonly subject: Subject;
  readonly decision: Decision;
  readonly session: SessionContext;
}) => Promise<boolean>;

/** Rejects with the answer for the agent. */
export async function requireConsent(
  { subject, session }: { readonly subject: Subject; readonly session: SessionContext },
  { policy = byDefault, consent }: ConsentOptions,
): Promise<void> {
  const decision = decide(subject, typeof policy === "function" ? policy() : policy);
  if (decision.effect === "allow") return;
  if (decision.effect === "ask" && (await consent?.({ subject, decision, session }))) return;
  const reason = decision.effect === "ask" ? `${decision.reason} It was not given.` : decision.reason;
  throw new RequestError(RPC_ERROR.invalidParams, reason, { effect: "deny" });
}

const byDefault = () => servicePolicy(NO_RULES);
