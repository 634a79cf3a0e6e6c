/**
 * The answer to `session/request_permission`, which every client owes [R92].
 *
 * It is always one of the options that were offered [R90]. Whatever goes wrong on our side, nothing is allowed by it.
 */

import type { RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { unlessAborted } from "@tenon/basis";

import { cancelled, denial } from "../permissions/pick-option.ts";
import type { AnswerPermission, SessionContext } from "../services.ts";

export interface PermissionQuestion {
  readonly request: RequestPermissionRequest;
  readonly session: SessionContext;
  /** Aborted when the turn is cancelled, or the answer is no longer needed. */
  readonly signal: AbortSignal;
}

export async function answerPermission(
  question: PermissionQuestion,
  { ask, onError }: { readonly ask: AnswerPermission | undefined; onError(error: unknown): void },
): Promise<RequestPermissionResponse> {
  const { request, session, signal } = question;
  if (signal.aborted) return cancelled();
  if (!ask) return denial(request.options);
  try {
    // Not when the answer comes, but now [R71, D-04]: it may be a person who has gone home.
    const answer = await unlessAborted(ask(request, { session, signal }), signal);
    if (!answer) return cancelled();
    const { outcome } = answer;
    if (outcome.outcome !== "selected") return answer;
    if (request.options.some(({ optionId }) => optionId === outcome.optionId)) return answer;
    throw new Error(`The answer "${outcome.optionId}" is not one of the offered options.`);
  } catch (error) {
    onError(error);
    return denial(request.options);
  }
}
