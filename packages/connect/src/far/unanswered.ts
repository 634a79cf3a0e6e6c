/**
 * The editor's requests that the gateway has not answered. When the line was lost, each is sent again if that is safe, or
 * answered with an error: exactly one answer in any case.
 */

import { type JsonObject, objectOf, RPC_ERROR } from "@tenon/basis";
import { type Frame, frameOf } from "@tenon/proxy";

import { type Id, idKey, isRequest, isResponse, tenonMeta, withParams, withTenonMeta } from "./message.ts";

export interface Unanswered {
  /** Each message for the gateway; what is to be sent instead. */
  sending(frame: Frame): Frame;
  /** Each message of the gateway. False if it answers nothing that is open, and must not pass. */
  received(message: unknown): boolean;
  /** The params of the open request with this id. */
  paramsOf(id: unknown): { readonly method: string; readonly params: JsonObject } | undefined;
  /** Whether a prompt is one of the editor's. */
  isOwnPrompt(promptId: unknown): boolean;
  /** The line is lost: answers for what must not be sent again. */
  lost(reason: string): readonly JsonObject[];
  /** What to send again on a new line, in order. */
  again(): readonly Frame[];
  /** Answers for those that are meant, which are not open then. */
  fail(error: object, isMeant: (params: JsonObject) => boolean): readonly JsonObject[];
}

interface Open {
  readonly id: Id;
  readonly method: string;
  readonly params: JsonObject;
  readonly frame: Frame;
  /** The editor has cancelled it since: the notification may have been lost too. */
  readonly cancels: Frame[];
}

/** What has the same effect when it is done twice. A prompt is run once, by its id. */
const REPEATABLE: ReadonlySet<string> = new Set([
  "initialize",
  "session/new",
  "session/resume",
  "session/prompt",
  "session/list",
  "session/close",
  "session/delete",
  "session/set_mode",
  "session/set_model",
  "session/set_config_option",
  "session/set_title",
  "session/status",
  "session/archive",
  "session/unarchive",
  "_tenon/session/attach",
  "_tenon/session/detach",
  "_tenon/receipts",
  "_tenon/resources/list",
  "_tenon/tools/include",
  "_tenon/tools/search",
]);

// A gateway shows an editor its own prompts again for as long as it replays them.
const MAX_PROMPTS = 1_000;

export function createUnanswered(newId: () => string): Unanswered {
  const open = new Map<string, Open>();
  const prompts = createOwnPrompts(newId);
  return {
    sending(frame) {
      const { message } = frame;
      if (!isRequest(message)) {
        keepCancel(frame);
        return frame;
      }
      const sent = message.method === "session/prompt" ? prompts.withId(message) : undefined;
      const onward = sent ? frameOf(sent) : frame;
      const { id, method } = message;
      open.set(idKey(id), {
        id,
        method,
        params: objectOf(objectOf(onward.message)["params"]),
        frame: onward,
        cancels: [],
      });
      return onward;
    },
    received: (message) => !isResponse(message) || open.delete(idKey(message.id)),
    paramsOf: (id) => open.get(idKey(id)),
    isOwnPrompt: prompts.has,
    lost(reason) {
      const lost = [...open.values()].filter(({ method }) => !REPEATABLE.has(method));
      return lost.map(({ id, method }) => {
        open.delete(idKey(id));
        const message = `${reason}. ${method} may or may not have completed; try again.`;
        return { jsonrpc: "2.0", id, error: { code: RPC_ERROR.internal, message } };
      });
    },
    again: () => [...open.values()].flatMap(({ frame, cancels }) => [marked(frame), ...cancels]),
    fail(error, isMeant) {
      const failing = [...open.values()].filter(({ params }) => isMeant(params));
      for (const { id } of failing) open.delete(idKey(id));
      return failing.map(({ id }) => ({ jsonrpc: "2.0", id, error }));
    },
  };

  function keepCancel(frame: Frame): void {
    const { method, params } = objectOf(frame.message);
    const { sessionId, requestId } = objectOf(params);
    if (method === "$/cancel_request") open.get(idKey(requestId))?.cancels.push(frame);
    if (method !== "session/cancel") return;
    const prompts = [...open.values()].filter((each) => each.method === "session/prompt");
    prompts.findLast(({ params: of }) => of["sessionId"] === sessionId)?.cancels.push(frame);
  }
}

/** The editor's prompts by an id that the gateway repeats. */
function createOwnPrompts(newId: () => string) {
  const ids = new Set<string>();
  return {
    has: (promptId: unknown) => typeof promptId === "string" && ids.has(promptId),
    /** The prompt with an id; undefined if it has one. */
    withId(message: JsonObject): JsonObject | undefined {
      const params = objectOf(message["params"]);
      const { promptId } = tenonMeta(params);
      const given = typeof promptId === "string";
      const own = given ? promptId : newId();
      ids.add(own);
      const [oldest] = ids;
      if (ids.size > MAX_PROMPTS && oldest !== undefined) ids.delete(oldest);
      return given ? undefined : withParams(message, withTenonMeta(params, { promptId: own }));
    },
  };
}

/** The gateway runs a prompt once that says that it may have come before. */
function marked(frame: Frame): Frame {
  const fields = objectOf(frame.message);
  if (fields["method"] !== "session/prompt") return frame;
  return frameOf(withParams(fields, withTenonMeta(objectOf(fields["params"]), { again: true })));
}
