/**
 * What is under way between the editor and the gateway, whichever line carries it.
 */

import { isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { type Frame, frameOf } from "@tenon/proxy";

import { createFollowedSessions, type FollowedSessions } from "./followed-sessions.ts";
import { isRequest, isResponse, tenonMeta, withParams } from "./message.ts";
import { cancelledId, createQuestions, type Questions } from "./questions.ts";
import { createUnanswered, type Unanswered } from "./unanswered.ts";

export interface Conversation {
  readonly unanswered: Unanswered;
  readonly sessions: FollowedSessions;
  readonly questions: Questions;
  /** The params of the editor's `initialize`, once it was sent. */
  readonly introduction: JsonObject | undefined;
  /** A message of the editor as the gateway gets it; undefined if it gets none. */
  outgoing(frame: Frame): Frame | undefined;
  /** A message of the gateway as the editor gets it; undefined if the editor has it already, or did not ask for it. */
  incoming(message: JsonObject, text: string): Frame | undefined;
  /** The line is lost: answers for the editor's requests that must not be sent again. */
  lost(reason: string): readonly JsonObject[];
}

export function createConversation(newId: () => string): Conversation {
  const unanswered = createUnanswered(newId);
  const sessions = createFollowedSessions();
  const questions = createQuestions();
  let introduction: JsonObject | undefined;
  return {
    unanswered,
    sessions,
    questions,
    get introduction() {
      return introduction;
    },
    outgoing(frame) {
      const { message } = frame;
      if (isResponse(message)) {
        const answer = questions.answered(message);
        return answer && (answer["id"] === message.id ? frame : frameOf(answer));
      }
      if (isRequest(message) && message.method === "initialize") introduction = objectOf(message["params"]);
      return unanswered.sending(frame);
    },
    incoming(message, text) {
      if (isRequest(message)) {
        const shown = questions.asked(message);
        return shown && (shown === message ? { message, text } : frameOf(shown));
      }
      if (isResponse(message)) {
        const asked = unanswered.paramsOf(message.id);
        if (!unanswered.received(message)) return undefined;
        if (asked) sessions.answered(asked, isObject(message["result"]) ? message["result"] : undefined);
        return { message, text };
      }
      const params = objectOf(message["params"]);
      const farId = cancelledId(message);
      if (farId !== undefined) return frameOf(withParams(message, { ...params, requestId: questions.shownId(farId) }));
      if (message["method"] === CLOSED) sessions.drop(stringOf(params["sessionId"]) ?? "");
      // The gateway takes the editor's own prompt for one of another client on a new line.
      const isEcho = unanswered.isOwnPrompt(tenonMeta(params)["promptId"]);
      return isEcho || !sessions.isNew(message) ? undefined : { message, text };
    },
    lost(reason) {
      sessions.lost();
      questions.lost();
      return unanswered.lost(reason);
    },
  };
}

const CLOSED = "_tenon/session/closed";
