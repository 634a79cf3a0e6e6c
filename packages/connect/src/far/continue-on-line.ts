/**
 * Continues everything on a new line: the gateway gets to know us again, each session goes on where the editor is, questions
 * that the gateway no longer asks are taken back, and what has no answer is sent again.
 */

import { type JsonObject, objectOf, RPC_ERROR, toError } from "@tenon/basis";
import { type OwnRequests, WireError } from "@tenon/proxy";

import type { Line } from "../line/line.ts";
import type { Conversation } from "./conversation.ts";

export interface ContinueOptions {
  readonly requests: OwnRequests;
  readonly signal: AbortSignal;
  /** The servers of a session under new ids; undefined if it has none. */
  declare(sessionId: string): readonly unknown[] | undefined;
  /** A message for the editor. */
  deliver(message: JsonObject): void;
  onWarning(warning: string): void;
}

/** Rejects if the line is lost meanwhile, or the gateway does not want us. */
export async function continueOnLine(line: Line, conversation: Conversation, options: ContinueOptions): Promise<void> {
  const { requests, signal, deliver } = options;
  const { unanswered, sessions, questions, introduction } = conversation;
  const isIntroducing = unanswered.again().some(({ message }) => objectOf(message)["method"] === "initialize");
  if (!isIntroducing && introduction) await requests.ask("initialize", introduction, { signal });
  await Promise.all(sessions.ids.map((sessionId) => resume(sessionId, conversation, options)));
  // Answered behind all that the gateway asks again; and it costs nothing there.
  await requests.ask("_tenon/session/detach", { sessionId: "" }, { signal }).catch(rethrowLoss);
  for (const requestId of questions.settled())
    deliver({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId } });
  for (const { text } of unanswered.again()) void line.send(text);
}

async function resume(sessionId: string, conversation: Conversation, options: ContinueOptions): Promise<void> {
  const { sessions, unanswered } = conversation;
  const params = { ...sessions.resuming(sessionId), mcpServers: options.declare(sessionId) ?? [] };
  try {
    const { signal } = options;
    sessions.resumed(sessionId, objectOf(await options.requests.ask("session/resume", params, { signal })));
  } catch (error) {
    rethrowLoss(error);
    sessions.drop(sessionId);
    const message = `The session could not be continued after the connection was lost: ${toError(error).message}`;
    const failed = unanswered.fail({ code: RPC_ERROR.internal, message }, (of) => of["sessionId"] === sessionId);
    for (const answer of failed) options.deliver(answer);
    options.onWarning(`${sessionId}: ${message}`);
  }
}

/** What the gateway refuses is an answer; a lost line is not, and the next one tries again. */
function rethrowLoss(error: unknown): void {
  if (!(error instanceof WireError) || error.code === "gone") throw error;
}
