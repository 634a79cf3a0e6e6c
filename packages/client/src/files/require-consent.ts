/**
 * Whether something may be done: allowed by the policy, or by a person where the policy says to ask.
 *
 * Where it says to ask and nobody is there to be asked, it may not.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { decide, type Decision, type Policy, type Subject } from "@tenon/policy";

import type { SessionContext } from "../services.ts";

export interface ConsentOptions {
  /** Without one: every path in the session's folders and none outside, and every command. */
  readonly policy?: Policy | undefined;
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
  { policy = WITHIN_ROOTS, consent }: ConsentOptions,
): Promise<void> {
  const decision = decide(subject, policy);
  if (decision.effect === "allow") return;
  if (decision.effect === "ask" && (await consent?.({ subject, decision, session }))) return;
  const reason = decision.effect === "ask" ? `${decision.reason} It was not given.` : decision.reason;
  throw new RequestError(INVALID_PARAMS, reason, { effect: "deny" });
}

const INVALID_PARAMS = -32_602;

/** The agent asks for permission by itself; what it may touch then is where the session is. */
const WITHIN_ROOTS: Policy = [
  {
    name: "default",
    rules: [
      { effect: "deny", when: { subject: "path" }, why: "it is outside the folders of this session" },
      { effect: "allow", when: { path: "**" }, why: "it is in a folder of this session" },
      { effect: "allow", when: { subject: "command" }, why: "the agent asks by itself" },
    ],
  },
];
