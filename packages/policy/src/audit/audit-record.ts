/**
 * One line of the audit: what was asked, what was decided and why, by whom, when. Redacted before it exists.
 */

import type { Lifetime, Verdict } from "../grants/grant.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { Decision } from "../rules/decision.ts";
import type { Subject } from "../subject.ts";

/** What came of a question that the policy put to a person. */
export type Answer =
  | {
      readonly type: "answered";
      readonly verdict: Verdict;
      readonly lifetime: "once" | Lifetime;
      /** Who, if there can be several. */
      readonly person?: string | undefined;
    }
  /** The turn was cancelled, the client has gone, or nobody was there to ask: that means no. */
  | { readonly type: "unanswered"; readonly reason: string };

export interface AuditRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly session?: string | undefined;
  /** The subject as it was asked about. */
  readonly asked: unknown;
  /** What rules and grants said, with the rule or grant that said it. */
  readonly decision: unknown;
  readonly answer?: Answer | undefined;
  readonly outcome: "allowed" | "denied";
}

export function auditRecord(parts: {
  readonly subject: Subject;
  readonly decision: Decision;
  /** Needed where the decision is to ask; without it the outcome is a no. */
  readonly answer?: Answer | undefined;
  readonly session?: string | undefined;
  readonly redactor: Redactor;
  readonly now: Date;
}): AuditRecord {
  const { subject, decision, answer, session, redactor, now } = parts;
  const isYes = answer?.type === "answered" && answer.verdict === "allow";
  const isAllowed = decision.effect === "allow" || (decision.effect === "ask" && isYes);
  return {
    at: now.toISOString(),
    session,
    asked: redactor.redactValue(subject),
    decision: redactor.redactValue(decision),
    answer,
    outcome: isAllowed ? "allowed" : "denied",
  };
}
