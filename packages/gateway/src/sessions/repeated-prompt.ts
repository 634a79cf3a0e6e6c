/**
 * A prompt that a client sends again because it was disconnected, and that this process does not know: it may have run before
 * the gateway was restarted. The journal knows.
 */

import { type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { type JsonObject, numberOf, objectOf, stringOf } from "@tenon/basis";
import type { Journal } from "@tenon/journal";
import { messageOf } from "@tenon/timeline";

import { answer, idKey, type MessageId, tenonMeta } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";

const PROMPTS = { kinds: ["session/prompt", "response"] };

/** The answer for the prompt of this id; undefined if it was never run. */
export async function recordedAnswer(
  journal: Pick<Journal, "records">,
  { sessionId, promptId, requestId }: Repeated,
): Promise<AnyResponse | undefined> {
  let hasRun = false;
  let prompted: string | undefined;
  for await (const record of journal.records(sessionId, PROMPTS)) {
    const { id, params, result, error } = objectOf(messageOf(record));
    if (record.from === "client" && record.kind === "session/prompt") {
      const isMeant = stringOf(tenonMeta(objectOf(params))["promptId"]) === promptId;
      hasRun ||= isMeant;
      if (isMeant) prompted = idKey(id);
      // Another process counts its requests anew: what it answers is this one.
      else if (idKey(id) === prompted) prompted = undefined;
    } else if (record.from === "agent" && prompted !== undefined && idKey(id) === prompted) {
      return error === undefined ? answer(requestId, result) : errorAnswer(requestId, requestError(objectOf(error)));
    }
  }
  return hasRun ? errorAnswer(requestId, INTERRUPTED) : undefined;
}

export interface Repeated {
  readonly sessionId: string;
  readonly promptId: string;
  /** Of the request that repeats it. */
  readonly requestId: MessageId;
}

function requestError({ code, message, data }: JsonObject): RequestError {
  return new RequestError(numberOf(code) ?? INTERNAL_ERROR, stringOf(message) ?? "the turn has failed", data);
}

const INTERNAL_ERROR = -32_603;

const INTERRUPTED = RequestError.internalError(
  undefined,
  "the gateway was restarted while this prompt ran; the session has what came of it",
);
