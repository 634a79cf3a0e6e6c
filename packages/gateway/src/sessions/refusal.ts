import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";

import { answer, fieldsOf, paramsOf, textOf } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";

/** The answer to a question in a turn that is being cancelled [R71]. */
export function cancellation({ id, method }: AnyRequest): AnyResponse {
  if (method === "elicitation/create") return answer(id, { action: "cancel" });
  if (method === "session/request_permission") return answer(id, { outcome: { outcome: "cancelled" } });
  return errorAnswer(id, RequestError.requestCancelled());
}

/**
 * The no that a question of an agent's can be given when nobody answers it. For a permission it is an option that was
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
  const options = (Array.isArray(value) ? value : []).map(fieldsOf);
  // An id that also means yes is no way to say no.
  const means = (kind: string) =>
    options.find(
      (option) =>
        option["kind"] === kind &&
        options.every((other) => other === option || other["optionId"] !== option["optionId"]),
    );
  return textOf((means("reject_once") ?? means("reject_always"))?.["optionId"]);
}
