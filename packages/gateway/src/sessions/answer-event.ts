import type { AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import type { TimelineEvent } from "@tenon/timeline";

import { fieldsOf, idKey, REQUEST_CANCELLED, resultOf, textOf } from "../wire/message.ts";

/** Who answered a permission and how, for the journal. Undefined for other questions. */
export function answerEvent(request: AnyRequest, response: AnyResponse, answeredBy: string): TimelineEvent | undefined {
  if (request.method !== "session/request_permission") return undefined;
  const requestId = idKey(request.id);
  const { outcome, optionId } = fieldsOf(resultOf(response)["outcome"]);
  const picked = textOf(optionId);
  if (outcome === "selected" && picked !== undefined) {
    return { type: "permission-answered", requestId, outcome: "selected", optionId: picked, answeredBy };
  }
  const isCancelled = outcome === "cancelled" || ("error" in response && response.error.code === REQUEST_CANCELLED);
  return { type: "permission-answered", requestId, outcome: isCancelled ? "cancelled" : "failed", answeredBy };
}
