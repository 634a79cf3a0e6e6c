import type { AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";

import { fieldsOf, paramsOf, resultOf } from "../wire/message.ts";

const ACTIONS: ReadonlySet<unknown> = new Set(["accept", "decline", "cancel"]);

/** Whether a client has answered what it was asked: an option that was offered, or what can be done with a form. */
export function isAnswer(request: AnyRequest, response: AnyResponse): boolean {
  if ("error" in response) return false;
  if (request.method === "elicitation/create") return ACTIONS.has(resultOf(response)["action"]);
  if (request.method !== "session/request_permission") return true;
  const { outcome, optionId } = fieldsOf(resultOf(response)["outcome"]);
  const { options } = paramsOf(request);
  const offered: readonly unknown[] = Array.isArray(options) ? options : [];
  return (
    outcome === "cancelled" || (outcome === "selected" && offered.some((one) => fieldsOf(one)["optionId"] === optionId))
  );
}
