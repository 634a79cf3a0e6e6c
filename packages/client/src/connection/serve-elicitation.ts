/**
 * Answers `elicitation/create` in the modes that the host has, and no other [R142].
 */

import {
  type ClientApp,
  CreateElicitationRequest,
  type CreateElicitationResponse,
  methods,
  RequestError,
} from "@agentclientprotocol/sdk";
import { objectOf, stringOf, unlessAborted } from "@tenon/basis";

import type { AnswerElicitation, Elicitation } from "../services.ts";

export interface ElicitationHost {
  guard<T>(method: string, answer: () => Promise<T>): Promise<T>;
  /** Aborts when the answer is no longer needed. Throws for an unknown session. */
  turnOf(sessionId: string | undefined, signal: AbortSignal): AbortSignal;
}

export function serveElicitation(app: ClientApp, elicitation: Elicitation, { guard, turnOf }: ElicitationHost): void {
  const visits = new Set<string>();
  app.onRequest(methods.client.elicitation.create, ({ method, params, signal }) => {
    const answer = answererOf(elicitation, params);
    const sessionId = "sessionId" in params && typeof params.sessionId === "string" ? params.sessionId : undefined;
    const waiting = turnOf(sessionId, signal);
    if (waiting.aborted) return CANCELLED;
    if (CreateElicitationRequest.isUrl(params)) visits.add(params.elicitationId);
    return guard(method, async () => (await unlessAborted(answer(params, { signal: waiting }), waiting)) ?? CANCELLED);
  });
  app.onNotification(methods.client.elicitation.complete, readId, ({ params: elicitationId }) => {
    // Unknown ids, and those that are complete already, are ignored [R147].
    if (visits.delete(elicitationId)) elicitation.complete?.(elicitationId);
  });
}

const CANCELLED: CreateElicitationResponse = { action: "cancel" };

function answererOf(elicitation: Elicitation, request: CreateElicitationRequest): AnswerElicitation {
  const answer = request.mode === "form" ? elicitation.form : request.mode === "url" ? elicitation.url : undefined;
  if (!answer) throw RequestError.invalidParams({ mode: request.mode }, "this mode of elicitation was not advertised");
  return answer;
}

/** Ours, because the SDK complains on the console about a notification that it cannot read. */
function readId(params: unknown): string {
  return stringOf(objectOf(params)["elicitationId"]) ?? "";
}
