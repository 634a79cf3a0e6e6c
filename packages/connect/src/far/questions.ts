/**
 * The gateway's requests that the editor has not answered, over several lines.
 *
 * Ids of the gateway are good for one line. On the first they pass as they are; on later ones each gets an id of its own, so
 * that the answer to an old question can never be taken for one to a new question. A question that the gateway asks again on
 * a new line is not shown again: the answer to the one that the editor has goes to the new one.
 */

import { isEqualJson, type JsonObject, objectOf } from "@tenon/basis";

import { type Id, idKey, isRequest } from "./message.ts";

export interface Questions {
  /** A request of the gateway as the editor gets it; undefined if the editor has it already. */
  asked(request: JsonObject & { readonly id: Id; readonly method: string }): JsonObject | undefined;
  /** The gateway's id of a request, as the editor knows it. */
  shownId(farId: unknown): unknown;
  /** The answer as the gateway gets it; undefined if it must not be sent: the gateway does not wait for it, or not yet. */
  answered(response: JsonObject & { readonly id: Id }): JsonObject | undefined;
  /** The line is lost. */
  lost(): void;
  /** The gateway has asked again what it still wants to know. The ids of the others, for the editor to drop them. */
  settled(): readonly Id[];
  /** Answers that came while there was no line, for questions that were asked again just now. */
  takeReady(): readonly JsonObject[];
}

interface Question {
  readonly shownId: Id;
  readonly method: string;
  readonly params: unknown;
  /** Undefined while no line has asked it. */
  farId: Id | undefined;
  /** The editor's answer, kept until it is certain that the gateway has it. */
  answer?: JsonObject;
}

// An answer may be lost with the line that it was sent on. Those of a person are few.
const MAX_ANSWERED = 64;
/** What is put to a person, and asked again. Anything else fails in the gateway when its line is lost. */
const LASTING: ReadonlySet<string> = new Set(["session/request_permission", "elicitation/create"]);

export function createQuestions(): Questions {
  const open = new Map<string, Question>();
  const answered: Question[] = [];
  let orphans: Question[] = [];
  let ready: JsonObject[] = [];
  let lines = 0;

  return {
    asked(request) {
      const { id, method, params } = request;
      const known = orphans.find((each) => each.method === method && isEqualJson(each.params, params));
      if (known) {
        orphans = orphans.filter((each) => each !== known);
        known.farId = id;
        if (known.answer) ready.push({ ...known.answer, id });
        else open.set(idKey(known.shownId), known);
        return undefined;
      }
      const shownId = freeId(lines === 0 ? id : `tenon-line-${lines}:${idKey(id)}`);
      open.set(idKey(shownId), { shownId, method, params, farId: id });
      return shownId === id ? request : { ...request, id: shownId };
    },
    shownId(farId) {
      const question = [...open.values()].find((each) => idKey(each.farId) === idKey(farId));
      return question ? question.shownId : farId;
    },
    answered(response) {
      const key = idKey(response.id);
      const orphan = orphans.find(({ shownId }) => idKey(shownId) === key);
      if (orphan) orphan.answer ??= response;
      const question = open.get(key);
      if (!question || question.farId === undefined) return undefined;
      open.delete(key);
      question.answer = response;
      if (LASTING.has(question.method)) answered.push(question);
      if (answered.length > MAX_ANSWERED) answered.shift();
      return { ...response, id: question.farId };
    },
    lost() {
      lines += 1;
      // Of the older lines too, if this one was lost before it had asked again.
      const lasting = [...orphans, ...open.values(), ...answered].filter(({ method }) => LASTING.has(method));
      for (const question of lasting) question.farId = undefined;
      orphans = [...new Set(lasting)];
      open.clear();
      answered.length = 0;
      ready = [];
    },
    settled() {
      const gone = orphans.filter(({ answer }) => !answer).map(({ shownId }) => shownId);
      orphans = [];
      return gone;
    },
    takeReady() {
      const taken = ready;
      ready = [];
      return taken;
    },
  };

  /** An answer to one question must not be taken for one to another that the gateway gives the same id. */
  function freeId(wanted: Id): Id {
    const isTaken = open.has(idKey(wanted)) || orphans.some(({ shownId }) => idKey(shownId) === idKey(wanted));
    return isTaken ? freeId(`tenon-next:${wanted}`) : wanted;
  }
}

/** Whether a message cancels a request, and which. */
export function cancelledId(message: unknown): unknown {
  if (isRequest(message)) return undefined;
  const { method, params } = objectOf(message);
  return method === "$/cancel_request" ? objectOf(params)["requestId"] : undefined;
}
