/**
 * How a scripted client answers what an agent asks. An answer is a function; these are the ones tests need again and
 * again, polite and rude. Whatever it returns is sent, valid or not.
 */

import type {
  ClientRequestMethod,
  ClientRequestParamsByMethod,
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from "@agentclientprotocol/sdk";

import { type JsonObject, whenAborted } from "@tenon/basis";

import { RequestFailed } from "../wire/json-rpc.ts";

export interface AnswerContext {
  /** Aborts when the test cancels the session that asks. */
  readonly cancelled: AbortSignal;
  /** Aborts when the agent cancels this request, and when the connection ends: the reason says which. */
  readonly signal: AbortSignal;
}

export type Answer<Params = unknown> = (params: Params, context: AnswerContext) => unknown;

/** What has no answer here is answered with "method not found". */
export type ClientAnswers = {
  readonly [Method in ClientRequestMethod]?: Answer<ClientRequestParamsByMethod[Method]>;
} & { readonly [Method in McpMethod]?: Answer<JsonObject> };

/** Of MCP over ACP, which the stable schema does not have. */
type McpMethod = "mcp/message" | "mcp/connect" | "mcp/disconnect";

type PermissionAnswer = Answer<RequestPermissionRequest>;

/** Picks the first option that allows. */
export const allow: PermissionAnswer = ({ options }) => select(options, ["allow_once", "allow_always"]);

/** Picks the first option that rejects. */
export const reject: PermissionAnswer = ({ options }) => select(options, ["reject_once", "reject_always"]);

/** Looks at the question for ever, and answers `cancelled` when the session is cancelled, as a client must [R71]. */
export const hesitate: PermissionAnswer = async (_params, { cancelled }) => {
  await whenAborted(cancelled);
  return { outcome: { outcome: "cancelled" } };
};

/** Rude: picks an option that was not offered [R90]. */
export const pickUnknownOption: PermissionAnswer = () => selected("no-such-option");

/** Rude: says nothing until the session is cancelled, and then allows. */
export const allowAfterCancel: PermissionAnswer = async ({ options }, { cancelled }) => {
  await whenAborted(cancelled);
  return select(options, ["allow_once", "allow_always"]);
};

/** Rude: no answer, ever. */
export const neverAnswer: Answer = () => new Promise(() => {});

/** Rude where the result is an object [R49]. */
export const answerNull: Answer = () => null;

export function answerWith(result: unknown): Answer {
  return () => result;
}

export function failWith(error: { readonly code: number; readonly message: string; readonly data?: unknown }): Answer {
  return () => {
    throw new RequestFailed(error);
  };
}

/** One answer after the other; the last one stays. */
export function inTurn<Params>(...answers: readonly Answer<Params>[]): Answer<Params> {
  let next = 0;
  return (params, context) => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    return answer?.(params, context);
  };
}

function select(
  options: readonly PermissionOption[],
  kinds: readonly PermissionOptionKind[],
): RequestPermissionResponse {
  const option = options.find(({ kind }) => kinds.includes(kind));
  if (!option) throw new RequestFailed({ code: -32602, message: `None of the options is ${kinds.join(" or ")}` });
  return selected(option.optionId);
}

function selected(optionId: string): RequestPermissionResponse {
  return { outcome: { outcome: "selected", optionId } };
}
