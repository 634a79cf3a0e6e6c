/**
 * A turn of an agent that is not ours, for those who measure turns; the agent gets the trace that it belongs to.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { objectOf, stringOf, type Telemetry } from "@tenon/basis";

import type { OnAnswer } from "../upstream/upstream.ts";
import { paramsOf } from "../wire/message.ts";

/** What to send instead: the same, if our own agent is asked, which tells of its turns itself. */
export function measuredTurn(
  request: AnyRequest,
  onAnswer: OnAnswer,
  session: { readonly id: string; readonly isOwn: boolean; readonly services: { readonly telemetry: Telemetry } },
): [AnyRequest, OnAnswer] {
  if (session.isOwn) return [request, onAnswer];
  const params = paramsOf(request);
  const given = params["_meta"];
  const cause = given === undefined ? undefined : objectOf(given);
  const turn = session.services.telemetry.begin("turn", { sessionId: session.id }, cause);
  const { meta } = turn;
  return [
    meta === cause ? request : { ...request, params: { ...params, _meta: meta } },
    (response, original) => {
      turn.end(outcomeOf(response));
      onAnswer(response, original);
    },
  ];
}

function outcomeOf(response: object) {
  if (!("result" in response)) return "failed";
  return stringOf(objectOf(response.result)["stopReason"]) === "cancelled" ? "cancelled" : "ok";
}
