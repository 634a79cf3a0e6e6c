/**
 * The answers to what agents ask a person: what counts as one, those that we give ourselves, and how they are recorded.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { itemsOf, objectOf, stringOf } from "@tenon/basis";
import type { TimelineEvent } from "@tenon/timeline";

import { answer, idKey, paramsOf, REQUEST_CANCELLED, resultOf } from "../../wire/message.ts";
import { errorAnswer } from "../../wire/wire-error.ts";

const ACTIONS: ReadonlySet<unknown> = new Set(["accept", "decline", "cancel"]);

/** Whether a client has answered what it was asked: an option that was offered, or what can be done with a form. */
export function isAnswer(request: AnyRequest, response: AnyResponse): boolean {
  if ("error" in response) return false;
  if (request.method === "elicitation/create") return ACTIONS.has(resultOf(response)["action"]);
  if (request.method !== "session/request_permission") return true;
  const { outcome, optionId } = objectOf(resultOf(response)["outcome"]);
  const offered = itemsOf(paramsOf(request)["options"]);
  return (
    outcome === "cancelled" || (outcome === "selected" && offered.some((one) => objectOf(one)["optionId"] === optionId))
  );
}

/** The answer to a question in a turn that is being cancelled [R71]. */
export function cancellation({ id, method }: AnyRequest): AnyResponse {
  if (method === "elicitation/create") return answer(id, { action: "cancel" });
  if (method === "session/request_permission") return answer(id, { outcome: { outcome: "cancelled" } });
  return errorAnswer(id, RequestError.requestCancelled());
}

/**
 * The rejection of a question that no client answers. For a permission it is an option that was
 * offered [R170]; `cancelled` would end the whole turn, so it is only for agents that offer no such option [R91].
 */
export function refusal(request: AnyRequest): AnyResponse {
  const { id, method } = request;
  if (method === "elicitation/create") return answer(id, { action: "decline" });
  if (method !== "session/request_permission") return cancellation(request);
  const optionId = rejection(paramsOf(request)["options"]);
  return answer(id, { outcome: optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId } });
}

function rejection(value: unknown): string | undefined {
  const options = itemsOf(value).map(objectOf);
  // An id that also means yes is no way to say no.
  const means = (kind: string) =>
    options.find(
      (option) =>
        option["kind"] === kind &&
        options.every((other) => other === option || other["optionId"] !== option["optionId"]),
    );
  return stringOf((means("reject_once") ?? means("reject_always"))?.["optionId"]);
}

/** Who answered a permission and how, for the journal. Undefined for other questions. */
export function answerEvent(request: AnyRequest, response: AnyResponse, answeredBy: string): TimelineEvent | undefined {
  if (request.method !== "session/request_permission") return undefined;
  const requestId = idKey(request.id);
  const { outcome, optionId } = objectOf(resultOf(response)["outcome"]);
  const picked = stringOf(optionId);
  if (outcome === "selected" && picked !== undefined) {
    return { type: "permission-answered", requestId, outcome: "selected", optionId: picked, answeredBy };
  }
  const isCancelled = outcome === "cancelled" || ("error" in response && response.error.code === REQUEST_CANCELLED);
  return { type: "permission-answered", requestId, outcome: isCancelled ? "cancelled" : "failed", answeredBy };
}
