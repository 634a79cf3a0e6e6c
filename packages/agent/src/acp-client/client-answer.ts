/**
 * Reads what a client answers to our requests. A client may answer anything: the error for a missing or malformed field
 * names the request [M34].
 */

import { objectOf } from "@tenon/basis";

/** The option that was chosen; undefined if none was. */
export function readChosenOption(answer: unknown): string | undefined {
  const { outcome, optionId } = objectOf(objectOf(answer)["outcome"]);
  if (outcome === "cancelled") return undefined;
  if (outcome === "selected" && typeof optionId === "string") return optionId;
  throw malformed("session/request_permission", "outcome must be cancelled, or selected with an optionId");
}

export function readElicitation(answer: unknown): {
  readonly action: "accept" | "decline" | "cancel";
  readonly content: unknown;
} {
  const { action, content } = objectOf(answer);
  if (action === "accept" || action === "decline" || action === "cancel") return { action, content };
  throw malformed("elicitation/create", "action must be accept, decline or cancel");
}

function malformed(method: string, problem: string): Error {
  return new Error(`The client's answer to ${method} is malformed: ${problem}`);
}
