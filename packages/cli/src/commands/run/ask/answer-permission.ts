/**
 * Answers the agent when it asks for permission: by `--policy`, by what was remembered, or by the person at the terminal.
 * What is denied is kept for the end of the run.
 */

import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { defined } from "@tenon/basis";
import {
  answerAlways,
  answerByPolicy,
  type AnswerPermission,
  askPerson,
  outcomeOf,
  type PermissionDecision,
} from "@tenon/client";
import type { SessionRules } from "@tenon/policy";
import type { ToolCallEntry } from "@tenon/timeline";

import { phrase } from "../../../messages/t.ts";
import { type Denials, titleOf } from "./denials.ts";
import type { Follower } from "../show/follow-session.ts";
import { permissionPrompt } from "./permission-prompt.ts";
import { questionsBy, type RunPolicy } from "../input/policy.ts";
import type { QuestionOptions } from "./keyboard.ts";

export interface PermissionOptions {
  readonly policy: RunPolicy;
  /** The user's and the project's. */
  readonly rules: SessionRules;
  readonly denials: Denials;
  /** Where a person can be asked; undefined: there is none. */
  readonly person: QuestionOptions | undefined;
  /** Records decisions, and knows what the agent reported of a call before it asked. */
  readonly follower: Pick<Follower, "own" | "asked">;
}

export function answerPermission(options: PermissionOptions): AnswerPermission {
  const { denials, follower } = options;
  const { answer, reasonOf } = answerer(options);
  return async (asked, context) => {
    const { toolCallId } = asked.toolCall;
    const request = withKnownFields(asked, await follower.asked(toolCallId));
    const response = await answer(request, context);
    const { outcome } = outcomeOf(request.options, response);
    const isDenied = outcome === "denied" || (outcome === "cancelled" && !context.signal.aborted);
    if (isDenied) denials.add({ toolCallId, title: titleOf(request), ...reasonOf(toolCallId) });
    return response;
  };
}

interface Answerer {
  readonly answer: AnswerPermission;
  readonly reasonOf: (toolCallId: string) => Reason;
}

interface Reason {
  readonly reason: string;
  readonly isPersonal?: boolean;
}

const UNATTENDED: Reason = { reason: phrase("Needs approval, but there is no terminal to ask on.") };

function answerer({ policy, rules, person, follower }: PermissionOptions): Answerer {
  if (policy.type === "deny") {
    return { answer: answerAlways("deny"), reasonOf: () => ({ reason: phrase("Denied by --policy deny.") }) };
  }
  const reasons = new Map<string, Reason>();
  const answer = answerByPolicy({
    policy: () => questionsBy(policy, rules),
    grants: rules.grants,
    lifetime: "always",
    otherwise: otherwise(),
    onDecision(decision) {
      const { sessionId, toolCallId, outcome } = decision;
      const why = policy.type === "allow" ? reasonUnasked(decision) : reasonFor(decision, person !== undefined);
      reasons.set(toolCallId, why);
      if (outcome === "cancelled") return;
      const effect = outcome === "allowed" ? "allow" : "deny";
      follower.own(sessionId, { type: "decision", toolCallId, effect, reason: why.reason });
    },
  });
  return { answer, reasonOf: (toolCallId) => reasons.get(toolCallId) ?? UNATTENDED };

  function otherwise() {
    if (policy.type === "allow") return answerAlways("allow");
    return person ? askPerson(permissionPrompt(person)) : answerAlways("deny");
  }
}

function reasonUnasked({ effect, reason, outcome }: PermissionDecision): Reason {
  if (effect !== "ask") return { reason };
  return {
    reason:
      outcome === "allowed" ? phrase("Allowed by --policy allow.") : phrase("The agent offers no option to allow it."),
  };
}

function reasonFor({ effect, reason, outcome }: PermissionDecision, hasPerson: boolean): Reason {
  if (effect !== "ask") return { reason };
  if (!hasPerson) return UNATTENDED;
  return { reason: outcome === "allowed" ? phrase("You allowed it.") : phrase("You denied it."), isPersonal: true };
}

/** Adds what the agent reported of the call before: rules and people need all of it. */
function withKnownFields(
  request: RequestPermissionRequest,
  known: ToolCallEntry | undefined,
): RequestPermissionRequest {
  if (!known) return request;
  const { toolCallId, title, name, kind, rawInput } = known;
  const content = [...known.content];
  const locations = [...known.locations];
  return {
    ...request,
    toolCall: { ...request.toolCall, toolCallId, title, kind, content, locations, ...defined({ name, rawInput }) },
  };
}
